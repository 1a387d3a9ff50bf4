import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Where a change leaves the student: what has the focus is what they go on with, it is in sight, and the title says it. */

interface Arrival {
  /** What has the focus. */
  at: Locator
  title?: string
  /** The page stands at its beginning. */
  top?: true
}

/** All of it, or where it is taller than the screen its beginning, below the network's line. */
const seen = (at: Locator) =>
  at.evaluate(element => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const line = element.closest('dialog') ? 0 : (document.querySelector('.net')?.getBoundingClientRect().bottom ?? 0)
    const { clientWidth } = document.documentElement
    const fits = bottom <= innerHeight + 1 || bottom - top > innerHeight - line
    return {
      focused: document.activeElement === element,
      inSight: top >= Math.max(0, line) - 1 && top < innerHeight && fits && left >= -1 && right <= clientWidth + 1,
    }
  })

export async function expectArrived(page: Page, { at, title, top }: Arrival): Promise<void> {
  const about = { message: String(at) }
  await expect.poll(() => seen(at), about).toEqual({ focused: true, inSight: true })
  if (title) await expect.poll(() => page.title(), about).toBe(title)
  if (top) await expect.poll(() => page.evaluate(() => scrollY), about).toBe(0)
}

export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true })
export const alert = (page: Page, text: string | RegExp): Locator =>
  page.locator('main').getByRole('alert').filter({ hasText: text })

/** By the keyboard alone. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < 25; stop += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate(element => document.activeElement === element)) return
  }
  throw new Error(`No Tab leads to ${target}`)
}
