import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { bamako } from '../setup/answers.ts'
import { eventually } from '../setup/device.ts'
import { field } from '../setup/hands.ts'
import { gate, oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'
import { tapHome, tapTo } from '../setup/ways.ts'

/** Home and status live without React until it is needed; then it takes over what stands there. */

const students = visitors()
const provider = await oneProvider()
const day = 24 * 3_600_000

const hasReact = (page: Page) =>
  page.evaluate(() =>
    Object.keys(document.getElementById('root') ?? {}).some(name => name.startsWith('__reactContainer')),
  )

/** What stands on the page, without what the two write differently: marks between texts, and a counter that runs on. */
const drawn = (page: Page) =>
  page.evaluate(() => {
    const copy = document.querySelector('main')?.cloneNode(true) as HTMLElement
    for (const cell of copy.querySelectorAll('td')) cell.textContent = ''
    return copy.innerHTML.replace(/<!--.*?-->/g, '').replace(/ tabindex="-1"| aria-busy="true"/g, '')
  })

const alive = (page: Page) => page.locator('#late').waitFor({ state: 'detached' })

/** A page whose scripts have come but for one, which comes at `open`: no worker has it already. */
async function waitingFor(part: 'react' | 'screens' | 'follow-up', path: string) {
  const { page } = await students.open('phone', provider.url)
  provider.script('/sw.js', { status: 404 })
  const { hold, open } = gate()
  await page.route(`**/assets/${part}-*.js`, async route => {
    await hold
    await route.continue()
  })
  await page.goto(path)
  await alive(page)
  return { page, open }
}

describe('home without React', () => {
  test.each([
    ['closed since a day', 1, -day],
    ['closed', 0, 0],
    ['soon', 2, 3 * day],
    ['open', 1, 3 * day],
  ])('says what React says where enrolment is %s', async (_, statut, from) => {
    const resultat = { message: 'Message du serveur', dateHeure: from ? bamako(from) : '' }
    provider.memory.chrono = { statut, resultat }
    const { page } = await students.at(provider.url, '/home')
    await page.locator('.now .spinner').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /Bac \d{4}/ }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await hasReact(page)).toBe(false)
    const early = await drawn(page)
    await tapTo(page, '/recepisse')
    await page.getByRole('heading', { level: 1, name: 'Récépissé' }).waitFor()
    await tapHome(page)
    await page.getByRole('heading', { level: 1, name: 'Inscription des bacheliers' }).waitFor()
    await eventually(() => drawn(page)).toBe(early)
  })

  test('follows a tap in the same page, and the student is shown that it was felt', async () => {
    const { page, open } = await waitingFor('react', '/home')
    await page.evaluate(() => Object.assign(globalThis, { theSame: true }))
    const link = page.locator('main a[href="/register"]').first()
    await link.evaluate(one => {
      const note = () => Object.assign(globalThis, { felt: one.getAttribute('aria-busy') })
      new MutationObserver(note).observe(one, { attributes: true })
    })
    await link.tap()
    await eventually(() => page.evaluate(() => Reflect.get(globalThis, 'felt'))).toBe('true')
    await page.getByRole('heading', { level: 1, name: 'Chargement…' }).waitFor()
    open()
    await field(page, 'anneeBac').waitFor()
    expect(await page.evaluate(() => 'theSame' in globalThis)).toBe(true)
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('h1')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Inscription des bacheliers' }).waitFor()
  })

  test('stands there again for who goes back before React has come, and is taken over as it is', async () => {
    const { page, open } = await waitingFor('react', '/home')
    await page.evaluate(() => Object.assign(globalThis, { first: document.querySelector('h1') }))
    await page.locator('main a[href="/register"]').first().tap()
    await page.getByRole('heading', { level: 1, name: 'Chargement…' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/register')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Inscription des bacheliers' }).waitFor()
    expect(await page.title()).toMatch(/^Inscription des bacheliers/)
    open()
    await eventually(() => hasReact(page)).toBe(true)
    expect(await page.evaluate(() => Reflect.get(globalThis, 'first') === document.querySelector('h1'))).toBe(true)
    await tapTo(page, '/recepisse')
    await page.getByRole('heading', { level: 1, name: 'Récépissé' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Inscription des bacheliers' }).waitFor()
  })

  test('fetches what the first touch needs also where there is no worker, and nothing more', async () => {
    const { page } = await students.open('phone', provider.url)
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await page.goto('/home')
    await alive(page)
    for (const part of ['react', 'tanstack', 'hydrate'])
      await eventually(() => asked.some(url => url.includes(`/assets/${part}-`))).toBe(true)
    await page.waitForLoadState('networkidle')
    expect(asked.filter(url => url.includes('/assets/screens-'))).toEqual([])
    expect(await hasReact(page)).toBe(false)
  })

  test('lives where a browser that blocks cookies forbids the page to look for a worker', async () => {
    const { page, witness } = await students.open('phone', provider.url)
    witness.allow(/Denied/)
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'serviceWorker', {
        get() {
          throw new DOMException('Denied.', 'SecurityError')
        },
      }),
    )
    await page.goto('/home')
    await alive(page)
    await page.getByRole('timer').waitFor()
  })

  test('asks the provider itself whether it is there again, also for dates that it has had before React', async () => {
    const { page, witness } = await students.open('phone', provider.url)
    witness.allow(/net::ERR_|Failed to load/)
    provider.script('/sw.js', { status: 404 })
    await page.clock.install()
    await page.goto('/home')
    await page.getByRole('timer').waitFor()
    await tapTo(page, '/status')
    await page.route('**/statut/phone', route => route.abort())
    await field(page, 'annee').selectOption('2021')
    await field(page, 'phone').fill('76543210')
    await page.getByRole('button', { name: 'Vérifier', disabled: false }).tap()
    await page.locator('.net[data-network=away]').waitFor()
    const before = provider.calls('etudiant/enrolement/chrono').length
    await page.clock.fastForward(31_000)
    await eventually(() => provider.calls('etudiant/enrolement/chrono').length).toBeGreaterThan(before)
    await page.locator('.net[data-network=quiet]').waitFor()
  })

  test('leaves a tap to the browser where React does not come', async () => {
    const { page, witness } = await students.open('phone', provider.url)
    witness.allow(/net::ERR_|Failed to load|dynamically imported/)
    provider.script('/sw.js', { status: 404 })
    await page.route('**/assets/react-*.js', route => route.abort())
    await page.goto('/home')
    await alive(page)
    const loaded = page.waitForEvent('load')
    await page.locator('main a[href="/register"]').first().tap()
    await loaded
    expect(new URL(page.url()).pathname).toBe('/register')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Inscription des bacheliers' }).waitFor()
    await page.getByRole('link', { name: "S'inscrire" }).waitFor()
  })

  test.each(['fails', 'is silent for long'])('leaves the page to React where the disk %s', async how => {
    const { page, witness } = await students.open('phone', provider.url)
    witness.allow(/disk/)
    await page.addInitScript(how => {
      const { getAllKeys } = IDBObjectStore.prototype
      let first = true
      IDBObjectStore.prototype.getAllKeys = function (...given) {
        if (!first) return getAllKeys.apply(this, given)
        first = false
        if (how === 'fails') throw new Error('The disk fails.')
        const late = {} as IDBRequest<IDBValidKey[]>
        setTimeout(() => {
          Object.defineProperty(late, 'result', { value: ['one'] })
          late.onsuccess?.(new Event('success'))
        }, 2_000)
        return late
      }
    }, how)
    await page.goto('/home')
    await eventually(() => hasReact(page)).toBe(true)
    await page.getByRole('link', { name: "S'inscrire" }).waitFor()
  })

  test('is taken over as it stands, once something can only be said by React', async () => {
    provider.memory.chrono = { statut: 1, resultat: { message: 'Jusque', dateHeure: bamako(day) } }
    const { page } = await students.open('phone', provider.url)
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => Object.assign(globalThis, { first: document.querySelector('h1') }))
    })
    await page.goto('/home')
    await page.getByRole('timer').waitFor()
    await page.getByText('Prêt hors connexion').waitFor()
    expect(await hasReact(page)).toBe(false)
    await page.locator('footer ~ *, aside details summary').first().click()
    await page.getByRole('button').first().waitFor()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'first') === document.querySelector('h1'))).toBe(true)
    expect(await hasReact(page)).toBe(true)
  })
})

describe('before the first tap', () => {
  /** Bytes by brotli, and functions that ran, which differ by a few with what comes when (2026-11-30: 275 at home). */
  const most = { bytes: 24_700, functions: 288 }

  test.each(['/home', '/status'])('%s evaluates only what it shows', async path => {
    const { page } = await students.open('phone', provider.url)
    await page.coverage.startJSCoverage()
    await page.goto(path)
    await alive(page)
    await page.getByText('Prêt hors connexion').waitFor()
    const evaluated = (await page.coverage.stopJSCoverage()).filter(({ url }) => url.includes('/assets/'))
    expect(evaluated.map(({ url }) => /([a-z]+)-[^/]*$/.exec(url)?.[1]).sort()).toEqual(['early', 'index', 'rolldown'])
    const bytes = evaluated.reduce((sum, { source = '' }) => sum + brotliCompressSync(source).length, 0)
    expect(bytes).toBeLessThanOrEqual(most.bytes)
    const ran = evaluated.flatMap(({ functions }) => functions).filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
    expect(ran.length).toBeLessThanOrEqual(most.functions)
  })
})

describe('status without React', () => {
  test('says at once that React does not come for a touch, and says so still after the next one', async () => {
    const { page, witness } = await students.open('phone', provider.url)
    witness.allow(/net::ERR_|Failed to load|dynamically imported/)
    provider.script('/sw.js', { status: 404 })
    await page.route('**/assets/react-*.js', route => route.abort())
    await page.goto('/status')
    await alive(page)
    await field(page, 'phone').tap()
    const late = page.getByText('Si rien ne vient')
    await late.waitFor()
    await field(page, 'phone').pressSequentially('7654')
    await field(page, 'annee').tap()
    await late.waitFor()
    expect(await field(page, 'phone').inputValue()).toBe('7654')
  })
})
