import { describe, expect, test } from 'vitest'
import {
  type Check,
  chosen,
  chosenMin2,
  codeOfLength,
  digitsAtLeast,
  digitsExactly,
  faultOf,
  letters,
  number,
} from '../../../src/spec/checks.ts'
import { formatMessage } from '../../../src/spec/checks-text.ts'
import { requiredMessage } from '../../../src/spec/text.ts'

const required = 'Champ obligatoire.'
const format = 'Format non valide.'

test('the two sentences are those of section 5', () => {
  expect([requiredMessage, formatMessage]).toEqual([required, format])
})

/** Section 5, receipt form: field, value, message. */
const receipt: [string, Check, [string, string | undefined][]][] = [
  [
    'otp',
    digitsAtLeast(4),
    [
      ['', required],
      ['12a', format],
      ['123', 'Pas moins de 4 chiffres.'],
      ['1234', undefined],
      ['12345', undefined],
    ],
  ],
  [
    'matricule',
    codeOfLength(11, 11),
    [
      ['', required],
      ['ml202600042', format],
      ['ML20260004', 'Pas moins de 11 chiffres/lettres.'],
      ['ML202600042', undefined],
      ['ML2026000421', 'Pas plus de 11 chiffres/lettres.'],
    ],
  ],
  [
    'num_place',
    number,
    [
      ['', required],
      ['12 a', format],
      ['0', undefined],
    ],
  ],
  [
    'serie',
    letters,
    [
      ['', required],
      ['T2', format],
      ['T', 'Pas moins de 2 lettres.'],
      ['TSE', undefined],
    ],
  ],
  [
    'ae',
    letters,
    [
      ['', required],
      ['AE-1', format],
      ['B', 'Pas moins de 2 lettres.'],
      ['Bamako Rive', undefined],
    ],
  ],
]

describe.each(receipt)('on the receipt form, %s', (_, check, cases) => {
  test.each(cases)('"%s" is told %s', (value, message) => expect(faultOf(check, value)).toBe(message))
})

describe('the first thing that is wrong is told, and only that', () => {
  const check = digitsExactly(4)
  test.each([
    ['nothing was typed', '', required],
    ['only blanks were typed', '  ', required],
    ['letters are too few, too', 'a', format],
    ['letters are too many, too', 'abcdef', format],
    ['digits are too few', '123', 'Pas moins de 4 chiffres.'],
    ['digits are too many', '12345', 'Pas plus de 4 chiffres.'],
    ['all is well', '1234', undefined],
  ])('when %s', (_, value, message) => expect(faultOf(check, value)).toBe(message))
})

describe('blanks at the ends of a name count for nothing, so', () => {
  const short = 'Pas moins de 2 lettres.'
  test.each([
    ['one letter and a blank', 'A ', short],
    ['one letter between blanks', '  A\u00a0 ', short],
    ['two letters and a blank', 'Bâ ', undefined],
    ['two names', 'A B', undefined],
  ])('%s is told so', (_, value, message) => expect(faultOf(letters, value)).toBe(message))
})

test.each([
  ['a choice', chosen, '', required],
  ['a choice', chosen, '2', undefined],
  ['a choice of two letters at least', chosenMin2, 'B', 'Pas moins de 2 lettres.'],
  ['a choice of two letters at least', chosenMin2, 'B1', undefined],
  ['a code without an upper limit', codeOfLength(11), 'A'.repeat(99), undefined],
])('%s: %#', (_, check, value, message) => expect(faultOf(check, value)).toBe(message))
