import { describe, expect, test } from 'vitest'
import { fill } from './setup/hands.ts'
import { expectAlert } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** docs/contract.md, "Answers": what a list may be. A select without choices would end an enrolment without a word. */

const students = visitors()
const provider = await oneProvider()
const series = 'etudiant/liste/serie'

describe('a student whose provider', () => {
  test('sends an empty list reads that in red at the top of the form, and has it once it is filled', async () => {
    provider.script(series, { reply: { Resultat: [[]] } })
    const { page } = await students.at(provider.url, '/recepisse')
    await expectAlert(page, 'danger', 'vide')
    expect(await page.locator('form > *').first().getAttribute('role')).toBe('alert')
    await page.getByText(/Nouvel essai dans \d+ s/).waitFor()
    provider.behave()
    await fill(page, { serie: 'TSE' })
    await expect.poll(() => page.locator('main [role="alert"]').count()).toBe(0)
  })
})
