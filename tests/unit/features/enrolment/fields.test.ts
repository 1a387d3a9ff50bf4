import { afterEach, describe, expect, test, vi } from 'vitest'
import { learnTold } from '../../../../src/core/api/clock.ts'
import { type Field, type FieldName, faultOfAnswer, fields } from '../../../../src/features/enrolment/fields.ts'

afterEach(() => {
  vi.useRealTimers()
})

const required = 'Champ obligatoire.'
const format = 'Format non valide.'
const ok = undefined
const short = (count: number, unit: string) => `Pas moins de ${count} ${unit}.`

/** Section 5, steps 1 and 2, to the letter: what is typed, what is told. */
const rules: { [F in FieldName]: [string, string | undefined][] } = {
  anneeBac: [
    ['', required],
    ['2025', ok],
  ],
  tuteur: [
    ['', required],
    ['CNI', ok],
  ],
  nina: [
    ['', ok],
    ['  ', ok],
    ['1234567890', short(11, 'chiffres/lettres')],
    ['12345678901', ok],
    ['A2345678901234B', ok],
    ['A2345678901234BC', 'Pas plus de 15 chiffres/lettres.'],
    ['a2345678901', format],
    ['12345-78901', format],
  ],
  phone: [
    ['', required],
    ['   ', required],
    ['7612 3456', format],
    ['+2237612', format],
    ['7', short(8, 'chiffres')],
    ['7612345', short(8, 'chiffres')],
    ['76123456', ok],
    ['761234567', 'Pas plus de 8 chiffres.'],
  ],
  matricule: [
    ['', required],
    ['ml202600042', format],
    ['ML20260004', short(11, 'chiffres/lettres')],
    ['ML202600042', ok],
    ['ML2026000421', ok],
  ],
  numPlace: [
    ['', required],
    ['12a', format],
    ['1', ok],
  ],
  numAttest: [
    ['', required],
    ['n°12', format],
    ['1', ok],
  ],
  nom: [
    ['', required],
    ['Tra0ré', format],
    ['T', short(2, 'lettres')],
    ['T ', short(2, 'lettres')],
    ['Bâ', ok],
    ['Traoré Diallo', ok],
    ["N'Diaye", ok],
    ['N’Diaye', ok],
    ["D'Artagnan-N'Diaye Bâ", ok],
    ["A'", short(2, 'lettres')],
    ["-'", short(2, 'lettres')],
    ['Diaye<', format],
    ['Diaye;', format],
  ],
  prenom: [
    ['', required],
    ['Awa!', format],
    ['A', short(2, 'lettres')],
    ['Aïssata', ok],
    ['Marie-Claire', ok],
    ['ߡߊߡߊߘߎ', ok],
    ['Aïssata'.normalize('NFD'), ok],
  ],
  serie: [
    ['', required],
    ['TSE1', format],
    ['T-S', format],
    ['T', short(2, 'lettres')],
    ['TSE', ok],
  ],
  ae: [
    ['', required],
    ['B', short(2, 'lettres')],
    ['Bamako Rive Droite', ok],
    ['AE 12', ok],
  ],
  dateNaiss: [
    ['', required],
    ['04/05/2007', format],
    ['2007-13-01', format],
    ['2007-02-30', format],
    ['2999-01-01', format],
    ['0001-01-01', format],
    ['0007-05-04', format],
    ['1899-12-31', format],
    ['1900-01-01', ok],
    ['2007-05-04', ok],
  ],
}

describe.each(Object.entries(rules))('a student who fills in %s', (name, cases) => {
  const field = name as FieldName
  test.each(cases)('with "%s" is told %s', (value, message) => {
    expect(faultOfAnswer(field, { [field]: value })).toBe(message)
  })

  test('and has not begun is treated as if it were empty', () => {
    expect(faultOfAnswer(field, {})).toBe(faultOfAnswer(field, { [field]: '' }))
  })
})

test('only the NINA card number is optional', () => {
  const table: Record<string, Field> = fields
  expect(Object.keys(table).filter(name => table[name]?.optional)).toEqual(['nina'])
})

describe('every field that takes digits takes those of every keyboard', () => {
  test.each(['numAttest', 'phone', 'numPlace'] as const)('%s', name => {
    const typed = name === 'phone' ? '٧٠ ۰۰ ०० ߀߁' : '𝟙٠٠１'
    const bare = fields[name].bare(typed)
    expect(bare).toMatch(/^[0-9]+$/)
    expect(faultOfAnswer(name, { [name]: bare })).toBeUndefined()
  })
  test.each(['nina', 'matricule'] as const)('%s', name => {
    expect(fields[name].bare('bko２０２６t٠٠١')).toBe('BKO2026T001')
  })
})

test('a birth lies before today, also where the date of the phone is years off', () => {
  const births = (now: number, ...dates: string[]) => {
    vi.useFakeTimers({ now, toFake: ['Date'] })
    return dates.map(dateNaiss => faultOfAnswer('dateNaiss', { dateNaiss }))
  }
  const [today, past, future] = [Date.UTC(2026, 9, 1, 15), Date.UTC(2005, 0, 1), Date.UTC(2040, 0, 1)]
  expect(births(today, '2026-09-30', '2026-10-01', '2026-10-02')).toEqual([ok, format, format])
  learnTold('Sat, 28 Nov 2026 10:00:00 GMT')
  for (const wrong of [past, future]) expect(births(wrong, '2007-05-04', '2026-11-29')).toEqual([ok, format])
})
