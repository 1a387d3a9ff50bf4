import { createHash } from 'node:crypto'
import type { Reading } from '../src/rules/documents.ts'
import { attemptWaitMs, forgetAttempts, lockKey, recordAttempt } from './attempts.ts'
import type { Queries } from './database/port.ts'
import {
  codeGuesses,
  codeLifetimeMs,
  codesPerMatricule,
  codesPerPhone,
  sameCodeWindowMs,
  wrongPlacesPerMatricule,
} from './limits.ts'
import { codeText, hashCode, newCode, sameSecret } from './otp.ts'
import type { Provider } from './provider.ts'
import { keepSms } from './sms.ts'
import type { Sms } from './sms-outbox.ts'
import { lockStudent, type Student } from './students.ts'

export interface Answers {
  reading: Reading
  phone: string
  [field: string]: string
}

export interface Enrolment {
  matricule: string
  phone: string
  reading: Reading
  confirmedAt: Date
  confirmedCodeHash: string
  finishedAt: Date | null
}

type Unlisted = { kind: 'unlisted' } | { kind: 'tooMany'; limit: 'wrongPlaces' | 'codesSent'; waitMs: number }
export type EnrolOutcome = { kind: 'saved' } | { kind: 'otherPhone' } | Unlisted
export type ConfirmOutcome =
  | { kind: 'confirmed' }
  | { kind: 'wrong' }
  | { kind: 'expired' }
  | { kind: 'tooMany'; waitMs: number }

interface Pending {
  phone: string
  digest: string
  code_hash: string
  code_sent_at: Date
  confirmed_at: Date | null
  confirmed_code_hash: string | null
}

const lockPending = (queries: Queries, matricule: string) =>
  queries.query<Pending>(
    `SELECT phone, digest, code_hash, code_sent_at, confirmed_at, confirmed_code_hash
     FROM enrolments WHERE matricule = $1 FOR UPDATE`,
    [matricule],
  )

export interface Request {
  matricule: string
  answers: Answers
  /** Whether what was answered is what the list says of the student. */
  isListed(student: Student): boolean
  /** Of the portal that asks, where it can be trusted. */
  host: string | undefined
}

/** Guesses at one matricule's place wait for each other, also where it is nobody's, so none escapes the count. */
async function refuseUnlisted(queries: Queries, { matricule, isListed }: Request, now: Date) {
  const student = await lockStudent(queries, matricule)
  if (!student) await lockKey(queries, matricule)
  const waitMs = await attemptWaitMs(queries, 'place', matricule, wrongPlacesPerMatricule, now)
  if (waitMs > 0) return { kind: 'tooMany', limit: 'wrongPlaces', waitMs } as const
  if (student && isListed(student)) return undefined
  await recordAttempt(queries, 'place', matricule, now)
  return { kind: 'unlisted' } as const
}

/** Keeps the answers and sends a code. The answers count only once the code has come back. */
export async function enrol(provider: Provider, request: Request): Promise<EnrolOutcome> {
  const { matricule, answers, host } = request
  const now = provider.now()
  const digest = createHash('sha256').update(JSON.stringify(answers)).digest('hex')
  let sms: Sms | undefined
  const outcome = await provider.database.transaction(async (queries): Promise<EnrolOutcome> => {
    // The student's row exists before the enrolment's: two first requests at once queue up here.
    const unlisted = await refuseUnlisted(queries, request, now)
    if (unlisted) return unlisted
    const [before] = await lockPending(queries, matricule)
    // Grants go to this number: whoever only knows the matricule must not be able to move them.
    if (before?.confirmed_at && before.phone !== answers.phone) return { kind: 'otherPhone' }
    if (before?.digest === digest && now.getTime() - before.code_sent_at.getTime() < sameCodeWindowMs)
      return { kind: 'saved' }

    // Several students may give one phone: their requests wait for each other here, so none escapes its count.
    await lockKey(queries, answers.phone)
    const waitMs = Math.max(
      await attemptWaitMs(queries, 'sms', answers.phone, codesPerPhone, now),
      await attemptWaitMs(queries, 'codeFor', matricule, codesPerMatricule, now),
    )
    if (waitMs > 0) return { kind: 'tooMany', limit: 'codesSent', waitMs }
    const code = newCode()
    await queries.query(
      `INSERT INTO enrolments (matricule, phone, answers, digest, code_hash, code_sent_at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (matricule) DO UPDATE SET phone = $2, answers = $3, digest = $4, code_hash = $5, code_sent_at = $6`,
      [matricule, answers.phone, JSON.stringify(answers), digest, hashCode(provider.secret, matricule, code), now],
    )
    await recordAttempt(queries, 'sms', answers.phone, now)
    await recordAttempt(queries, 'codeFor', matricule, now)
    sms = await keepSms(provider, queries, { matricule, phone: answers.phone, text: codeText(code, host) }, now)
    return { kind: 'saved' }
  })
  if (sms) provider.smsKept(sms)
  return outcome
}

/** Checks a code; a lock makes guesses at one matricule wait for each other, so none escapes the count. */
export async function confirm(provider: Provider, matricule: string, code: string): Promise<ConfirmOutcome> {
  const now = provider.now()
  const guess = hashCode(provider.secret, matricule, code)
  return provider.database.transaction(async (queries): Promise<ConfirmOutcome> => {
    const [enrolment] = await lockPending(queries, matricule)
    if (!enrolment) await lockKey(queries, matricule)
    const wait = await attemptWaitMs(queries, 'code', matricule, codeGuesses, now)
    if (wait > 0) return { kind: 'tooMany', waitMs: wait }
    // Both comparisons are always made: an unknown matricule must take as long as a known one.
    const wasConfirmed = sameSecret(enrolment?.confirmed_code_hash ?? '', guess)
    const isRight = sameSecret(enrolment?.code_hash ?? '', guess)
    if (wasConfirmed) return { kind: 'confirmed' }
    if (!enrolment || !isRight) {
      await recordAttempt(queries, 'code', matricule, now)
      return { kind: 'wrong' }
    }
    if (now.getTime() - enrolment.code_sent_at.getTime() > codeLifetimeMs) return { kind: 'expired' }
    await queries.query(
      `UPDATE enrolments SET confirmed_at = COALESCE(confirmed_at, $2), confirmed_answers = answers,
       confirmed_code_hash = code_hash WHERE matricule = $1`,
      [matricule, now],
    )
    await forgetAttempts(queries, 'code', matricule)
    return { kind: 'confirmed' }
  })
}

const confirmedColumns = `e.matricule, e.phone, e.confirmed_answers->>'reading' AS reading, e.confirmed_at AS "confirmedAt",
  e.confirmed_code_hash AS "confirmedCodeHash", e.finished_at AS "finishedAt", s.annee_bac AS "anneeBac"`

export interface EnrolmentOfYear extends Enrolment {
  anneeBac: number
}

/** Enrolments whose code has come back; the others do not exist yet for anyone who asks. */
export async function findEnrolment(queries: Queries, matricule: string): Promise<EnrolmentOfYear | undefined> {
  const [enrolment] = await queries.query<EnrolmentOfYear>(
    `SELECT ${confirmedColumns} FROM enrolments e JOIN students s USING (matricule)
     WHERE matricule = $1 AND e.confirmed_at IS NOT NULL`,
    [matricule],
  )
  return enrolment
}

/** Newest first: brothers and sisters may share a parent's number. */
export function findEnrolmentsByPhone(queries: Queries, phone: string): Promise<EnrolmentOfYear[]> {
  return queries.query<EnrolmentOfYear>(
    `SELECT ${confirmedColumns} FROM enrolments e JOIN students s USING (matricule)
     WHERE e.phone = $1 AND e.confirmed_at IS NOT NULL ORDER BY e.confirmed_at DESC, e.matricule`,
    [phone],
  )
}

export async function markFinished(queries: Queries, matricule: string, now: Date): Promise<void> {
  await queries.query('UPDATE enrolments SET finished_at = COALESCE(finished_at, $2) WHERE matricule = $1', [
    matricule,
    now,
  ])
}
