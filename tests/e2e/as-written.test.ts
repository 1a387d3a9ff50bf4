import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { code, student } from './setup/answers.ts'
import { completeAnswers, confirm, dialog, enterCode, field, fill, phone, press, submit } from './setup/hands.ts'
import { atLeast, expectFault, expectNoFault, roundTrip } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** docs/contract.md, "Requests": numbers are typed as they stand on paper, and judged and sent bare (unit/spec/bare.test.ts). */

const students = visitors()
const provider = await oneProvider()

const nbsp = '\u00a0'
const save = 'etudiant/enrolement/add'

async function at(path: string, first: string, dist?: string): Promise<Page> {
  if (dist) provider.dist = dist
  const { page } = await students.at(provider.url, path)
  await field(page, first).waitFor()
  return page
}

const leave = (page: Page) => page.getByRole('heading', { level: 1 }).click()
/** What the clipboard holds comes in one piece, as `fill` does, but between what stands there already. */
const paste = (page: Page, text: string) => page.keyboard.insertText(text)

describe('a student who writes numbers as they stand on paper', () => {
  test('is not told of a bad format while the country is being typed, only that digits are missing', async () => {
    const page = await at('/register', 'anneeBac')
    await fill(page, { anneeBac: '2025' })
    await field(page, 'phone').focus()
    for (const key of '+223 76') {
      await page.keyboard.type(key)
      expect(await page.getByText('Format non valide.').count()).toBe(0)
    }
    await expectFault(page, 'phone', atLeast(8, 'chiffres'))
    await page.keyboard.type(' 54 32 10')
    await expectNoFault(page, 'phone')
    expect(await field(page, 'phone').inputValue(), 'while it is being typed').toBe('+223 76 54 32 10')
    await leave(page)
    await expect.poll(() => field(page, 'phone').inputValue()).toBe(phone)
    await expectNoFault(page, 'phone')
  })

  test('types on in the middle of a number without the cursor running away, and has a draft of bare numbers', async () => {
    const page = await at('/register', 'anneeBac')
    await fill(page, { anneeBac: '2025', phone: '7654' })
    await field(page, 'phone').evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 2))
    await page.keyboard.type(' 1 2')
    expect(await field(page, 'phone').inputValue()).toBe('76 1 254')
    const at2 = await field(page, 'phone').evaluate((input: HTMLInputElement) => input.selectionStart)
    expect(at2).toBe(6)
    // Whenever the page ends: the last field was not left.
    await fill(page, { phone: '+223 76 54 32 10', nina: 'nina 1234567' })
    await page.reload()
    await page.getByText('Brouillon repris').waitFor()
    expect(await field(page, 'phone').inputValue()).toBe(phone)
    expect(await field(page, 'nina').inputValue()).toBe('NINA1234567')
  })

  test('is found, warned of the bare number and saved with bare numbers (reading A), without leaving the last field', async () => {
    const page = await at('/register', 'anneeBac')
    await fill(page, {
      anneeBac: student.anneeBac,
      nina: ' nina 123 4567 ',
      ...completeAnswers,
      numAttest: '20-45.18',
      numPlace: ` 10${nbsp}245 `,
    })
    await confirm(page)
    // Another blank names nobody else: there is no other search.
    await field(page, 'numPlace').press('End')
    await page.keyboard.type(' ')
    await leave(page)
    await expect.poll(() => field(page, 'numPlace').inputValue()).toBe(student.numPlace)
    expect(await field(page, 'matricule').inputValue()).toBe(student.matricule)
    await roundTrip(page)
    expect(provider.calls('etudiant/search/matricule')).toHaveLength(1)
    await field(page, 'attestation').check()
    await fill(page, { phone: '+223 76 54 32 10' })
    await field(page, 'phone').press('Enter')
    expect(await dialog(page).locator('.phone').textContent()).toBe(phone)
    await confirm(page)
    await field(page, 'otp').waitFor()
    const { matricule, prenom, nom } = student
    expect(provider.calls(save).map(({ body }) => body)).toEqual([
      { ...completeAnswers, nina: 'NINA1234567', matricule, prenom, nom },
    ])
    await enterCode(page, ` ${code.slice(0, 2)} ${code.slice(2)}`)
    await field(page, 'attest').waitFor({ state: 'attached' })
    expect(provider.calls('etudiant/otp/valide').map(({ body }) => body)).toEqual([{ matricule, otp: code }])
  })

  test('can paste numbers with what stands around them; what does not fit stays to be seen, with its fault', async () => {
    const page = await at('/register', 'anneeBac')
    await fill(page, { anneeBac: '2025' })
    for (const [name, pasted, bare] of [
      ['nina', '1 23 45 6 78 901 234 k', '12345678901234K'],
      ['nina', 'NINA : 18503198001234A', '18503198001234A'],
      ['phone', '« (+223) 70 00 00 01 »', '70000001'],
      ['phone', '22370000001', '70000001'],
      ['phone', '٧٠٠٠٠٠٠١', '70000001'],
      ['numPlace', 'N° place 1001', '1001'],
    ] as const) {
      await field(page, name).clear()
      await paste(page, pasted)
      await expect.poll(() => field(page, name).inputValue(), { message: 'before the field is left' }).toBe(bare)
      await expectNoFault(page, name)
    }
    for (const [name, pasted, message] of [
      ['nina', 'NINA 18503198001234A 18503198001234B', 'Pas plus de 15 chiffres/lettres.'],
      ['phone', '70000001 ou 76000002', 'Format non valide.'],
    ] as const) {
      await field(page, name).clear()
      await paste(page, pasted)
      await leave(page)
      await expectFault(page, name, message)
      expect((await field(page, name).inputValue()).replaceAll(' ', '')).toContain(pasted.slice(-8).trim())
    }
    // Full as it is, another character is shown and told of.
    await fill(page, { nina: '12345678901234K' })
    await field(page, 'nina').press('Home')
    await page.keyboard.type('X')
    expect(await field(page, 'nina').inputValue()).toBe('X12345678901234K')
    await expectFault(page, 'nina', 'Pas plus de 15 chiffres/lettres.')
  })

  test('can paste the whole SMS where its code is asked for', async () => {
    const page = await at('/register', 'anneeBac')
    await fill(page, completeAnswers)
    await confirm(page)
    await field(page, 'attestation').check()
    await submit(page)
    await field(page, 'otp').focus()
    await paste(page, `Votre code est ${code}, demandé à 10:42 pour le 76 54 32 10. @portail.ml #${code}`)
    await expect.poll(() => field(page, 'otp').inputValue()).toBe(code)
    await press(page, 'Continuer')
    await field(page, 'attest').waitFor({ state: 'attached' })
    expect(provider.calls('etudiant/otp/valide').map(({ body }) => body)).toEqual([
      { matricule: student.matricule, otp: code },
    ])
  })
})
