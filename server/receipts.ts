import { createHash, createHmac, randomBytes } from 'node:crypto'
import { attemptWaitMs, lockKey, recordAttempt } from './attempts.ts'
import { listDocuments, type StoredDocument } from './documents.ts'
import { type EnrolmentOfYear, findEnrolment } from './enrolments.ts'
import { codeGuesses, receiptLinkLifetimeMs } from './limits.ts'
import { hashCode, sameSecret } from './otp.ts'
import type { Provider } from './provider.ts'
import { findByMatricule, type Student } from './students.ts'

export interface ReceiptRequest {
  otp: string
  matricule: string
  num_place: string
  serie: string
  ae: string
}

export type ReceiptOutcome = { kind: 'link'; token: string } | { kind: 'wrong' } | { kind: 'tooMany'; waitMs: number }

/** A link for whoever knows the code and the place at the bac; which of the five was wrong is not said. */
export function requestReceipt(provider: Provider, request: ReceiptRequest): Promise<ReceiptOutcome> {
  const now = provider.now()
  const guess = hashCode(provider.secret, request.matricule, request.otp)
  return provider.database.transaction(async (queries): Promise<ReceiptOutcome> => {
    // Guesses at one matricule wait for each other, so none escapes the count.
    const locked = await queries.query('SELECT 1 FROM enrolments WHERE matricule = $1 FOR UPDATE', [request.matricule])
    if (locked.length === 0) await lockKey(queries, request.matricule)
    const wait = await attemptWaitMs(queries, 'receipt', request.matricule, codeGuesses, now)
    if (wait > 0) return { kind: 'tooMany', waitMs: wait }
    const enrolment = await findEnrolment(queries, request.matricule)
    const student = await findByMatricule(queries, request.matricule)
    const facts = JSON.stringify([guess, request.num_place, request.serie, request.ae])
    // One comparison of everything: how long it takes must not tell which of the five was wrong.
    const known = JSON.stringify([enrolment?.confirmedCodeHash, student?.numPlace, student?.serie, student?.ae])
    if (!sameSecret(known, facts)) {
      await recordAttempt(queries, 'receipt', request.matricule, now)
      return { kind: 'wrong' }
    }
    const token = randomBytes(32).toString('base64url')
    const expires = new Date(now.getTime() + receiptLinkLifetimeMs)
    await queries.query('DELETE FROM receipt_links WHERE expires_at <= $1', [now])
    await queries.query('INSERT INTO receipt_links (token_hash, matricule, expires_at) VALUES ($1, $2, $3)', [
      hashToken(token),
      request.matricule,
      expires,
    ])
    return { kind: 'link', token }
  })
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export interface Receipt {
  student: Student
  enrolment: EnrolmentOfYear
  documents: StoredDocument[]
  date: Date
  /** What the QR code holds: anyone may read it, only the provider can have written it. */
  proof: string
}

/** Undefined for whatever is no link that works now: expired, invented or misspelt look the same from outside. */
export async function openReceipt(provider: Provider, token: string): Promise<Receipt | undefined> {
  const { database, now, secret } = provider
  const [link] = await database.query<{ matricule: string; expires_at: Date }>(
    'SELECT matricule, expires_at FROM receipt_links WHERE token_hash = $1',
    [hashToken(token)],
  )
  const date = now()
  if (!link || date >= link.expires_at) return undefined
  const student = await findByMatricule(database, link.matricule)
  const enrolment = await findEnrolment(database, link.matricule)
  if (!student || !enrolment) return undefined
  const documents = await listDocuments(database, link.matricule)
  return { student, enrolment, documents, date, proof: proofOf(secret, link.matricule, date) }
}

function proofOf(secret: Buffer, matricule: string, date: Date): string {
  const day = date.toISOString().slice(0, 10)
  const seal = createHmac('sha256', secret)
    .update(`receipt|${matricule}|${day}`)
    .digest('hex')
    .slice(0, 20)
    .toUpperCase()
  return `RECEPISSE ${matricule} ${day} ${seal}`
}
