import type { Page } from 'playwright-core'
import { nextContact } from '../setup/builds.ts'
import { fill } from '../setup/hands.ts'

/** What hands and eyes do with a new version of the portal. */

export const ready = (page: Page) => page.getByText('Une nouvelle version du portail est prête.')
export const stale = (page: Page) => page.getByText('Le portail a été mis à jour.')
export const isNext = async (page: Page) => (await page.locator('footer').textContent())?.includes(nextContact)

/** A page that was reloaded has forgotten this. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }))
export const isMarked = (page: Page) => page.evaluate(() => 'marked' in window)

/** The browser looks for a new version, as it does by itself at every start of the portal. Gives false when it failed. */
export const lookForUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return registration?.update().then(
      () => true,
      () => false,
    )
  })

export async function halfFilled(page: Page): Promise<void> {
  await fill(page, { anneeBac: '2025', numAttest: '204518' })
  await mark(page)
}
