import { expect, test } from 'vitest'
import { codeFault, pairFault } from '../../../src/vault/code.rule.ts'

test.each([
  ['', 'short'],
  ['48021', 'short'],
  ['111111', 'simple'],
  ['123456', 'simple'],
  ['987654', 'simple'],
  ['abcdef', 'simple'],
  ['480215', undefined],
  ['bamako', undefined],
  ['112233', undefined],
])('the code %j is %s', (code, fault) => expect(codeFault(code)).toBe(fault))

test('is typed twice alike', () => {
  expect(pairFault('480215', '480215')).toBeUndefined()
  expect(pairFault('480215', '480216')).toBe('different')
  expect(pairFault('4802', '4802')).toBe('short')
})
