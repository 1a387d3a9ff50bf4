import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { eventually } from './setup/device.ts'
import { gate, oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** The pages that are drawn when the portal is built: what a student has before, and without, any script. */

const students = visitors()
const provider = await oneProvider()

const pages = [
  ['/home', 'Inscription des bacheliers'],
  ['/register', 'Inscription'],
  ['/status', 'État de mon dossier'],
  ['/recepisse', 'Récépissé'],
  ['/update', 'Mise à jour effectuée'],
  ['/404.html', '404'],
] as const

type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }

/** What has moved on the page, and by which node; none of it under somebody's hands. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>(resolve => {
        const seen: string[] = []
        new PerformanceObserver(list => {
          for (const { value, sources } of list.getEntries() as Shift[])
            seen.push(`${value.toFixed(4)} ${sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(' | ')}`)
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(seen))))
      }),
  )

/** The heading that stands in the page's own HTML; React keeps it, or puts another in its place. */
const rememberHeading = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => Object.assign(window, { drawn: document.querySelector('h1') }))
  })
const headingKept = (page: Page) => page.evaluate(() => document.querySelector('h1') === Reflect.get(window, 'drawn'))

describe('a student whose scripts have not come', () => {
  test.each(pages)('reads %s, and can follow its links', async (path, title) => {
    const { page, witness } = await students.open('phone', provider.url, { javaScriptEnabled: false })
    // What Chromium says of the scripts that it was told not to run.
    witness.allow(/^request: GET csp/)
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.getByRole('contentinfo').getByText('Contacts').waitFor()
    await page.getByRole('link', { name: 'Aide aux étudiants, accueil' }).click()
    await page.getByRole('heading', { level: 1, name: 'Inscription des bacheliers' }).waitFor()
  })
})

/** @returns what lets them come */
async function holdScripts(page: Page): Promise<() => void> {
  const { hold, open } = gate()
  await page.route('**/assets/*.js', async route => {
    await hold
    await route.continue()
  })
  return open
}

/** In the page: a browser that has painted nothing after three seconds is not waited for, and this machine may need them. */
function paintsInTime(): void {
  const { setTimeout } = globalThis
  const setShort = (work: TimerHandler, milliseconds = 0, ...given: unknown[]) =>
    milliseconds < 3_000 ? setTimeout(work, milliseconds, ...given) : 0
  globalThis.setTimeout = setShort as typeof setTimeout
}

describe('the scripts', () => {
  test.each(pages)('%s asks for once it has been painted, and for all of them before the first has run', async path => {
    const { page } = await students.open('phone', provider.url)
    await page.addInitScript(paintsInTime)
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    const requests = () =>
      page.evaluate(async () => {
        const text = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY
        const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(({ href }) => href)
        return { text, links }
      })
    // Home and status need the entry, their own part and what joins them; the other pages React as well.
    await eventually(async () => (await requests()).links.length).toBeGreaterThan(2)
    release()
    await page.locator('#late').waitFor({ state: 'detached' })
    const { text } = await requests()
    const starts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/assets/'))
        .map(({ name, startTime }) => ({ name, startTime })),
    )
    expect(starts.length).toBeGreaterThan(2)
    const [first] = starts.sort((one, other) => one.startTime - other.startTime)
    expect(first?.startTime).toBeGreaterThanOrEqual(text)
    // What answers a tap on a link comes first, where the page lives without React.
    expect(first?.name).toContain(path === '/home' || path === '/status' ? '/assets/index-' : '/assets/react-')
  })
})

describe('the scripts take over', () => {
  test.each(pages.slice(0, 5))('%s without drawing it again or moving it', async (path, title) => {
    const { page } = await students.open('phone', provider.url)
    await rememberHeading(page)
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready)
    expect(await headingKept(page)).toBe(true)
    expect(await shifts(page)).toEqual([])
  })

  test.each([
    ['waits for the opening', { reply: { statut: 0, resultat: { message: '', dateHeure: '' } } }],
    ['waits for the dates', { status: 400 }],
  ])('the home page of a student who %s, and reloads it', async (_, answer) => {
    const { page, witness } = await students.open('phone', provider.url)
    witness.allow(/status of 400/)
    provider.script('etudiant/enrolement/chrono', answer)
    await rememberHeading(page)
    await page.goto('/register')
    await page.getByText('Gardez cette page').waitFor()
    await page.reload()
    await page.getByText('Gardez cette page').waitFor()
    expect(await page.locator('#root').getAttribute('data-page')).toBe('/home')
    expect(await headingKept(page)).toBe(true)
    expect(await shifts(page)).toEqual([])
  })

  test('a page that was scrolled before without moving it under the thumb', async () => {
    const { page } = await students.open('phone', provider.url)
    const release = await holdScripts(page)
    await page.goto('/home', { waitUntil: 'commit' })
    await page.getByRole('heading', { name: 'Contacts' }).scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(200)
    release()
    await page.locator('#late').waitFor({ state: 'detached' })
    await page.getByRole('timer').waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(before)
    await page.getByRole('link', { name: /^S'inscrire/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Informations personnelles' }).waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
})
