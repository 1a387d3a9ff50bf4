import { expect, test } from 'vitest'
import { codeFault, foldCode, pairFault } from '../../../../src/core/crypto/codes.rule.ts'

test.each([
  ['', 'short'],
  ['48021', 'short'],
  ['a - b  c', 'short'],
  ['111111', 'simple'],
  ['AaAaAa', 'simple'],
  ['12 34 56', 'simple'],
  ['987654', 'simple'],
  ['abcdef', 'simple'],
  ['480215', 'digits'],
  ['48 02 15 7', 'digits'],
  ['48021573', undefined],
  ['480215a', undefined],
  ['٤٨٠٢١٥', 'digits'],
  ['١٢٣٤٥٦', 'simple'],
  ['bamako', undefined],
  ['112233', 'digits'],
  ['mangue sirop lune', undefined],
])('the code %j is %s', (code, fault) => expect(codeFault(code)).toBe(fault))

test('is typed twice alike', () => {
  expect(pairFault('48021573', '48021573')).toBeUndefined()
  expect(pairFault('48021573', '48021574')).toBe('different')
  expect(pairFault('4802', '4802')).toBe('short')
  expect(pairFault('mangue sirop lune', 'Mangue-sirop  LUNE')).toBeUndefined()
  expect(pairFault('48021573', '٤٨٠٢ １５७३')).toBeUndefined()
})

test('is compared without what a keyboard or a piece of paper adds', () => {
  expect(foldCode('  Éléphant–d’eau 2\u00a0')).toBe('elephantd’eau2')
  expect(foldCode('mangue\tsirop-lune')).toBe('mangue' + 'sirop' + 'lune')
})
