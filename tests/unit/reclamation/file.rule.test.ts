import { describe, expect, test } from 'vitest'
import { documentsToCorrect, isFile, readParameter } from '../../../src/reclamation/file.rule.ts'
import { documentFlags, documentTypes } from '../../../src/rules/documents.ts'

const file = (flag: string) => ({
  status: 0,
  msg: '',
  matricule: 'ML202600042',
  actNaissV: flag,
  pieceIdV: flag,
  simCardV: flag,
  attestBacV: flag,
  photoBusteV: flag,
})

describe('a student who corrects a file is asked for', () => {
  test('nothing when every document is validated', () => expect(documentsToCorrect(file('2'))).toEqual([]))

  test.each(['0', '1', '3', '', '22', ' 2', 'null'])('every document whose flag is "%s"', flag => {
    expect(documentsToCorrect(file(flag))).toEqual([...documentTypes])
  })

  test.each(documentTypes)('%s alone when only its flag is not 2', document => {
    expect(documentsToCorrect({ ...file('2'), [documentFlags[document]]: '1' })).toEqual([document])
  })
})

test('an answer without a single flag is about no file', () => {
  expect(isFile(file(''))).toBe(false)
  for (const document of documentTypes) expect(isFile({ ...file(''), [documentFlags[document]]: '0' })).toBe(true)
})

describe('the address of a correction', () => {
  test.each([
    ['eight digits are a phone number', '76123456', { phone: '76123456' }],
    ['eleven characters are a matricule', 'ML202600042', { matricule: 'ML202600042' }],
    ['twelve characters are a matricule', 'ML2026000421', { matricule: 'ML2026000421' }],
    ['nine digits are a matricule, the provider may know it', '761234567', { matricule: '761234567' }],
  ])('%s', (_, parameter, identifier) => expect(readParameter(parameter)).toEqual(identifier))

  test.each([
    ['eight letters', 'ABCDEFGH'],
    ['nothing', ''],
    ['small letters', 'ml202600042'],
    ['a path', '../../etc'],
    ['markup', '<script>alert'],
    ['twenty-one characters', 'A'.repeat(21)],
    ['blanks', '           '],
  ])('with %s is not sent to the provider', (_, parameter) => expect(readParameter(parameter)).toBeUndefined())
})
