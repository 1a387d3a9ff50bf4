import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { student } from './setup/answers.ts'
import { eventually } from './setup/device.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** Who can't use the portal is told so, and what to do: without scripts, and where the browser is below the floor. */

const students = visitors()
const provider = await oneProvider()

const drawn = ['/home', '/register', '/status', '/recepisse', '/update', '/404.html']
const addresses = [...drawn, '/', `/reclamation/${student.matricule}`]

const words = 'Ce navigateur est trop ancien, ou JavaScript y est désactivé'

/** What is seen of the page, from its top; Playwright's own texts pass over `<noscript>`. */
const seen = (page: Page) => page.locator('body').innerText()

async function expectTold(page: Page): Promise<void> {
  await eventually(() => seen(page)).toMatch(new RegExp(`^${words}`))
  const text = await seen(page)
  expect(text).toMatch(/Android 5 ou plus récent.*Chrome.*iPhone 6s.*iOS/)
  expect(text.split('+223 00 00 00 01')).toHaveLength(2)
  expect(text.split('assistance@exemple.invalid')).toHaveLength(2)
}

describe('a student whose browser runs no scripts', () => {
  const open = async () => {
    const visit = await students.open('phone', provider.url, { javaScriptEnabled: false })
    // What Chromium says of the scripts that it was told not to run.
    visit.witness.allow(/^request: GET csp/)
    return visit
  }

  test.each(addresses)('reads at %s what to do and whom to ask', async address => {
    const { page } = await open()
    await page.goto(address)
    await expectTold(page)
  })

  test('comes from the bare address to the home page', async () => {
    const { page } = await open()
    await page.goto('/')
    await page.locator('noscript a', { hasText: "Page d'accueil" }).click()
    await page.getByRole('heading', { level: 1, name: 'Inscription des bacheliers' }).waitFor()
  })
})

describe.each([
  ['Chrome 94', 'reportError'],
  ['Safari 15.3', 'HTMLDialogElement'],
])('a student with %s, which knows modules', (_, missing) => {
  const open = async () => {
    const visit = await students.open('phone', provider.url)
    await visit.page.addInitScript(name => Reflect.deleteProperty(globalThis, name), missing)
    return visit
  }

  test.each(addresses)('reads at %s what to do and whom to ask, and nothing begins', async address => {
    const { page } = await open()
    await page.goto(address, { waitUntil: 'load' })
    if (address === '/') await page.waitForURL('**/home')
    await expectTold(page)
    // Nothing that waits for scripts, or would.
    expect(await seen(page)).not.toMatch(/Chargement|Vérification des dates|se charge/)
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    if (drawn.includes(address)) {
      const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
      expect(asked.filter(name => name.endsWith('.js'))).toEqual([])
    }
  })
})

test.each(addresses)('a student with a browser of today reads nothing of it at %s', async address => {
  const { page } = await students.at(provider.url, address)
  await page.locator('#late').waitFor({ state: 'detached' })
  expect(await seen(page)).not.toContain(words)
})
