import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { field, fill } from './hands.ts'
import { expectDisabled, expectFault, expectNoFault } from './looks.ts'

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
