import type { Page } from 'playwright-core'
import { nextBuild, nextContact } from '../setup/builds.ts'
import { eventually } from '../setup/device.ts'
import { fill, press } from '../setup/hands.ts'
import type { OtherProvider } from '../setup/other-provider.ts'

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

/** The host has the next version, and the page says so. */
export async function offered(page: Page, provider: OtherProvider): Promise<void> {
  provider.dist = nextBuild.dir
  await lookForUpdate(page)
  await ready(page).waitFor()
}

export async function agree(page: Page): Promise<void> {
  await press(page, 'Mettre à jour le portail')
  await eventually(() => isNext(page)).toBe(true)
}

export async function halfFilled(page: Page): Promise<void> {
  await fill(page, { anneeBac: '2025', numAttest: '204518' })
  await mark(page)
}
