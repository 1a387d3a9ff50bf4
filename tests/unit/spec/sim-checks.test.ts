import { describe, expect, test } from 'vitest'
import { dialAddress, readSimChecks } from '../../../src/spec/sim-checks.ts'

test('without settings no operator has a check, and a blank setting is the same as none', () => {
  expect(readSimChecks({})).toEqual([])
  expect(readSimChecks({ VITE_SIM_CHECK_ORANGE: '', VITE_SIM_CHECK_TELECEL: '  ' })).toEqual([])
})

test('each operator that is set has its own, in one order', () => {
  const env = { VITE_SIM_CHECK_TELECEL: '36000', VITE_SIM_CHECK_ORANGE: ' *123# ', VITE_SIM_CHECK_MALITEL: '#144*7#' }
  expect(readSimChecks(env)).toEqual([
    ['orange', '*123#'],
    ['malitel', '#144*7#'],
    ['telecel', '36000'],
  ])
})

test.each([
  ['*123#', 'tel:*123%23'],
  ['*123*4#', 'tel:*123*4%23'],
  ['*#06#', 'tel:*%2306%23'],
  ['#144#', 'tel:%23144%23'],
  ['36000', 'tel:36000'],
  ['+22376000000', 'tel:+22376000000'],
])('%s can be set, and is dialled by %s', (dialled, address) => {
  expect(readSimChecks({ VITE_SIM_CHECK_ORANGE: dialled })).toEqual([['orange', dialled]])
  expect(dialAddress(dialled)).toBe(address)
  // A browser reads no fragment in it: the phone gets the whole code.
  expect(new URL(address).hash).toBe('')
})

describe.each(['VITE_SIM_CHECK_ORANGE', 'VITE_SIM_CHECK_MALITEL', 'VITE_SIM_CHECK_TELECEL'])('a bad %s', name => {
  // The second is what is left of `*123#` in a file of settings, where `#` begins a comment.
  const bad = [
    'appelez le 36000',
    '*123',
    '123#',
    '*#',
    '*12 3#',
    '*123#"',
    '7',
    '*123#;ext=4',
    'tel:*123#',
    '+',
    '*a#',
  ]
  test.each(bad)('"%s" fails the build in words', value => {
    expect(() => readSimChecks({ [name]: value })).toThrow(
      new Error(`${name} is "${value}": write what students dial, such as "*123#" (in quotes) or 36000.`),
    )
  })
})
