import { expect, test } from 'vitest'
import { westernDigits } from '../../src/spec/digits.ts'
import { parseCommandLine } from '../src/operator/arguments.ts'
import { parseStudents } from '../src/operator/csv.ts'
import { oneCampus } from './setup/campus.ts'
import { from, readCode, students } from './setup/visitor.ts'

/** Every decimal digit of Unicode is read as 0 to 9, wherever a number is asked for. */

const written = (system: string) => (number: string) =>
  number.replace(/\d/g, digit => new Intl.NumberFormat('en', { numberingSystem: system }).format(Number(digit)))
const arabic = written('arab')
const nko = written('nkoo')
const wide = written('fullwide')

/** Of which a digit is one sign. */
const systems = Intl.supportedValuesOf('numberingSystem').filter(system => /^\p{Nd}$/u.test(written(system)('7')))

test.each(systems)('of the numbers that are called %s', system => {
  expect(westernDigits(`A${written(system)('0123456789')}b`)).toBe('A0123456789b')
})

test('of every script there is, and of nothing else', () => {
  expect(systems.length).toBeGreaterThan(50)
  const all = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter(code => code < 0xd800 || code > 0xdfff)
    .map(code => String.fromCodePoint(code))
  const digits = all.filter(sign => /\p{Nd}/u.test(sign))
  expect(digits.length).toBeGreaterThan(600)
  for (const [index, digit] of digits.entries()) expect(westernDigits(digit), digit).toBe(String(index % 10))
  const rest = all.filter(sign => !/\p{Nd}/u.test(sign)).join('')
  expect(westernDigits(rest) === rest).toBe(true)
})

const { server, visitor } = await oneCampus()
const { aminata, moussa } = students

test('a whole enrolment, its status and its receipt', async () => {
  const { matricule, anneeBac, numPlace, serie, ae, nom, prenom } = aminata
  const place = { anneeBac: arabic(anneeBac), numPlace: nko(`00${numPlace}`), serie, ae }
  const found = await visitor.search(place)
  expect(found.json).toMatchObject({ status: 1, resultat: { matricule } })
  const numbers = { matricule: arabic(matricule), phone: arabic('70000001'), numAttest: nko('123456') }
  const typed = { ...numbers, anneeBac: wide(anneeBac), numPlace: arabic(numPlace), nina: wide('18503198001A') }
  const body = { ...typed, serie, ae, nom, prenom, tuteur: 'NINA' }
  expect((await visitor.call('enrolement/add', body)).status).toBe(1)
  const otp = await readCode(server, '70000001')
  expect((await visitor.give(aminata, arabic(otp))).status).toBe(1)
  const status = await visitor.call('enrolement/statut/phone', { phone: nko('70000001') })
  expect(status.json).toMatchObject({ matricule })
  const receipt = { ...aminata, matricule: wide(matricule), numPlace: arabic(numPlace) }
  expect((await visitor.receipt(receipt, arabic(otp))).status).toBe(1)
  const [row] = await server.database.query<{ phone: string; nina: string }>(
    "SELECT phone, answers->>'nina' AS nina FROM enrolments WHERE matricule = $1",
    [matricule],
  )
  expect(row).toEqual({ phone: '70000001', nina: '18503198001A' })
})

test('the shorter form, with its date', async () => {
  const { matricule, numPlace, nom, prenom } = moussa
  const body = {
    ...{ matricule, nom, prenom, tuteur: 'NINA', numPlace: arabic(numPlace), numAttest: arabic('1') },
    ...{ phone: arabic('70000002'), dateNaiss: arabic('2007-05-04') },
  }
  expect((await visitor.call('enrolement/add', body)).status).toBe(1)
})

test('other digits bring no further guesses', async () => {
  const wrong = async (write: (number: string) => string) => {
    const { matricule } = students.fatoumata
    return (await visitor.give({ matricule: write(matricule) }, write('0000'), from('192.0.2.9'))).http
  }
  const answers = []
  for (const write of [String, arabic, nko, wide]) answers.push(await wrong(write))
  expect(answers).toEqual([200, 200, 200, 429])
})

test('a list, and what an operator types', async () => {
  const row = ['BKO2026T001', 'DIARRA', 'Awa', '2026', '1001', 'TSE', 'BKORD'].map(arabic).join(',')
  expect(await parseStudents(`matricule,nom,prenom,anneeBac,numPlace,serie,ae\n${row}`)).toMatchObject({
    students: [{ student: { matricule: 'BKO2026T001', anneeBac: 2026, numPlace: '1001' } }],
    problems: [],
  })
  for (const [words, command] of [
    [['allow-phone', arabic('BKO2026T001'), arabic('70000001')], { matricule: 'BKO2026T001', phone: '70000001' }],
    [['waiting', '--most', arabic('12')], { most: 12 }],
    [['stats', '--day', wide('2026-12-01')], { day: '2026-12-01' }],
    [['reject', 'BKO2026T001', 'attest', arabic('Page 2 ?')], { message: arabic('Page 2 ?') }],
  ] as const)
    expect(parseCommandLine(words)).toMatchObject({ command })
})
