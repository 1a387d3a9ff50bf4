import type { Locator, Page } from 'playwright-core'
import type { DocumentType } from '../../../src/spec/documents.ts'
import { dialog, pressInRow } from './hands.ts'

/** From screen to screen as a student goes: by what can be tapped, in a page that is never loaded anew. */

/** At home, where the page responds: before that, a link would load the next page instead of drawing it. */
export async function atHome(page: Page): Promise<void> {
  await page.goto('/home')
  await page.locator('#late').waitFor({ state: 'detached' })
}

/** By the first link there that leads to it. */
export async function tapTo(page: Page, path: string): Promise<void> {
  await page.locator(`a[href="${path}"]`).first().click()
  await page.waitForURL(`**${path}`)
}

/** The header's logo leads there from anywhere. */
export async function tapHome(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Aide aux étudiants, accueil' }).click()
  await page.waitForURL('**/home')
}

/** By taps wherever a link leads there from home; by its address otherwise. */
export async function comeTo(page: Page, path: string): Promise<void> {
  await atHome(page)
  if (path === '/home') return
  if ((await page.locator(`a[href="${path}"]`).count()) > 0) await tapTo(page, path)
  else await page.goto(path)
}

/** A button that says of itself that it can't go on is pressed all the same. */
export async function pressAnyway(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click({ force: true })
}

/** Opens what edits a document's photo, and waits until the picture is there with its four corners. */
export async function openEditor(page: Page, type: DocumentType): Promise<Locator> {
  await pressInRow(page, type, 'Recadrer / tourner')
  const stage = dialog(page).getByRole('application')
  await stage.waitFor()
  await page.waitForFunction(() => {
    const [first, , third] = document.querySelectorAll('[data-corner]')
    return first && third && third.getBoundingClientRect().top - first.getBoundingClientRect().top > 50
  })
  return stage
}
