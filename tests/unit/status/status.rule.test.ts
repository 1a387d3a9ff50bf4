import { describe, expect, test } from 'vitest'
import { invalidMessage } from '../../../src/common/text.ts'
import {
  matriculeFault,
  mayCorrect,
  phoneFault,
  statusEndpoint,
  statusFault,
  toneOf,
} from '../../../src/status/status.rule.ts'
import { bothMessage, neitherMessage } from '../../../src/status/text.ts'

const format = 'Le format est invalide.'

test('the three sentences are those of section 5', () => {
  expect([invalidMessage, bothMessage, neitherMessage]).toEqual([
    format,
    'Les deux champs ne sont pas autorisés ensemble.',
    "Renseigner l'un des deux champs svp!!!",
  ])
})

describe('a student who asks for the state of a file', () => {
  test.each([
    ['76123456', undefined],
    ['7612345', format],
    ['761234567', format],
    ['7612345a', format],
    ['76 12345', format],
    ['+7612345', format],
  ])('with the phone number "%s" is told %s', (phone, message) => {
    expect(phoneFault(phone)).toBe(message)
    expect(statusFault({ phone, matricule: '' })).toBe(message)
  })

  test.each([
    ['ML202600042', undefined],
    ['ML2026000421', undefined],
    ['ML20260004', format],
    ['ML20260004212', format],
    ['ml202600042', format],
    ['ML-20260004', format],
    ['ML 20260004', format],
  ])('with the matricule "%s" is told %s', (matricule, message) => {
    expect(matriculeFault(matricule)).toBe(message)
    expect(statusFault({ phone: '', matricule })).toBe(message)
  })

  test('with both is told that they do not go together, whatever they are', () => {
    expect(statusFault({ phone: '76123456', matricule: 'ML202600042' })).toBe(bothMessage)
    expect(statusFault({ phone: '1', matricule: '1' })).toBe(bothMessage)
  })

  test('with neither is asked for one', () => expect(statusFault({ phone: '', matricule: '' })).toBe(neitherMessage))
})

describe('the answer', () => {
  test.each([
    [-1, 'danger', false],
    [0, 'danger', true],
    [1, 'warning', false],
    [2, 'success', false],
    [3, 'danger', false],
    [99, 'danger', false],
  ])('%i is shown as %s, with a link to the documents: %s', (status, tone, correct) => {
    expect(toneOf(status)).toBe(tone)
    expect(mayCorrect(status)).toBe(correct)
  })
})

test.each(['2021', '1920', 'anciens'] as const)('the year %s chooses the base, the filled field the call', year => {
  expect(statusEndpoint(year, { phone: '76123456', matricule: '' })).toBe(`status/${year}/phone`)
  expect(statusEndpoint(year, { phone: '', matricule: 'ML202600042' })).toBe(`status/${year}/matricule`)
})
