import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { field } from './setup/hands.ts'
import { visitors } from './setup/journey.ts'
import { startOtherProvider } from './setup/other-provider.ts'

/** The pages that are drawn when the portal is built: what a student has before, and without, any script. */

const students = visitors()
const provider = await startOtherProvider()
afterAll(() => provider.stop())

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

describe('the scripts take over', () => {
  test.each(pages.slice(0, 5))('%s without drawing it again or moving it', async (path, title) => {
    const { page } = await students.open('phone', provider.url)
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => Object.assign(window, { drawn: document.querySelector('h1') }))
    })
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready)
    const kept = await page.evaluate(() => document.querySelector('h1') === Reflect.get(window, 'drawn'))
    expect(kept).toBe(true)
    expect(await shifts(page)).toEqual([])
  })

  test('a field with what was typed into it before, and the next keystroke goes on', async () => {
    const { page } = await students.open('phone', provider.url)
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/assets/*.js', async route => {
      await held
      await route.continue()
    })
    await page.goto('/status', { waitUntil: 'commit' })
    await field(page, 'phone').pressSequentially('7654')
    release()
    await field(page, 'matricule').waitFor({ state: 'detached' })
    expect(await field(page, 'phone').inputValue()).toBe('7654')
    await page.keyboard.type('3210')
    expect(await field(page, 'phone').inputValue()).toBe('76543210')
  })

  test('a page that was scrolled before without moving it under the thumb', async () => {
    const { page } = await students.open('phone', provider.url)
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/assets/*.js', async route => {
      await held
      await route.continue()
    })
    await page.goto('/home', { waitUntil: 'commit' })
    await page.getByRole('heading', { name: 'Contacts' }).scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(200)
    release()
    await page.locator('#late').waitFor({ state: 'detached' })
    await page.getByRole('timer').waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(before)
    await page.getByRole('link', { name: /^S'inscrire/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Inscription', exact: true }).waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test('the bare address by way of the home page that is drawn already', async () => {
    const { page } = await students.open('phone', provider.url)
    await page.goto('/')
    await page.waitForURL('**/home')
    expect(await page.locator('#root').getAttribute('data-page')).toBe('/home')
  })
})
