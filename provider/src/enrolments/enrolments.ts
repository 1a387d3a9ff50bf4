import { createHash } from 'node:crypto'
import type { WizardVariant } from '../../../src/spec/documents.ts'
import { addCode } from '../codes/codes.ts'
import { sameCodeWindowMs } from '../codes/lifetimes.ts'
import { codeText } from '../codes/otp.ts'
import { codeWaitMs, recordCode } from '../codes/sent-codes.ts'
import { ageMs, cameBetween } from '../database/ages.ts'
import type { Queries } from '../database/port.ts'
import { pay } from '../limits/accounts.ts'
import { lockKey, readCounts, recordCounts } from '../limits/counts.ts'
import { counts } from '../limits/rates.ts'
import { type Caller, type ClientAddress, type Saver, triesOf } from '../limits/who.ts'
import { keepSms } from '../sms/sms.ts'
import type { Sms } from '../sms/sms-outbox.ts'
import { type SmsGate, smsGate } from '../sms/sms-traffic.ts'
import { lockStudent, type Student } from '../students/students.ts'
import type { Provider } from '../window/provider.ts'
import { hold, isSharedTooOften } from './shared-phones.ts'

export interface Answers {
  reading: WizardVariant
  phone: string
  [field: string]: string
}

export interface Enrolment {
  matricule: string
  phone: string
  reading: WizardVariant
  confirmedAt: Date
  confirmedCodeHash: string
  finishedAt: Date | null
  saverToken: string | null
}

type Unlisted =
  | { kind: 'unlisted' }
  | { kind: 'tooMany'; limit: 'wrongPlaces' | 'codesSent'; waitMs: number }
/** Why no code is sent now, whatever the student: for this address, or for the whole service. */
type NoCode = { kind: 'codesSpent' } | { kind: 'codesStopped' }
export type EnrolOutcome =
  | { kind: 'saved' }
  | { kind: 'otherPhone' }
  | { kind: 'phoneShared' }
  | { kind: 'overtaken' }
  | Unlisted
  | NoCode

/** Rolls back what was written for a code that may not be sent. */
class CodeRefused extends Error {
  constructor(readonly outcome: NoCode) {
    super(outcome.kind)
  }
}

interface Saved extends Saver {
  phone: string
  digest: string
  came_at: Date | null
  code_sent_at: Date
  confirmed_at: Date | null
}

const lockSaved = (queries: Queries, matricule: string) =>
  queries.query<Saved>(
    `SELECT phone, digest, came_at, code_sent_at, confirmed_at, saver_token, saver_address
     FROM enrolments WHERE matricule = $1 FOR UPDATE`,
    [matricule],
  )

export interface Request {
  matricule: string
  answers: Answers
  /** While it waited, newer answers may have been saved, by this process or another one. */
  came: Date
  /** Whether the answers agree with the student's entry in the list. */
  isListed(student: Student): boolean
  /** Its account pays for the code. */
  address: ClientAddress
  /** Host of the portal that sent the request, where it can be trusted. */
  host: string | undefined
  caller: Caller
  /** Hash of the token that its browser has from then on. */
  token: string
  /** Whether this browser has looked the student up by the place that it gives. */
  hasFound: boolean
}

/** A place has few digits, and who gives the right one has a code sent to the phone of their choice. */
async function refuseUnlisted(
  queries: Queries,
  { matricule, isListed, hasFound, caller }: Request,
  { student, saved }: { student: Student | undefined; saved: Saved | undefined },
  now: Date,
) {
  const placeByAsker = triesOf({ matricule, saverToken: saved?.saver_token }, caller)
  const keys = { place: matricule, placeByAsker }
  const wait = await readCounts(queries, keys, now)
  const isAttacked = wait('place', counts.place) > 0
  const own = counts.placeByAsker[isAttacked ? 'underAttack' : 'own']
  const waitMs = wait('placeByAsker', own)
  // An attestation's number that the list has is still to be guessed.
  const isNoGuess = hasFound && student?.numAttest === null
  if (waitMs > 0 && !isNoGuess) return { kind: 'tooMany', limit: 'wrongPlaces', waitMs } as const
  if (student && isListed(student)) return undefined
  await recordCounts(queries, keys, now)
  return { kind: 'unlisted' } as const
}

/**
 * Saves the answers and sends a code. The answers count only once the student has entered the code.
 */
export async function enrol(provider: Provider, request: Request): Promise<EnrolOutcome> {
  const gate = smsGate(await provider.kept.smsTraffic.get())
  let sms: Sms | undefined
  const work = provider.database.transaction(async (queries): Promise<EnrolOutcome> => {
    const refusal = await refuseEnrolment(queries, request, provider.now)
    if (refusal) return refusal
    sms = await keepAnswers(provider, queries, request)
    // Last, since all customers of a carrier share this row: the holder of its lock then waits for
    // nothing else.
    await payCode(provider, queries, request, gate)
    return { kind: 'saved' }
  })
  const outcome = await work.catch((error: unknown) => {
    if (error instanceof CodeRefused) return error.outcome
    throw error
  })
  if (outcome.kind === 'saved' && sms) provider.smsKept(sms)
  return outcome
}

/** @returns the answer to the request when no code is sent */
async function refuseEnrolment(
  queries: Queries,
  request: Request,
  clock: Provider['now'],
): Promise<Exclude<EnrolOutcome, NoCode> | undefined> {
  const { matricule, answers, caller, token, came } = request
  const { phone } = answers
  // The student's row exists before the enrolment's: two simultaneous first requests queue here, and
  // guesses wait for each other even for an unknown matricule, so that each one is counted.
  const student = await lockStudent(queries, matricule)
  if (!student) await lockKey(queries, matricule)
  const [before] = await lockSaved(queries, matricule)
  // Only now: the request that held the lock may have saved answers that came meanwhile.
  const now = clock()
  const unlisted = await refuseUnlisted(queries, request, { student, saved: before }, now)
  if (unlisted) return unlisted
  // Grants are paid to this number: an attacker who only knows the matricule must not be able to
  // change it.
  if (before?.confirmed_at && before.phone !== phone) return { kind: 'otherPhone' }
  const isOvertaken = cameBetween(before?.came_at, came, now)
  if (before?.digest === digestOf(answers) && ageMs(before.code_sent_at, now) < sameCodeWindowMs) {
    if (isOvertaken) return { kind: 'saved' }
    // It comes from the same student, whose cookie was lost; and whatever came before it is older than
    // the answers that it repeats.
    await queries.query(
      'UPDATE enrolments SET saver_token = $2, saver_address = $3, came_at = $4 WHERE matricule = $1',
      [matricule, token, caller.address, came],
    )
    return { kind: 'saved' }
  }
  if (isOvertaken) return { kind: 'overtaken' }

  // Several students may give one phone: their requests wait for each other here, so that each one
  // is counted.
  if ((await isSharedTooOften(queries, { matricule, phone })) && !before?.confirmed_at) {
    await hold(queries, { matricule, phone }, now)
    return { kind: 'phoneShared' }
  }
  const waitMs = await codeWaitMs(queries, { matricule, phone }, now)
  return waitMs > 0 ? { kind: 'tooMany', limit: 'codesSent', waitMs } : undefined
}

const digestOf = (answers: Answers) =>
  createHash('sha256').update(JSON.stringify(answers)).digest('hex')

async function keepAnswers(provider: Provider, queries: Queries, request: Request): Promise<Sms> {
  const { matricule, answers, host, caller, token, came } = request
  const now = provider.now()
  const { phone } = answers
  const purpose = 'enrolment'
  await queries.query(
    `INSERT INTO enrolments (matricule, phone, answers, digest, came_at, code_sent_at, saver_token, saver_address)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (matricule) DO UPDATE SET phone = $2, answers = $3, digest = $4, came_at = $5, code_sent_at = $6,
       saver_token = $7, saver_address = $8`,
    [
      matricule,
      phone,
      JSON.stringify(answers),
      digestOf(answers),
      came,
      now,
      token,
      caller.address,
    ],
  )
  const code = await addCode(provider, queries, { matricule, purpose, phone }, now)
  await recordCode(queries, { matricule, phone }, now)
  const text = codeText(code, { purpose, at: now, host })
  return keepSms(provider, queries, { matricule, phone, text, purpose }, now)
}

async function payCode(
  provider: Provider,
  queries: Queries,
  { address }: Request,
  gate: SmsGate,
): Promise<void> {
  const paid = await pay(queries, { provider, address }, 'save')
  if (!paid) throw new CodeRefused({ kind: 'codesSpent' })
  if (gate === 'nobody' || (gate === 'known' && !paid.isKnown))
    throw new CodeRefused({ kind: 'codesStopped' })
}

const confirmedColumns = `e.matricule, e.phone, e.confirmed_answers->>'reading' AS reading, e.confirmed_at AS "confirmedAt",
  e.confirmed_code_hash AS "confirmedCodeHash", e.finished_at AS "finishedAt", e.saver_token AS "saverToken",
  s.annee_bac AS "anneeBac"`

export interface EnrolmentOfYear extends Enrolment {
  anneeBac: number
}

/** Finds an enrolment only once its code was entered; to callers, the others do not exist yet. */
export async function findEnrolment(
  queries: Queries,
  matricule: string,
): Promise<EnrolmentOfYear | undefined> {
  const [enrolment] = await queries.query<EnrolmentOfYear>(
    `SELECT ${confirmedColumns} FROM enrolments e JOIN students s USING (matricule)
     WHERE matricule = $1 AND e.confirmed_at IS NOT NULL`,
    [matricule],
  )
  return enrolment
}

/** Newest first: siblings may share a parent's number. */
export function findEnrolmentsByPhone(queries: Queries, phone: string): Promise<EnrolmentOfYear[]> {
  return queries.query<EnrolmentOfYear>(
    `SELECT ${confirmedColumns} FROM enrolments e JOIN students s USING (matricule)
     WHERE e.phone = $1 AND e.confirmed_at IS NOT NULL ORDER BY e.confirmed_at DESC, e.matricule`,
    [phone],
  )
}

export async function markFinished(queries: Queries, matricule: string, now: Date): Promise<void> {
  await queries.query(
    'UPDATE enrolments SET finished_at = COALESCE(finished_at, $2) WHERE matricule = $1',
    [matricule, now],
  )
}
