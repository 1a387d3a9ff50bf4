import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { page as html } from '../../../provider/tests/setup/foreign.ts'
import { startWalls, type Wall } from '../../../provider/tests/setup/wall.ts'
import { smallPhoto } from '../../photos/photographs.ts'
import { visitHome } from '../setup/device.ts'
import { documentRow, documentState, giveDocument, toDocuments } from '../setup/hands.ts'
import { oneProvider } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

/** What a student reads of whoever answers in the provider's place. */

const phone = phones(
  /net::ERR_/,
  /status of (403|511)/,
  /CORS policy/,
  /connexion/,
  /violates the following Content Security/,
)
const provider = await oneProvider()
let between: Wall = {}
let url: string
beforeAll(async () => {
  const walls = await startWalls(provider.url, { refuses: asked => between.refuses?.(asked) })
  url = walls.url
  return () => walls.stop()
})
beforeEach(() => {
  between = {}
})
afterEach(() => {
  between = {}
})

const line = (page: Page, words: string) => page.locator('[data-network]').getByText(words)
const signIn = (page: Page) =>
  page.getByRole('link', { name: /^(Ouvrir la page de ce réseau|http:\/\/neverssl\.com)$/ })

/** In the documents, with the portal on the device; then the network is another one. */
async function atDocuments(then: Wall): Promise<Page> {
  const { page } = await phone(url).start()
  await visitHome(page)
  await toDocuments(page)
  between = then
  return page
}

describe('a student on a hotspot that wants a sign-in', () => {
  test.each<[string, Wall]>([
    [
      'which leads to its own page',
      { refuses: () => ({ ...html(302), headers: { location: 'http://127.0.0.1:9/connexion' } }) },
    ],
    ['which answers 511', { refuses: () => html(511) }],
    ['which answers with its page', { refuses: () => html(200) }],
  ])('%s reads that this network is to be opened, and how', async (_, wall) => {
    const page = await atDocuments(wall)
    await giveDocument(page, 'attest', await smallPhoto('attest'))
    await line(page, 'Réseau à ouvrir. Tout est gardé.').waitFor()
    await documentRow(page, 'attest').getByText("Ce réseau demande d'abord une connexion").waitFor()
    expect(await signIn(page).first().getAttribute('href')).toBe('http://neverssl.com')
    between = {}
    await page.getByText('1 sur 5 envoyés').waitFor({ timeout: 60_000 })
  })

  test('that breaks every connection reads of it where sending fails again and again', async () => {
    const page = await atDocuments({ refuses: () => 'reset' })
    await giveDocument(page, 'attest', await smallPhoto('attest'))
    await documentState(page, 'attest', 'queued')
    await page.goto('/envois')
    await page.getByText("Si vous êtes en Wi-Fi, ouvrez d'abord sa page de connexion :").waitFor({ timeout: 60_000 })
    expect(await signIn(page).first().getAttribute('href')).toBe('http://neverssl.com')
  })
})

test('a student whose dates a filter refuses does not read that enrolment is closed', async () => {
  between = { refuses: ({ path }) => (path.includes('chrono') ? html(403) : undefined) }
  const { page } = await phone(url).start()
  await page.goto('/home')
  await page.getByText("Les dates des inscriptions n'ont pas pu être vérifiées").waitFor()
  expect(await page.getByText('fermées').count()).toBe(0)
})
