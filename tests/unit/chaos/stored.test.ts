import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type DocumentType, documentTypes } from '../../../src/spec/documents.ts'
import { missingOf, photographOf } from '../../chaos/browser/stored.ts'
import { chaosStudent } from '../../chaos/browser/student.ts'

const student = chaosStudent(1)
const { matricule, answers } = student
const bytesOf = (type: DocumentType) => Buffer.from(`the photograph of ${type}`)
const sent = (type: DocumentType) =>
  createHash('sha256')
    .update(`{"matricule":"${matricule}","type":"${type}","image":"${bytesOf(type).toString('base64')}"}`)
    .digest('hex')
const kept = new Map(documentTypes.map(type => [type, sent(type)] as const))
const photographs = documentTypes.flatMap(type => photographOf(type, bytesOf(type)))

describe('what a provider lacks of an enrolment', () => {
  test('is nothing where answers and photographs are those of the phone', () =>
    expect(missingOf(student, kept, { photographs, answers })).toEqual([]))

  test.each<[string, Partial<Parameters<typeof missingOf>[2]>, number]>([
    ['a photograph that is gone', { photographs: photographs.slice(1) }, 1],
    [
      'a photograph with another last byte',
      { photographs: [...photographs, ...photographOf('simcard', Buffer.of(0))] },
      1,
    ],
    ['an answer that was given otherwise', { answers: { ...answers, phone: '70000002' } }, 1],
    ['everything', { photographs: [], answers: undefined }, documentTypes.length + Object.keys(answers).length],
  ])('is %s', (_, stored, count) =>
    expect(missingOf(student, kept, { photographs, answers, ...stored })).toHaveLength(count),
  )

  test('is none of what it keeps beside the documents', () =>
    expect(photographOf('simcard-1a2b3c4d', Buffer.of(1))).toEqual([]))
})
