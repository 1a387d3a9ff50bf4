import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { field } from './setup/hands.ts'
import { button, expectUsable } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** A link from WhatsApp or Facebook opens in a view of that app's own, which may lose what is kept or take no photo. */

const students = visitors()
const provider = await oneProvider()

const facebook =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240905.003; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.6723.83 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/488.0.0.62.79;IABMV/1;]'
const instagram =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 354.0.0.29.90 (iPhone12,8; iOS 18_1; fr_FR; fr; scale=2.00; 750x1334; 654111336)'

const warning = (page: Page) => page.locator('main [data-tone="warning"]', { hasText: 'navigateur complet' })

async function open(userAgent: string, path: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const { page } = await students.at(provider.url, path, { userAgent, colorScheme })
  return page
}

describe('a student who came by a link in another app', () => {
  test.each([
    ['/home', 'h1', 'light'],
    ['/register', '[name="anneeBac"]', 'dark'],
  ] as const)(
    'is told on %s before anything else, on the first screenful, and offered Chrome',
    async (path, next, colours) => {
      const page = await open(facebook, path, colours)
      await warning(page).waitFor()
      await page.locator(next).waitFor()
      const told = await warning(page).boundingBox()
      const below = await page.locator(next).boundingBox()
      expect(told && told.y + told.height).toBeLessThan(740)
      expect(told && below && told.y + told.height <= below.y).toBe(true)
      const { host } = new URL(provider.url)
      const back = encodeURIComponent(provider.url + path)
      expect(await page.getByRole('link', { name: 'Ouvrir dans Chrome' }).getAttribute('href')).toBe(
        `intent://${host}${path}#Intent;scheme=http;package=com.android.chrome;S.browser_fallback_url=${back};end`,
      )
      await expectUsable(page, path)
    },
  )

  test('takes the address along, of the page that is open by then', async () => {
    const page = await open(facebook, '/home')
    await warning(page).waitFor()
    await page.getByRole('link', { name: "Vérifier l'état de mon dossier" }).click()
    await field(page, 'annee').waitFor()
    const address = `${provider.url}/status`
    await warning(page).getByText(address, { exact: true }).waitFor()
    await button(page, "Copier l'adresse").click()
    await button(page, 'Adresse copiée').waitFor()
    // Where an app forbids to copy, it is marked and the student does it.
    expect(await page.evaluate(() => String(getSelection()))).toBe(address)
    // No page of the portal may read what was copied: the student pastes it.
    await field(page, 'matricule').press('Control+V')
    expect(await field(page, 'matricule').inputValue()).toBe(address)
  })

  test('reads on an iPhone how to get to Safari', async () => {
    const page = await open(instagram, '/home')
    await warning(page).getByText('« Ouvrir dans Safari »').waitFor()
    const safari = page.getByRole('link', { name: 'Ouvrir dans Safari' })
    expect(await safari.getAttribute('href')).toBe(`x-safari-${provider.url}/home`)
    await button(page, "Copier l'adresse").waitFor()
  })
})
