import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bareCode, bareName, bareNumber, barePhone, bareSmsCode } from '../../../src/spec/bare.ts'
import { faultOf, personName } from '../../../src/spec/checks.ts'
import { westernDigits } from '../../../src/spec/digits.ts'

const nbsp = '\u00a0'
const narrow = '\u202f'
/** As a phone's address book copies a number: between two marks that nobody sees. */
const marked = (text: string) => `\u202a${text}\u202c`

const table: [string, (typed: string) => string, [string, string][]][] = [
  [
    'a number',
    bareNumber,
    [
      ['', ''],
      ['10245', '10245'],
      [' 10245 ', '10245'],
      ['10 245', '10245'],
      [`10${nbsp}245${narrow}0`, '102450'],
      ['10.245', '10245'],
      ['10-245', '10245'],
      ['10‑24–5', '10245'],
      ['10_245', '10245'],
      [marked('4826'), '4826'],
      ['0022376', '0022376'],
      ['« 1001 »', '1001'],
      ['(1001).', '1001'],
      ['+1001', '1001'],
      ['n° 4', '4'],
      ['N° 1001', '1001'],
      ['Nº1001', '1001'],
      ['№ 1001', '1001'],
      ['no. 1001', '1001'],
      ['N° place 1001', '1001'],
      ['Numéro de place au bac : 1001', '1001'],
      ["Attestation n°20-45.18 (l'original)", '204518'],
      ['1/2', '1/2'],
      ['1001, 1002', '1001, 1002'],
      ['١٠٠١ :رقم', '1001'],
      ['10a', '10a'],
      ['a10', 'a10'],
      ['Place 1001, salle 3', 'Place 1001, salle 3'],
      ['Votre place', 'Votre place'],
      ['n°', 'n°'],
      ['-', ''],
    ],
  ],
  [
    'a phone number',
    barePhone,
    [
      ['', ''],
      ['76123456', '76123456'],
      ['76123456 ', '76123456'],
      ['76-12-34-56', '76123456'],
      ['76.12.34.56', '76123456'],
      ['70/00/00/01', '70000001'],
      ['٧٠٠٠٠٠٠١', '70000001'],
      ['+٢٢٣ ٧٠ ٠٠ ٠٠ ٠١', '70000001'],
      ['＋２２３　７０００　０００１', '70000001'],
      [`+223${nbsp}76${nbsp}12${nbsp}34${nbsp}56`, '76123456'],
      [marked('+223 76 12 34 56'), '76123456'],
      ['0022376123456', '76123456'],
      ['00 223 76 12 34 56', '76123456'],
      ['(+223) 70 00 00 01', '70000001'],
      ['+(223) 70-00-00-01', '70000001'],
      ['(00223)70000001', '70000001'],
      ['22370000001', '70000001'],
      ['223 70 00 00 01', '70000001'],
      ['22322300', '22322300'],
      ['22322322300', '22322300'],
      ['Tel: 70000001', '70000001'],
      ['Tél. : +223 70 00 00 01', '70000001'],
      ['tel:+22370000001', '70000001'],
      ['WhatsApp (+223) 70 00 00 01', '70000001'],
      ['70 00 00 01 (Orange)', '70000001'],
      ['+223 76', '76'],
      ['22376123', '22376123'],
      ['+221 77 12 34 56', '+221 77 12 34 56'],
      ['76123456+223', '76123456+223'],
      ['70000001 ou 76000002', '70000001 ou 76000002'],
      ['7000000O', '7000000O'],
    ],
  ],
  [
    'a matricule or a NINA number',
    bareCode,
    [
      ['', ''],
      ['MA2025TR001', 'MA2025TR001'],
      ['ma2025tr001', 'MA2025TR001'],
      [' Ma2025-Tr001 ', 'MA2025TR001'],
      ['1 23 45 6 78 901 234 k', '12345678901234K'],
      ['BKO 2026 T001', 'BKO2026T001'],
      ['BKO/2026/T001', 'BKO/2026/T001'],
      ['BKO2026T001, BKO2026T002', 'BKO2026T001, BKO2026T002'],
      ['(BKO2026T001).', 'BKO2026T001'],
      ['bko-2026-t-001', 'BKO2026T001'],
      ['BKO٢٠٢٦T٠٠١', 'BKO2026T001'],
      ['ma 2025 at42 ab', 'MA2025AT42AB'],
      ['KAYES 202600', 'KAYES202600'],
      ['A 2345678901234B', 'A2345678901234B'],
      ['nina 123 4567', 'NINA1234567'],
      ['NINA : 18503198001234A', '18503198001234A'],
      ['NINA 18503198001234A', '18503198001234A'],
      ['NINA 18503198001', '18503198001'],
      ["Carte d'identité NINA n° : 1 85 03 1 98 001 234 A.", '18503198001234A'],
      ['N° 18503198001234A', '18503198001234A'],
      ['N.° 18503198001234A', '18503198001234A'],
      ['Matricule: BKO2026T001', 'BKO2026T001'],
      ['Matricule BKO2026T001', 'BKO2026T001'],
      ['Mon numéro matricule est le BKO 2026 T001', 'BKO2026T001'],
      ['Mle=bko2026t001', 'BKO2026T001'],
      ['Matricule : BKO2026T00', 'BKO2026T00'],
      ['BKO2026T001 (matricule)', 'BKO2026T001'],
      ['« BKO2026T001 »', 'BKO2026T001'],
      ['18503198001234A Awa Traoré', '18503198001234A'],
      ['NINA : 18503198001234ABC', '18503198001234ABC'],
      ['Matricule', 'MATRICULE'],
      ['é', 'é'],
      ['BKO2026É001', 'BKO2026É001'],
    ],
  ],
  [
    'the code of an SMS',
    bareSmsCode,
    [
      ['', ''],
      ['1234', '1234'],
      [' 48-26', '4826'],
      ['1 2 3 4', '1234'],
      ['١٢٣٤', '1234'],
      ['12345', '12345'],
      ['48a6', '48a6'],
      ['Code : 1234', '1234'],
      ['Votre code est 1234. Ne le donnez à personne.', '1234'],
      ['Inscription : votre code est 1234. Il est valable 30 minutes.\n\n@portail.ml #1234', '1234'],
      ['Inscription : votre code est 1234. Il est valable 30 minutes.@localhost:4173 #1234', '1234'],
      ['Votre code est 1234, demandé à 10:42 pour le 70 00 00 01. @portail.ml #1234', '1234'],
      ['Votre code est 1234, demandé à 10:42 pour le 7000 0001.', '1234'],
      ['Demandé à 10h42 le 28/11/2026, code 1234.', '1234'],
      ['Bac 2026 : votre code est 1234.', '1234'],
      ['Code de votre inscription 2026 : 1234 (valable 30 min)', '1234'],
      ['1234 est votre code. Inscription 2026.', '1234'],
      ['Votre code est 2031 ; 1500 FCFA ne vous seront jamais demandés.', '2031'],
      ['Votre code est 1234 (10:42).', '1234'],
      ['Code : 12 34', '1234'],
      ['Votre code est 1234. @a.ml #1234 Votre code est 5678. @a.ml #5678', '5678'],
      ['رمزك هو ١٢٣٤ ، ١٠:٤٢', '1234'],
      ['Code 1234 ou code 5678', 'Code 1234 ou code 5678'],
      ['Votre code est 12345.', '12345'],
      ['G-1234 : code de BKO2026T001', '1234'],
      ['Code BKO2026T001 1234', '1234'],
      ['1234FCFA', '1234FCFA'],
    ],
  ],
]

describe.each(table)('%s that a student types or pastes', (_, bare, cases) => {
  test.each(cases)('as "%s" is "%s"', (typed, expected) => expect(bare(typed)).toBe(expected))

  test('has lost all that it loses the first time', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(\+223|00223)?[\d .:a-z-]{0,14}$/), typed => {
        fc.pre(!/^\D*(00)?223/.test(bare(typed)))
        expect(bare(bare(typed))).toBe(bare(typed))
      }),
    )
  })
})

describe('a name is sent with the signs of the contract, so', () => {
  const apostrophes = [..."'\u2018\u201b`´′＇"].map(sign => [`N${sign}Diaye`, "N'Diaye"])
  const hyphens = [...'-\u2010\u2011–—−﹣－'].map(sign => [`Marie${sign}Claire`, 'Marie-Claire'])
  test.each([
    ...apostrophes,
    ...hyphens,
    ['N’Diaye', 'N’Diaye'],
    ['NʼDiaye', 'NʼDiaye'],
    [` Awa${nbsp} Noëlle `, 'Awa Noëlle'],
    [marked('Awa'), 'Awa'],
    ['Tra0ré', 'Tra0ré'],
  ])('"%s" is "%s"', (typed, sent) => {
    expect(bareName(typed)).toBe(sent)
    if (sent !== 'Tra0ré') expect(faultOf(personName, sent)).toBeUndefined()
  })
})

test.each([bareNumber, barePhone, bareCode, bareSmsCode])('a whole book that is pasted stays as it is: %#', bare => {
  for (const book of ['Le code est là. ', '1 a ', '@', 'NINA : ', '70 ']) {
    const pasted = ` ${book.repeat(200_000)}!`
    expect(bare(pasted) === pasted.trim()).toBe(true)
  }
})

const begun = ['+', '+2', '+22', '+223', '+223 ']
test.each(begun)('"%s" is no phone number yet', typed => expect(barePhone(typed)).toBe(''))

describe('every decimal digit is read as 0 to 9', () => {
  const all = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter(code => code < 0xd800 || code > 0xdfff)
    .map(code => String.fromCodePoint(code))

  // Not the portal's own way of counting: Intl writes each system's digits by a table.
  const systems = Intl.supportedValuesOf('numberingSystem')
    .map(system => [system, new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false })] as const)
    .map(([system, { format }]) => [system, [...'0123456789'].map(digit => format(Number(digit)))] as const)
    .filter(([, digits]) => digits.every(digit => /^\p{Nd}$/u.test(digit)))

  test('of the systems, of which there are many', () => expect(systems.length).toBeGreaterThan(50))

  test.each(systems)('of the system %s', (_, digits) => {
    expect(westernDigits(digits.join(''))).toBe('0123456789')
    const phone = [...'70000001'].map(digit => digits[Number(digit)]).join('')
    expect(barePhone(phone)).toBe('70000001')
  })

  test('and no decimal digit is left out', () => {
    const digits = all.filter(sign => /\p{Nd}/u.test(sign))
    expect(westernDigits(digits.join(''))).toMatch(/^(?:0123456789)+$/)
  })

  test('and nothing else is changed', () => {
    const others = all.filter(sign => !/\p{Nd}/u.test(sign)).join('')
    expect(westernDigits(others) === others).toBe(true)
  })
})
