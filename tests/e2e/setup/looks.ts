import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { field, fill } from './hands.ts'

/** What a student sees or hears, waited for as a person would: until it is there, or too long. */

interface Judged {
  invalid: boolean
  /** The texts that `aria-describedby` ties to the control. */
  says: string[]
}

function judged(page: Page, name: string): Promise<Judged> {
  return field(page, name).evaluate(control => ({
    invalid: control.getAttribute('aria-invalid') === 'true',
    says: (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .filter(Boolean)
      .map(id => document.getElementById(id)?.textContent ?? `nothing has the id ${id}`),
  }))
}

/** The control is marked as wrong, and exactly this message is tied to it. */
export async function expectFault(page: Page, name: string, message: string): Promise<void> {
  const what = () => judged(page, name).then(({ invalid, says }) => ({ invalid, fault: says[0] }))
  await expect.poll(what).toEqual({ invalid: true, fault: message })
}

/** Not marked as wrong; a hint may be tied to it, a fault must not. */
export async function expectNoFault(page: Page, name: string): Promise<void> {
  await expect.poll(() => judged(page, name).then(({ invalid }) => invalid)).toBe(false)
  expect((await judged(page, name)).says.join(' ')).not.toMatch(/obligatoire|valide|Pas (moins|plus)/)
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export async function expectDisabled(page: Page, name: string, disabled = true): Promise<void> {
  await expect.poll(() => button(page, name).isDisabled(), { message: name }).toBe(disabled)
}

/** An alert of this tone with this text and, as for every alert, the role that goes with it. */
export async function expectAlert(page: Page, tone: string, text: string): Promise<void> {
  const role = tone === 'danger' ? 'alert' : 'status'
  await page.locator(`[role="${role}"][data-tone="${tone}"]`, { hasText: text }).first().waitFor()
}

export const scrolled = (page: Page) => page.evaluate(() => window.scrollY)

/** So that coming back to the top can be told from having been there. */
export async function scrollToBottom(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await expect.poll(() => scrolled(page)).toBeGreaterThan(100)
}

export async function expectAtTop(page: Page): Promise<void> {
  await expect.poll(() => scrolled(page)).toBe(0)
}

/** Whatever the page had asked for before this has reached the provider when it resolves. */
export async function roundTrip(page: Page): Promise<void> {
  await page.evaluate(() => fetch('/robots.txt', { cache: 'no-store' }).then(answer => answer.text()))
}

/** Section 5, to the letter and not taken from the portal. */
export const required = 'Champ obligatoire.'
export const format = 'Format non valide.'
export const atLeast = (count: number, unit: string) => `Pas moins de ${count} ${unit}.`
export const codeTooShort = atLeast(11, 'chiffres/lettres')

/** What is typed → what is said; an empty answer is one that was given and taken back. */
export type Mistake = readonly [typed: string, message: string]

/** Each mistake is told on its field, what was typed stays, and the form can't be sent. */
export async function expectMistakes(
  page: Page,
  name: string,
  good: string,
  mistakes: readonly Mistake[],
  submit = 'Continuer',
): Promise<void> {
  for (const [typed, message] of mistakes) {
    await fill(page, { [name]: good })
    await expectNoFault(page, name)
    await fill(page, { [name]: typed })
    await expectFault(page, name, message)
    expect(await field(page, name).inputValue(), 'what was typed is kept').toBe(typed)
    await expectDisabled(page, submit)
  }
}

/** Each address of the portal, and what its page is headed. */
export const headings = [
  ['/', 'Inscription des bacheliers'],
  ['/home', 'Inscription des bacheliers'],
  ['/register', 'Informations personnelles'],
  ['/status', 'État de mon dossier'],
  ['/recepisse', 'Récépissé'],
  ['/update', 'Mise à jour effectuée'],
  ['/reclamation/MA2025TR001', 'Mise à jour de mes documents'],
  ['/une/page/inconnue', '404'],
] as const

const axe = () => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Found {
  id: string
  nodes: { html: string; failureSummary?: string }[]
}

interface Axe {
  run(options: object): Promise<{ violations: Found[] }>
}

/** All of WCAG 2.2, A and AA, and what axe holds for good practice; and text of 7:1, which the sun asks for. */
const rules = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice', 'cat.color'],
  rules: {
    'target-size': { enabled: true },
    'color-contrast-enhanced': { enabled: true },
  },
}

/** Nothing else differs between the two schemes. */
const colourRules = { ...rules, runOnly: ['cat.color'] }

async function faults(page: Page, asked: object = rules): Promise<string[]> {
  await page.evaluate(axe())
  return page.evaluate(async options => {
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(options)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    )
  }, asked)
}

/** Usable by who can't see it, or sees it badly: axe's rules, and nothing that is wider than the screen. */
export async function expectUsable(page: Page, screen: string): Promise<void> {
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(await faults(page), screen).toEqual([])
  expect(await wide(), `${screen} scrolls sideways`).toBe(false)
}

/** The same, and legible in the other colour scheme as well: there only colours are looked at, in the same visit. */
export async function expectUsableInBothLights(page: Page, screen: string): Promise<void> {
  await expectUsable(page, screen)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [here, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  await page.emulateMedia({ colorScheme: other })
  expect(await faults(page, colourRules), `${screen}, ${other}`).toEqual([])
  await page.emulateMedia({ colorScheme: here })
}
