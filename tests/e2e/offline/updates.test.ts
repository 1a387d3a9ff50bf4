import { describe, expect, test } from 'vitest'
import { smallPhoto } from '../../photos/photographs.ts'
import { nextBuild } from '../setup/builds.ts'
import { eventually, installed, visitHome } from '../setup/device.ts'
import { documentState, field, press, sendDocument, toDocuments } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'
import { agree, halfFilled, isMarked, isNext, lookForUpdate, offered, ready, stale } from './updating.ts'

const network = badNetwork()
const phone = phones(networkFaults, /status of (404|503)/)

describe('a new version of the portal', () => {
  test('reloads only the tab in which it was agreed to; the other one says that it is old', async () => {
    const { page, context } = await phone(network.url).start()
    await visitHome(page)
    const other = await context.newPage()
    await other.goto('/register')
    await halfFilled(other)
    await offered(page, network.provider)
    await agree(page)
    await stale(other).waitFor()
    expect(await isMarked(other)).toBe(true)
    await eventually(() => field(other, 'numAttest').inputValue()).toBe('204518')
    await press(other, 'Recharger')
    await eventually(() => isNext(other)).toBe(true)
    await eventually(() => field(other, 'numAttest').inputValue()).toBe('204518')
  })

  test('sends what the version before it had queued', async () => {
    const { page, context } = await phone(network.url).start()
    await toDocuments(page)
    await installed(page)
    network.provider.script('etudiant/files/upload', { status: 503 })
    await sendDocument(page, 'attest', await smallPhoto('attest'), 'queued')
    await offered(page, network.provider)
    await agree(page)
    network.provider.behave()
    await context.setOffline(true)
    await context.setOffline(false)
    await documentState(page, 'attest', 'sent')
  })

  test('does not wait for a list that the one before it asks for on a stalled line', async () => {
    const { page } = await phone(network.url).start()
    await visitHome(page)
    const series = 'etudiant/liste/serie'
    network.provider.script(series, { hang: true })
    const asked = network.provider.calls(series).length
    await page.evaluate(async path => {
      const lists = await caches.open('reference-lists')
      const [key] = (await lists.keys()).filter(({ url }) => url.endsWith(path))
      if (key) await lists.delete(key)
      fetch(`/2021/v1/${path}`, { method: 'POST', body: '{}' }).catch(() => undefined)
    }, series)
    await eventually(() => network.provider.calls(series).length).toBe(asked + 1)
    await offered(page, network.provider)
    await agree(page)
  })

  test.each([
    ['fails', { status: 503 }],
    ['is cut', { cut: 'half' }],
  ] as const)('whose installation %s leaves the old one working, also without a network', async (_, script) => {
    const { page } = await phone(network.url).start()
    await visitHome(page)
    network.provider.dist = nextBuild.dir
    network.provider.script(/^\/index\.html$/, script)
    await lookForUpdate(page)
    await eventually(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        return [registration?.installing, registration?.waiting].filter(Boolean).length
      }),
    ).toBe(0)
    expect(await ready(page).isVisible()).toBe(false)
    await network.link.set({ network: 'gone' })
    await page.goto('/register')
    await field(page, 'anneeBac').selectOption('2025')
    expect(await isNext(page)).toBe(false)

    await network.link.set({ network: 'there' })
    network.provider.behave()
    await lookForUpdate(page)
    await ready(page).waitFor()
  })
})

/** The photo code as it is asked for beside the first page: it does not come, and is wanted later. */
const notYetHere = [/^\/assets\/shrink/, { status: 503, times: 1 }] as const

test('a part that a captive portal has swallowed is not taken for a new version', async () => {
  network.provider.script('/sw.js', { status: 404 })
  const { page, witness } = await phone(network.url).start()
  witness.allow(/ServiceWorker|\/assets\/|HTTP response code \(404\)|MIME type|dynamically imported/)
  network.provider.script(...notYetHere)
  await toDocuments(page)
  const login = { text: '<!doctype html><title>Forfait</title>', times: 3 }
  network.provider.script(/^\/assets\//, login)
  await field(page, 'attest').setInputFiles(await smallPhoto('attest'))
  await eventually(() => network.provider.journal.some(({ method }) => method === 'HEAD')).toBe(true)
  await documentState(page, 'attest', 'sent')
  expect(await stale(page).isVisible()).toBe(false)
})

test('a part of the portal that is gone from the server is said, and the photograph waits for the reload', async () => {
  network.provider.script('/sw.js', { status: 404 })
  const { page, witness } = await phone(network.url).start()
  witness.allow(/ServiceWorker|\/assets\/|HTTP response code \(404\)/)
  network.provider.script(...notYetHere)
  await toDocuments(page)
  network.provider.script(/^\/assets\//, { status: 404 })
  await field(page, 'attest').setInputFiles(await smallPhoto('attest'))
  await stale(page).waitFor()
  await page.getByRole('heading', { level: 1, name: 'Documents à envoyer' }).waitFor()
  network.provider.behave()
  await press(page, 'Recharger')
  await documentState(page, 'attest', 'sent')
})
