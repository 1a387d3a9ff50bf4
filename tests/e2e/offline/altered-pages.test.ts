import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AlteringProxy, alterations, alteringProxy, inPages } from '../../link/altering-proxy.ts'
import { drawnAnew } from '../setup/altering.ts'
import { installed } from '../setup/device.ts'
import { field } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

/** A CDN, an antivirus or a VPN rewrites what passes between the host and the phone. */

const network = badNetwork()
// What a filter adds, the page's policy refuses, or this host does not have.
const phone = phones(
  networkFaults,
  drawnAnew,
  /Content Security Policy|MIME type|Unexpected token '<'/,
  /ServiceWorker/,
)

let filter: AlteringProxy
beforeEach(async () => {
  filter = await alteringProxy(network.url, text => text)
})
afterEach(() => filter.stop())

const told = (page: Page) => page.getByText('Ce réseau, un VPN ou un antivirus modifie le portail')
const copies = () => filter.asked.filter(path => path.startsWith('/assets/copies/'))

async function opensWithoutNetwork(page: Page): Promise<void> {
  await network.link.set({ network: 'gone' })
  await page.goto('/register')
  await field(page, 'anneeBac').waitFor()
  await page.goto('/home')
  await page.getByRole('timer').waitFor()
}

describe.each(Object.entries(alterations))('a filter that %s', (_, alter) => {
  beforeEach(() => {
    filter.alter = inPages(alter)
  })

  test('keeps no page from opening without a network, and costs each page once more', async () => {
    const { page } = await phone(filter.url).start()
    await page.goto('/home')
    await page.getByText('Prêt hors connexion.').waitFor()
    await installed(page)
    expect(copies().length).toBe(2)
    await page.reload()
    await page.getByText('Prêt hors connexion.').waitFor()
    expect(copies().length).toBe(2)
    expect(await told(page).count()).toBe(0)
    await opensWithoutNetwork(page)
  })
})

test('an address of mail is found by no filter, and leads there without a script', async () => {
  filter.alter = inPages(html => html.replace(/[\w.]+@[\w.]+\.\w+/g, '[protected]'))
  const { page } = await phone(filter.url).start()
  await page.route('**/*.js', route => route.abort())
  await page.goto('/home')
  const mail = page.locator('footer a[href^="mailto:"]')
  expect(await mail.getAttribute('href')).toBe(`mailto:${await mail.textContent()}`)
})

test('who meets one that alters everything reads so, pays little for each try, and is ready on another network', async () => {
  filter.alter = text => `${text}\n`
  const { page } = await phone(filter.url).start()
  await page.goto('/home')
  await told(page).waitFor()
  const visit = async (path: string) => {
    await page.goto(path)
    await told(page).waitFor()
  }
  // The first tries are over by then.
  await visit('/status')
  const before = copies().length
  await visit('/home')
  await visit('/register')
  // Of all files, the smallest page is asked for anew.
  expect(new Set(copies().slice(before)).size).toBe(1)
  filter.alter = text => text
  await page.goto('/home')
  await page.getByText('Prêt hors connexion.').waitFor()
  expect(await told(page).count()).toBe(0)
  await opensWithoutNetwork(page)
})
