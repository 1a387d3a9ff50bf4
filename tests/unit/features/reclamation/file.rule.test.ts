import { describe, expect, test } from 'vitest'
import {
  documentsFiled,
  documentsToCorrect,
  firstToCorrect,
  isFile,
} from '../../../../src/features/reclamation/file.rule.ts'
import { documents, documentTypes, type Flag, isAskedFor } from '../../../../src/spec/documents.ts'

const flagsOf = (value: string) =>
  Object.fromEntries(documentTypes.map(type => [documents[type].flag, value])) as Record<Flag, string>
const file = (flag: string) => ({ status: 0, msg: '', matricule: 'ML202600042', ...flagsOf(flag) })

describe('a student who corrects a file is asked for', () => {
  test('nothing when every document is validated', () => expect(documentsToCorrect(file('2'))).toEqual([]))

  test.each(['0', '1', '3', '22', ' 2', 'null'])('every document whose flag is "%s"', flag => {
    expect(documentsToCorrect(file(flag))).toEqual(documentTypes)
  })

  test('none to be given again where one new photo is enough: the office has them', () => {
    expect(documentsFiled(file('1'))).toEqual(documentTypes)
    const some = documentsFiled({ ...file('1'), attestBacV: '2', pieceIdV: '' })
    expect(some).toEqual(['actenaiss', 'simcard', 'photobuste'])
    expect(documentsFiled(file(''))).toEqual([])
  })

  test('what never arrived first, else what seems to be refused, else nothing before the rest', () => {
    expect(firstToCorrect({ ...file('1'), attestBacV: '0', simCardV: '' })).toBe('simcard')
    expect(firstToCorrect({ ...file('1'), attestBacV: '0' })).toBe('attest')
    expect(firstToCorrect(file('1'))).toBeUndefined()
    expect(firstToCorrect(file('2'))).toBeUndefined()
  })

  test('a document without a flag where its row says so, and one that a flag asks for, whatever its row says', () => {
    expect(documentsToCorrect(file(''))).toEqual(documentTypes.filter(type => documents[type].asksWithoutFlag))
    expect(isAskedFor('', { asksWithoutFlag: false })).toBe(false)
    expect(isAskedFor('0', { asksWithoutFlag: false })).toBe(true)
    expect(isAskedFor('2', { asksWithoutFlag: true })).toBe(false)
  })

  test.each(documentTypes)('%s alone when only its flag is not 2', document => {
    expect(documentsToCorrect({ ...file('2'), [documents[document].flag]: '1' })).toEqual([document])
  })
})

describe('an answer is about a file', () => {
  const nobody = { ...file(''), matricule: '' }

  test('when it has a single flag', () => {
    for (const document of documentTypes)
      expect(isFile({ ...nobody, [documents[document].flag]: '0' }, false)).toBe(true)
  })

  test.each([-1, 0, 1, 2, 3, 9])('when it names a matricule, whatever its status (%i)', status => {
    expect(isFile({ ...file(''), status }, false)).toBe(true)
  })

  test.each([-1, 0, 1, 2, 3, 9])('when it was asked by a matricule, but not when it says %i of nobody', status => {
    expect(isFile({ ...nobody, status }, true)).toBe(![-1, 3].includes(status))
  })

  test.each([-1, 0, 1, 2, 3])('not when it was asked by a phone number and says nothing else than %i', status => {
    expect(isFile({ ...nobody, status }, false)).toBe(false)
  })
})
