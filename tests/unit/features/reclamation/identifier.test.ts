import { expect, test } from 'vitest'
import { identifierOf } from '../../../../src/features/reclamation/file.rule.ts'

test.each([
  ['eight digits are a phone number', '76123456', { phone: '76123456' }],
  ['any eight characters are looked up as a phone number', 'ABCDEFGH', { phone: 'ABCDEFGH' }],
  ['seven characters are a matricule', '7612345', { matricule: '7612345' }],
  ['nine characters are a matricule', '761234567', { matricule: '761234567' }],
  ['eleven characters are a matricule', 'ML202600042', { matricule: 'ML202600042' }],
  ['twelve characters are a matricule', 'ML2026000421', { matricule: 'ML2026000421' }],
  ['eight digits in pairs are a phone number', '76 12 34 56', { phone: '76123456' }],
  ['a number with its country is a phone number', '+223 76-12-34-56', { phone: '76123456' }],
  ['a number with its country in zeros is a phone number', '0022376123456', { phone: '76123456' }],
  ['eleven digits that begin like a country are a matricule', '00223456789', { matricule: '00223456789' }],
  ['eleven digits that begin with the country are a matricule', '22376123456', { matricule: '22376123456' }],
  ['the digits of another keyboard are digits', '٧٦١٢٣٤٥٦', { phone: '76123456' }],
  ['so are those of a matricule', 'BKO２０２６T００１', { matricule: 'BKO2026T001' }],
  ['what stands before a number counts for nothing', 'Tel: (+223) 76 12 34 56', { phone: '76123456' }],
  ['small letters are a matricule', 'ml202600042', { matricule: 'ML202600042' }],
  ['a matricule written with dashes is one', ' ml2026-00042 ', { matricule: 'ML202600042' }],
  ['what nobody can have is asked for as it is', 'pas/un/matricule', { matricule: 'PAS/UN/MATRICULE' }],
])('%s', (_, parameter, identifier) => expect(identifierOf(parameter)).toEqual(identifier))

test.each(['', ' ', '\u00a0', '-', ' - '])('"%s" is nobody', parameter =>
  expect(identifierOf(parameter)).toBeUndefined(),
)
