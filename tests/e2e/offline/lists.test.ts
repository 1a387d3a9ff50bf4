import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { smallPhoto } from '../../photos/photographs.ts'
import { eventually, everyPart, installed } from '../setup/device.ts'
import { field, giveDocument, toDocuments } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'

const network = badNetwork()
const visits = visitors()

const series = 'etudiant/liste/serie'
const optionsOf = (page: Parameters<typeof field>[0], name: string) =>
  field(page, name).locator('option').allTextContents()

const day = 86_400_000
const listCalls = /liste|pieces/
const asked = () => network.provider.journal.filter(({ call }) => listCalls.test(call)).map(({ call }) => call)

async function firstVisit() {
  const visit = await visits.at(network.url, '/home')
  await installed(visit.page)
  return visit
}

/** As if the lists had been kept then, by this device's clock; undefined as an earlier version kept them. */
const keptAt = (page: Page, at: number | undefined, only = '') =>
  page.evaluate(
    async ([time, path]) => {
      const cache = await caches.open('reference-lists')
      for (const request of await cache.keys()) {
        if (!request.url.endsWith(path)) continue
        const list = await cache.match(request)
        const headers = new Headers(list?.headers)
        headers.delete('X-Kept-At')
        if (time !== null) headers.set('X-Kept-At', String(time))
        await cache.put(request, new Response(await list?.text(), { headers }))
      }
    },
    [at ?? null, only] as const,
  )

const datesInLists = async () => {
  const lists = await (await caches.open('reference-lists')).matchAll()
  return lists.map(({ headers }) => headers.get('Date')).filter(date => date !== null)
}

async function firstVisitLongAgo() {
  const visit = await firstVisit()
  await keptAt(visit.page, Date.now() - day)
  return visit
}

describe('the reference lists', () => {
  test('cost nothing for a day while enrolment is open', async () => {
    const { page } = await firstVisit()
    expect(asked()).toHaveLength(5)
    // The page reads it as what the provider's clock says at that moment.
    expect(await page.evaluate(datesInLists)).toEqual([])
    for (let visit = 0; visit < 2; visit += 1) {
      await page.goto('/register')
      await eventually(() => optionsOf(page, 'serie')).toContain('Terminale Sciences Exactes')
    }
    await page.goto('/status')
    await field(page, 'annee').selectOption('2021')
    // One that is old goes out behind whatever the others would have sent.
    await keptAt(page, Date.now() - day, series)
    await page.goto('/register')
    await eventually(asked).toHaveLength(6)
    expect(asked().at(-1)).toBe(series)
  })

  test('a day later are shown at once as they were, and as they are at the next visit', async () => {
    const { page } = await firstVisitLongAgo()
    const before = network.provider.calls(series).length
    network.provider.memory.lists.serie.push({ code: 'NEUVE', libelle: 'Série neuve' })
    await page.goto('/register')
    await eventually(() => optionsOf(page, 'serie')).toContain('Terminale Sciences Exactes')
    expect(await optionsOf(page, 'serie')).not.toContain('Série neuve')
    await eventually(() => network.provider.calls(series).length).toBe(before + 1)
    await eventually(() => keptText(page)).toContain('NEUVE')
    await page.reload()
    await eventually(() => optionsOf(page, 'serie')).toContain('Série neuve')
  })

  test('are asked for by the worker itself, with an empty body', async () => {
    const { page, context } = await firstVisitLongAgo()
    const request = context.waitForEvent('request', sent => sent.url().endsWith(series) && !!sent.serviceWorker())
    await page.goto('/register')
    expect((await request).method()).toBe('POST')
    expect(network.provider.calls(series).at(-1)?.body).toEqual({})
  })

  test.each([
    ['a captive portal', { text: '<html>Achetez un forfait</html>' }],
    ['a server that is broken', { status: 500 }],
    ['cut JSON', { text: '{"Resultat":[[{"code":"X"', headers: { 'Content-Type': 'application/json' } }],
    ['something else', { reply: { status: 1, msg: 'OK' } }],
    ['an empty list', { reply: { Resultat: [[]] } }],
  ])('are not forgotten for %s', async (_, script) => {
    const { page, witness } = await firstVisitLongAgo()
    witness.allow(/status of 500/)
    network.provider.script(series, script)
    const before = network.provider.calls(series).length
    await page.goto('/register')
    await eventually(() => network.provider.calls(series).length).toBeGreaterThan(before)
    await page.reload()
    await eventually(() => optionsOf(page, 'serie')).toContain('Terminale Sciences Exactes')
    expect(await keptText(page)).not.toMatch(/forfait|"X"/)
  })

  test('are not kept from a captive portal met at the very first visit', async () => {
    const { page, witness } = await visits.open('phone', network.url)
    witness.allow(networkFaults)
    network.provider.script(/^\/2021\//, { text: '<html>Achetez un forfait</html>' })
    await page.goto('/home')
    await eventually(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await eventually(() => network.provider.calls(series).length).toBeGreaterThan(0)
    await everyPart(page)
    await network.link.set({ network: 'gone' })
    await page.goto('/status')
    await field(page, 'annee').selectOption('2021')
    expect(await keptText(page)).toBe('')
  })
})

/** Everything that the worker has cached of the provider. */
function keptText(page: Parameters<typeof field>[0]): Promise<string> {
  return page.evaluate(async () => {
    const cache = await caches.open('reference-lists')
    const answers = await cache.matchAll()
    return (await Promise.all(answers.map(answer => answer.text()))).join('\n')
  })
}

test('the worker answers no other call: nothing personal is cached, and the photo tells how far it is', async () => {
  const { page, context } = await firstVisit()
  await toDocuments(page)
  const steps: number[] = []
  await page.exposeFunction('noteStep', (sent: number) => steps.push(sent))
  await page.evaluate(() => {
    const channel = new BroadcastChannel('outbox')
    channel.onmessage = ({ data }) => {
      if (data.kind === 'sending') (window as unknown as { noteStep(sent: number): void }).noteStep(data.sent)
    }
  })
  const upload = context.waitForEvent('response', answer => answer.url().endsWith('etudiant/files/upload'))
  await network.link.set({ up: 40_000 })
  await giveDocument(page, 'attest', await smallPhoto('attest'))
  expect((await upload).fromServiceWorker()).toBe(false)
  const urls = await page.evaluate(async () => {
    const names = await caches.keys()
    const keys = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  })
  const calls = urls.filter(path => path.startsWith('/2021/'))
  expect(calls.filter(path => !/liste|pieces/.test(path))).toEqual([])
  expect(calls).toHaveLength(5)
  expect(new Set(steps).size).toBeGreaterThan(1)
})
