import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bareCode, bareNumber, barePhone } from '../../../src/spec/checks.ts'

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
      [marked('4826'), '4826'],
      ['0022376', '0022376'],
      ['n° 4', 'n°4'],
      ['10a', '10a'],
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
      [`+223${nbsp}76${nbsp}12${nbsp}34${nbsp}56`, '76123456'],
      [marked('+223 76 12 34 56'), '76123456'],
      ['0022376123456', '76123456'],
      ['00 223 76 12 34 56', '76123456'],
      ['+223 76', '76'],
      ['22376123', '22376123'],
      ['+221 77 12 34 56', '+22177123456'],
      ['76123456+223', '76123456+223'],
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
      ['é', 'É'],
      ['ma/2025', 'MA/2025'],
    ],
  ],
]

describe.each(table)('%s that a student types', (_, bare, cases) => {
  test.each(cases)('as "%s" is "%s"', (typed, expected) => expect(bare(typed)).toBe(expected))

  test('has lost all that it loses the first time', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(\+223|00223)?[\d .a-z-]{0,14}$/), typed => {
        fc.pre(!/^\D*(00)?223/.test(bare(typed)))
        expect(bare(bare(typed))).toBe(bare(typed))
      }),
    )
  })
})

test.each(['+', '+2', '+22', '+223', '+223 '])(
  'who has typed no more of a phone number than "%s" has typed none',
  typed => expect(barePhone(typed)).toBe(''),
)
