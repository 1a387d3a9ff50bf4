import { describe, expect, test } from 'vitest'
import { field, fill } from './setup/hands.ts'
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
    const { page } = await students.open('phone', provider.url)
    await page.goto('/recepisse')
    await expectAlert(page, 'danger', 'vide')
    expect(await page.locator('form > *').first().getAttribute('role')).toBe('alert')
    await page.getByText(/Nouvel essai dans \d+ s/).waitFor()
    provider.behave()
    await fill(page, { serie: 'TSE' })
    await expect.poll(() => page.locator('main [role="alert"]').count()).toBe(0)
  })

  test('sends an empty list to the worker is not left with it at the next visit', async () => {
    provider.script(series, { reply: { Resultat: [[]] } })
    const { page } = await students.open('phone', provider.url)
    await page.goto('/home')
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await expect.poll(() => provider.calls(series).length).toBeGreaterThan(0)
    provider.behave()
    await page.goto('/recepisse')
    await fill(page, { serie: 'TSE' })
  })

  test('sends malformed choices and one of them twice can choose from the others', async () => {
    const list = [
      null,
      [1, 2],
      { libelle: 'Sans code' },
      '',
      { code: 'TSE', libelle: 'Sciences' },
      7,
      { code: 'TSE' },
      'TLL',
    ]
    provider.script(series, { reply: { Resultat: [list] } })
    const { page } = await students.open('phone', provider.url)
    await page.goto('/recepisse')
    await fill(page, { serie: 'TSE' })
    expect((await field(page, 'serie').locator('option').allTextContents()).slice(1)).toEqual(['Sciences', '7', 'TLL'])
  })
})
