import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Dossier } from '../../../src/core/db/dossiers.ts'
import { builds } from '../setup/builds.ts'
import { eventually, installed, stored } from '../setup/device.ts'
import { field, fill } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'
import { alter, type Change, keptBytes } from './altering.ts'

/** Whoever could run script in the page wrote into the Cache, and the next student opens the portal. */

const network = badNetwork()
const phone = phones(networkFaults, /status of 503/)

const home = /\/home\.html/
const pages = /\/(?:home|index)\.html/
const hydrate = /\/assets\/hydrate-.*\.js/
const taken = (page: Page) => page.evaluate(() => 'taken' in window)
const replaced = (page: Page) => page.getByText('Une page abîmée de cet appareil a été remplacée.')
const damaged = (page: Page) => page.getByText('Le portail est abîmé sur cet appareil.')
const again = (page: Page) => page.getByRole('link', { name: 'Réessayer' })
const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Inscription des bacheliers' })
/** Taken over by React: the page's own scripts have run. */
const alive = (page: Page) => page.getByRole('timer').waitFor()

/** What the build made, and what lies on the device under the same address. */
async function expectWhole(page: Page, address: RegExp): Promise<void> {
  await eventually(async () => {
    const { path, digest } = await keptBytes(page, address)
    return (
      digest ===
      createHash('sha256')
        .update(readFileSync(join(builds.complete.dir, path)))
        .digest('base64')
    )
  }).toBe(true)
}

/** A draft is there, the change is made, the browser is gone. */
async function afterwards(address: RegExp, change: Change) {
  const mine = phone(network.url)
  const { page } = await mine.start()
  await page.goto('/register')
  await fill(page, { anneeBac: '2025' })
  await installed(page)
  await eventually(async () => (await stored<Dossier>(page, 'dossiers')).length).toBe(1)
  await alter(page, address, change)
  await mine.kill()
  return mine
}

const takes = { script: '<script>window.taken = true</script>', module: 'window.taken = true;' }

describe('a kept page that was rewritten', () => {
  test('is never shown: it comes anew from the network, and the student reads that it did', async () => {
    const mine = await afterwards(home, { put: takes.script })
    const { page } = await mine.start()
    await page.goto('/home')
    await alive(page)
    expect(await taken(page)).toBe(false)
    await replaced(page).waitFor()
    await expectWhole(page, home)
    // Once: what is whole again has nothing to tell.
    await page.reload()
    await alive(page)
    expect(await replaced(page).count()).toBe(0)
  })

  test('is not shown without a network: the page that does for every address stands in for it', async () => {
    const mine = await afterwards(home, { put: takes.script })
    await network.link.set({ network: 'gone' })
    const { page } = await mine.start()
    await page.goto('/home')
    await alive(page)
    expect(await taken(page)).toBe(false)
    expect(await replaced(page).count()).toBe(0)
  })

  test('leaves without a network a page that says so, and what was begun is there once it is repaired', async () => {
    const mine = await afterwards(pages, { put: takes.script })
    await network.link.set({ network: 'gone' })
    const { page } = await mine.start()
    await page.goto('/home')
    await damaged(page).waitFor()
    await page
      .getByText("Ouvrez cette page une fois avec Internet : elle se répare. Rien de ce qui attend n'est perdu.")
      .waitFor()
    expect(await taken(page)).toBe(false)
    await again(page).click()
    await damaged(page).waitFor()
    await network.link.set({ network: 'there' })
    await again(page).click()
    await title(page).waitFor()
    await replaced(page).waitFor()
    await page.goto('/register')
    await eventually(() => field(page, 'anneeBac').inputValue()).toBe('2025')
  })

  test('that is gone is brought again', async () => {
    const mine = await afterwards(home, 'delete')
    const { page } = await mine.start()
    await page.goto('/home')
    await alive(page)
    await expectWhole(page, home)
  })

  test.each([
    ['leads elsewhere', { Refresh: '0;url=/robots.txt' }],
    ['gives the same bytes another meaning', { 'Content-Type': 'text/html; charset=utf-16' }],
    ['allows what it forbade', { 'Permissions-Policy': 'geolocation=*' }],
  ])('by a header that %s is shown as it was built', async (_, headers) => {
    const mine = await afterwards(home, { headers })
    await network.link.set({ network: 'gone' })
    const { page } = await mine.start()
    const answer = await page.goto('/home')
    await alive(page)
    expect(new URL(page.url()).pathname).toBe('/home')
    expect(await answer?.headerValue('permissions-policy')).not.toBe('geolocation=*')
    expect(await answer?.headerValue('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

describe('a kept script that was rewritten', () => {
  test('never runs: it comes anew from the network, and the student reads that it did', async () => {
    const mine = await afterwards(hydrate, { put: takes.module })
    const { page } = await mine.start()
    await page.goto('/home')
    await alive(page)
    expect(await taken(page)).toBe(false)
    await replaced(page).waitFor()
    await expectWhole(page, hydrate)
  })

  test('never runs without a network either, and the page says what helps as soon as it is loaded again', async () => {
    const mine = await afterwards(hydrate, { put: takes.module })
    await network.link.set({ network: 'gone' })
    const { page, witness } = await mine.start()
    witness.allow(/dynamically imported module|A part of the portal/)
    await page.goto('/home')
    await title(page).waitFor()
    await page.getByRole('link', { name: 'rechargez cette page' }).click()
    await damaged(page).waitFor()
    expect(await taken(page)).toBe(false)
    await network.link.set({ network: 'there' })
    await again(page).click()
    await alive(page)
  })
})

describe('where the network has something else than was built', () => {
  test("a captive portal's words are neither shown nor kept, and nothing goes round in circles", async () => {
    const mine = await afterwards(pages, { put: takes.script })
    network.provider.script(/^\/(?:home|index|sw|assets\/copies\/)/, {
      text: '<!doctype html><title>Forfait</title>Achetez un forfait',
    })
    const { page, witness } = await mine.start()
    witness.allow(/integrity|MIME type|ServiceWorker|script resource/i)
    const before = network.provider.journal.length
    await page.goto('/home')
    await damaged(page).waitFor()
    expect(await page.getByText('Achetez').count()).toBe(0)
    expect(network.provider.journal.slice(before).filter(({ path }) => home.test(path)).length).toBeLessThan(3)
    network.provider.behave()
    await again(page).click()
    await title(page).waitFor()
    expect(await taken(page)).toBe(false)
  })
})
