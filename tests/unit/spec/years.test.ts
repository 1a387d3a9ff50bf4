import { expect, test } from 'vitest'
import { yearGroupOf, yearGroups } from '../../../src/spec/years.ts'

test('a student is offered three groups of years', () => {
  expect(yearGroups.map(({ code }) => code)).toEqual(['2021', '1920', 'anciens'])
  expect(yearGroups.map(({ libelle }) => libelle).slice(0, 2)).toEqual(['2021 ou plus', '2019-2020'])
})

test.each(yearGroups)('the code $code names its group', ({ code }) => expect(yearGroupOf(code)).toBe(code))

test.each(['', '2026', ' 2021', 'ANCIENS', 'toString', '__proto__'])('no base answers the code "%s"', code => {
  expect(yearGroupOf(code)).toBeUndefined()
})
