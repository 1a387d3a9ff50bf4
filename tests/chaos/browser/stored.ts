import { createHash } from 'node:crypto'
import { type DocumentType, documentTypes } from '../../../src/spec/documents.ts'
import type { ChaosStudent } from './student.ts'

export interface Photograph {
  type: DocumentType
  bytes: Buffer
}

/** What a provider has of one enrolment, past all that its calls say. */
export interface Stored {
  photographs: readonly Photograph[]
  /** Those that a code has confirmed. */
  answers: Readonly<Record<string, unknown>> | undefined
}

/** None where the name is no document's, as that of a replaced photograph. */
export function photographOf(name: string, bytes: Buffer): Photograph[] {
  const type = documentTypes.find(candidate => candidate === name)
  return type ? [{ type, bytes }] : []
}

/** Of the request that must have brought this photograph. */
const digestOf = (matricule: string, { type, bytes }: Photograph) =>
  createHash('sha256')
    .update(JSON.stringify({ matricule, type, image: bytes.toString('base64') }))
    .digest('hex')

/** In words: what is not as the student has given it, of an enrolment that has been seen to its end. */
export function missingOf(
  { matricule, answers }: ChaosStudent,
  kept: ReadonlyMap<DocumentType, string>,
  stored: Stored,
): string[] {
  const digests = new Map(stored.photographs.map(one => [one.type, digestOf(matricule, one)]))
  const wrong = documentTypes.filter(type => !digests.has(type) || digests.get(type) !== kept.get(type))
  const otherwise = Object.entries(answers).filter(([name, value]) => stored.answers?.[name] !== value)
  return [
    ...wrong.map(type => `${type}: the provider has ${digests.get(type)}, the device kept ${kept.get(type)}`),
    ...otherwise.map(([name, value]) => `${name}: confirmed is ${String(stored.answers?.[name])}, given was ${value}`),
  ]
}
