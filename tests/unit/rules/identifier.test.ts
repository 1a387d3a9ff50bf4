import { expect, test } from 'vitest'
import { identifierOf } from '../../../src/rules/identifier.ts'

test.each([
  ['eight digits are a phone number', '76123456', { phone: '76123456' }],
  ['any eight characters are looked up as a phone number', 'ABCDEFGH', { phone: 'ABCDEFGH' }],
  ['seven characters are a matricule', '7612345', { matricule: '7612345' }],
  ['nine characters are a matricule', '761234567', { matricule: '761234567' }],
  ['eleven characters are a matricule', 'ML202600042', { matricule: 'ML202600042' }],
  ['nothing is a matricule, and an empty one', '', { matricule: '' }],
])('%s', (_, parameter, identifier) => expect(identifierOf(parameter)).toEqual(identifier))
