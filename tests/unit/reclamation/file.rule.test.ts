import { describe, expect, test } from 'vitest'
import { documentsToCorrect, isFile } from '../../../src/reclamation/file.rule.ts'
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

describe('an answer is about a file', () => {
  const nobody = { ...file(''), matricule: '' }

  test('when it has a single flag', () => {
    for (const document of documentTypes)
      expect(isFile({ ...nobody, [documentFlags[document]]: '0' }, false)).toBe(true)
  })

  test.each([-1, 0, 1, 2, 3, 9])('when it names a matricule, whatever its status (%i)', status => {
    expect(isFile({ ...file(''), status }, false)).toBe(true)
  })

  test.each([
    [0, true],
    [1, true],
    [2, true],
    [9, true],
    [-1, false],
    [3, false],
  ])('when it was asked by a matricule, but not when it says nothing else than %i', (status, expected) => {
    expect(isFile({ ...nobody, status }, true)).toBe(expected)
  })

  test.each([-1, 0, 1, 2, 3])('not when it was asked by a phone number and says nothing else than %i', status => {
    expect(isFile({ ...nobody, status }, false)).toBe(false)
  })
})
