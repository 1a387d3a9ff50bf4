import { createHmac } from 'node:crypto'
import { ageMs } from './ages.ts'
import { lockKey } from './attempts.ts'
import type { Queries } from './database/port.ts'
import { listDocuments, type StoredDocument } from './documents.ts'
import { type EnrolmentOfYear, findEnrolment } from './enrolments.ts'
import { sendFurtherCode } from './further-codes.ts'
import { type Caller, Guesses, relationOf, type Saver } from './guesses.ts'
import { codeLifetimeMs, receiptCodeMs, receiptLinkLifetimeMs } from './limits.ts'
import { hashCode, sameSecret } from './otp.ts'
import type { Provider } from './provider.ts'
import type { Sms } from './sms-outbox.ts'
import { findByMatricule, type Student } from './students.ts'
import { hashToken, newToken } from './tokens.ts'

export interface ReceiptRequest {
  otp: string
  matricule: string
  num_place: string
  serie: string
  ae: string
}

export type ReceiptOutcome =
  | { kind: 'link'; token: string }
  | { kind: 'wrong' }
  /** All five were right but the code is old: a fresh one was sent now, or is already on its way. */
  | { kind: 'codeSent' | 'codeWaits' }
  | { kind: 'tooMany'; limit: 'receiptGuesses' | 'codesSent'; waitMs: number }

interface Known extends Saver {
  phone: string
  confirmed_code_hash: string | null
  code_confirmed_at: Date | null
  fresh_hash: string | null
  fresh_sent_at: Date | null
}

const lockKnown = (queries: Queries, matricule: string) =>
  queries.query<Known>(
    `SELECT e.phone, e.saver_token, e.saver_address, e.confirmed_code_hash, e.code_confirmed_at, c.hash AS fresh_hash,
     c.sent_at AS fresh_sent_at
     FROM enrolments e LEFT JOIN codes c ON c.matricule = e.matricule AND c.purpose = 'receipt'
     WHERE e.matricule = $1 FOR UPDATE OF e`,
    [matricule],
  )

/**
 * Gives a link to a student who knows the code and the place at the bac; the answer never says which of the five was
 * wrong.
 */
export async function requestReceipt(
  provider: Provider,
  request: ReceiptRequest,
  { caller, host }: { caller: Caller; host: string | undefined },
): Promise<ReceiptOutcome> {
  const { matricule } = request
  const now = provider.now()
  let sms: Sms | undefined
  let lastGuess = false
  const outcome = await provider.database.transaction(async (queries): Promise<ReceiptOutcome> => {
    // Guesses at one matricule wait for each other, so that each one is counted.
    const [known] = await lockKnown(queries, matricule)
    if (!known) await lockKey(queries, matricule)
    const relation = relationOf(known, caller)
    const guesses = new Guesses(matricule, relation)
    const waitMs = await guesses.waitMs(queries, now)
    if (waitMs > 0) return { kind: 'tooMany', limit: 'receiptGuesses', waitMs }
    const verdict = judge(provider.secret, request, known, await findByMatricule(queries, matricule), now)
    if (verdict === 'opens') return { kind: 'link', token: await keepLink(queries, matricule, now) }
    if (verdict === 'wrong' || !known) {
      lastGuess = await guesses.record(queries, now)
      return { kind: 'wrong' }
    }
    const { phone } = known
    const further = { matricule, phone, purpose: 'receipt', host, relation, asker: caller.address } as const
    const sent = await sendFurtherCode(provider, queries, further, now)
    if (sent.kind === 'tooMany') return { ...sent, limit: 'codesSent' }
    if (sent.kind === 'sent') sms = sent.sms
    return { kind: sent.kind === 'sent' ? 'codeSent' : 'codeWaits' }
  })
  if (sms) provider.smsKept(sms)
  if (lastGuess) provider.alarm('receiptGuessing', matricule)
  return outcome
}

function judge(
  secret: Buffer,
  { otp, matricule, num_place, serie, ae }: ReceiptRequest,
  known: Known | undefined,
  student: Student | undefined,
  now: Date,
): 'opens' | 'wrong' | 'codeIsOld' {
  // One comparison of all five: its duration must not reveal which one was wrong.
  const isRight = (hash: string | null | undefined, purpose: 'enrolment' | 'receipt') =>
    sameSecret(
      JSON.stringify([hash, student?.numPlace, student?.serie, student?.ae]),
      JSON.stringify([hashCode(secret, matricule, otp, purpose), num_place, serie, ae]),
    )
  const byConfirmed = isRight(known?.confirmed_code_hash, 'enrolment')
  const byFresh = isRight(known?.fresh_hash, 'receipt')
  if (!byConfirmed && !byFresh) return 'wrong'
  const lives = (since: Date | null | undefined, ms: number) => ageMs(since, now) <= ms
  if (byConfirmed && lives(known?.code_confirmed_at, receiptCodeMs)) return 'opens'
  return byFresh && lives(known?.fresh_sent_at, codeLifetimeMs) ? 'opens' : 'codeIsOld'
}

async function keepLink(queries: Queries, matricule: string, now: Date): Promise<string> {
  const token = newToken()
  await queries.query('DELETE FROM receipt_links WHERE expires_at <= $1', [now])
  await queries.query('INSERT INTO receipt_links (token_hash, matricule, expires_at) VALUES ($1, $2, $3)', [
    hashToken(token),
    matricule,
    new Date(now.getTime() + receiptLinkLifetimeMs),
  ])
  return token
}

export interface Receipt {
  student: Student
  enrolment: EnrolmentOfYear
  documents: StoredDocument[]
  date: Date
  /** Content of the QR code: anyone may read it, only the provider can have written it. */
  verification: string
}

/**
 * Undefined for any link that is not valid now: an expired, an invented and a misspelt one look the same from outside.
 */
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
  return { student, enrolment, documents, date, verification: verificationOf(secret, link.matricule, date) }
}

function verificationOf(secret: Buffer, matricule: string, date: Date): string {
  const day = date.toISOString().slice(0, 10)
  const mac = createHmac('sha256', secret)
    .update(`receipt|${matricule}|${day}`)
    .digest('hex')
    .slice(0, 32)
    .toUpperCase()
  return `RECEPISSE ${matricule} ${day} ${mac}`
}
