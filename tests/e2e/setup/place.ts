import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Where a person finds themselves after a change: what has the focus, whether it is seen, what the title says. */

/** Why what has the focus can't be seen, in words; empty where it can. */
export function whyUnseen(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return 'nothing has the focus'
    // What is drawn on its label: a file input behind a button.
    const shown = focused.matches('.vh') ? (focused.closest('label, li, div') ?? focused) : focused
    const { top, bottom, left, right, width, height } = shown.getBoundingClientRect()
    const name = `${focused.tagName} "${(focused.textContent || focused.getAttribute('name') || '').slice(0, 40)}"`
    if (width === 0 || height === 0) return `${name} is nowhere`
    const line = document.querySelector('[data-network]')
    const under = line && !focused.closest('dialog') && getComputedStyle(line).position === 'sticky'
    const lineTop = line?.getBoundingClientRect()
    // Scrolled away, it covers nothing.
    const ceiling = under && lineTop && lineTop.top >= 0 && lineTop.top < 1 ? lineTop.bottom : 0
    if (left < -1 || right > innerWidth + 1) return `${name} lies beside the screen (${left} to ${right})`
    if (top < ceiling - 1) return `${name} lies above what is seen (${top} < ${ceiling})`
    // Of what is higher than the screen, its beginning is seen.
    const least = Math.min(bottom, top + innerHeight / 2)
    if (least > innerHeight + 1) return `${name} lies below what is seen (${least} > ${innerHeight})`
    const atop = document.elementFromPoint((left + right) / 2, Math.min((top + least) / 2, innerHeight - 1))
    const isSeen = atop && (shown.contains(atop) || atop.contains(shown))
    return isSeen ? '' : `${name} lies under ${atop?.outerHTML.slice(0, 80)}`
  })
}

/** It has the focus, it is seen, the page's title is this, and the page stands at its beginning. */
export async function expectAt(place: Locator, title?: string, top?: 'top'): Promise<void> {
  const page = place.page()
  await place.waitFor()
  const hasFocus = () => place.evaluate(element => element === document.activeElement)
  const message = `${place} has the focus`
  await expect.poll(hasFocus, { message }).toBe(true)
  await expect.poll(() => whyUnseen(page)).toBe('')
  if (title !== undefined) await expect.poll(() => page.title()).toBe(title)
  if (top) await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
}

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

export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name, exact: true })

/** The page's own heading: focused, seen, the page at its top, and named by the title, with no fault in it. */
export async function expectArrived(page: Page, name: string | RegExp): Promise<void> {
  const title = page.getByRole('heading', { level: 1, name })
  await expectAt(title, undefined, 'top')
  await expect.poll(() => page.title()).toContain(await title.innerText())
  expect(await page.title()).not.toMatch(/^Erreur/)
}

/** One live region says it, which is on the screen; twice would be read twice. */
export async function expectSaid(page: Page, words: string): Promise<void> {
  const regions = page.locator('[role="alert"], [role="status"]').filter({ hasText: words })
  await regions.first().waitFor()
  await expect.poll(() => regions.count(), { message: `"${words}" is said once` }).toBe(1)
  const isSeen = () =>
    regions.first().evaluate(region => {
      const { top, bottom } = region.getBoundingClientRect()
      return top >= 0 && top < innerHeight && Math.min(bottom, top + 40) <= innerHeight
    })
  await expect.poll(isSeen, { message: `"${words}" is seen` }).toBe(true)
}
