import { describe, expect, test } from 'vitest'
import { digits, lettersAndSpaces, uppercaseAndDigits } from '../../../src/spec/checks.ts'

const table: [string, RegExp, string[], string[]][] = [
  ['digits', digits, ['', '0', '76123456'], ['7612345a', ' 1', '1 ', '1\n', '-1', '1.5', '٣', '１']],
  ['uppercase letters and digits', uppercaseAndDigits, ['', 'ML2026', '0'], ['ml', 'É', 'A B', 'A-B', 'A\n']],
  [
    'letters and spaces',
    lettersAndSpaces,
    ['', 'Aïssata', 'Aïssata'.normalize('NFD'), 'Ɲàmɔgɔ', 'Ba Sékou', 'tse'],
    ["N'Diaye", 'Awa2', 'A-B', 'A_B', 'Awa!', 'A<b>'],
  ],
]

describe.each(table)('a field of %s', (_, pattern, good, bad) => {
  test.each(good)('takes "%s"', value => expect(pattern.test(value)).toBe(true))
  test.each(bad)('refuses "%s"', value => expect(pattern.test(value)).toBe(false))
})
