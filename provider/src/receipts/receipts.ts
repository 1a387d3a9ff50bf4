import { routes } from '../../../src/spec/routes.ts'
import { endOtherCodes, findCode, isAlive, type SentCode } from '../codes/codes.ts'
import { sendFurtherCode } from '../codes/further-codes.ts'
import { receiptCodeMs, receiptLinkLifetimeMs } from '../codes/lifetimes.ts'
import { type CodePurpose, hashCode, sameSecret } from '../codes/otp.ts'
import { hashToken, newToken } from '../codes/tokens.ts'
import { ageMs } from '../database/ages.ts'
import type { Queries } from '../database/port.ts'
import { listDocuments, type StoredDocument } from '../documents/documents.ts'
import { type EnrolmentOfYear, findEnrolment } from '../enrolments/enrolments.ts'
import { type FileSummary, summarize } from '../enrolments/file-status.ts'
import { guessesOf, lockKey, readWaitMs, recordCounts } from '../limits/counts.ts'
import { type Caller, relationOf, type Saver } from '../limits/who.ts'
import type { Sms } from '../sms/sms-outbox.ts'
import { fullName } from '../students/names.ts'
import { findByMatricule, type Student, withoutZeros } from '../students/students.ts'
import type { Provider } from '../window/provider.ts'
import { signReceipt } from './receipt-keys.ts'

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
  /**
   * All five were right but the code is old: a fresh one was sent now, or is already on its way.
   */
  | { kind: 'codeSent' | 'codeWaits' }
  | { kind: 'tooMany'; limit: 'receiptGuesses' | 'codesSent'; waitMs: number }

interface Known extends Saver {
  phone: string
  confirmed_code_hash: string | null
  code_confirmed_at: Date | null
}

const lockKnown = (queries: Queries, matricule: string) =>
  queries.query<Known>(
    `SELECT phone, saver_token, saver_address, confirmed_code_hash, code_confirmed_at FROM enrolments
     WHERE matricule = $1 FOR UPDATE`,
    [matricule],
  )

/**
 * Gives a link to a student who knows the code and the place at the bac; the answer never says
 * which of the five was wrong.
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
    const guesses = guessesOf(matricule, relation)
    const waitMs = await readWaitMs(queries, guesses, now)
    if (waitMs > 0) return { kind: 'tooMany', limit: 'receiptGuesses', waitMs }
    const code = named(provider, request, 'receipt')
    const fresh = await findCode(queries, code)
    const student = await findByMatricule(queries, matricule)
    const verdict = judge(provider, request, { known, fresh, student }, now)
    if (verdict === 'opens') {
      if (fresh) await endOtherCodes(queries, code, now)
      return { kind: 'link', token: await keepLink(queries, matricule, now) }
    }
    if (verdict === 'wrong' || !known) {
      await recordCounts(queries, guesses, now)
      lastGuess = (await readWaitMs(queries, guesses, now)) > 0
      return { kind: 'wrong' }
    }
    const { phone } = known
    const further = {
      matricule,
      phone,
      purpose: 'receipt',
      host,
      relation,
      asker: caller.address,
    } as const
    const sent = await sendFurtherCode(provider, queries, further, now)
    if (sent.kind === 'tooMany') return { ...sent, limit: 'codesSent' }
    if (sent.kind === 'sent') sms = sent.sms
    return { kind: sent.kind === 'sent' ? 'codeSent' : 'codeWaits' }
  })
  if (sms) provider.smsKept(sms)
  if (lastGuess) provider.alarm('receiptGuessing', matricule)
  return outcome
}

type Secret = Pick<Provider, 'secret'>

function named<Purpose extends CodePurpose>(
  { secret }: Secret,
  { otp, matricule }: ReceiptRequest,
  purpose: Purpose,
) {
  return { matricule, purpose, hash: hashCode(secret, matricule, otp, purpose) }
}

interface Found {
  known: Known | undefined
  /** The receipt's own code that was entered. */
  fresh: SentCode | undefined
  student: Student | undefined
}

function judge(
  secret: Secret,
  request: ReceiptRequest,
  { known, fresh, student }: Found,
  now: Date,
): 'opens' | 'wrong' | 'codeIsOld' {
  const { num_place, serie, ae } = request
  // One comparison of all five: its duration must not reveal which one was wrong.
  const isRight = (hash: string | null | undefined, purpose: 'enrolment' | 'receipt') =>
    sameSecret(
      JSON.stringify([
        hash,
        student && withoutZeros(student.numPlace),
        student?.serie,
        student?.ae,
      ]),
      JSON.stringify([named(secret, request, purpose).hash, num_place, serie, ae]),
    )
  const byConfirmed = isRight(known?.confirmed_code_hash, 'enrolment')
  const byFresh = isRight(fresh?.hash, 'receipt')
  if (!byConfirmed && !byFresh) return 'wrong'
  if (byConfirmed && ageMs(known?.code_confirmed_at, now) <= receiptCodeMs) return 'opens'
  return byFresh && fresh && isAlive(fresh.sentAt, now) ? 'opens' : 'codeIsOld'
}

async function keepLink(queries: Queries, matricule: string, now: Date): Promise<string> {
  const token = newToken()
  await queries.query(
    'INSERT INTO receipt_links (token_hash, matricule, expires_at) VALUES ($1, $2, $3)',
    [hashToken(token), matricule, new Date(now.getTime() + receiptLinkLifetimeMs)],
  )
  return token
}

export async function forgetOldLinks(queries: Queries, now: Date): Promise<void> {
  await queries.query('DELETE FROM receipt_links WHERE expires_at <= $1', [now])
}

export interface Receipt {
  student: Student
  enrolment: EnrolmentOfYear
  documents: StoredDocument[]
  state: FileSummary['status']
  date: Date
  /** The portal's page, with what is signed behind the `#`; undefined where its host is not known. */
  check: string | undefined
}

const dayMs = 24 * 3600_000

/**
 * Undefined for any link that is not valid now: an expired, an invented and a misspelt one look the
 * same from outside.
 * @param origin of the portal's pages
 */
export async function openReceipt(
  { database, now }: Pick<Provider, 'database' | 'now'>,
  token: string,
  origin: string | undefined,
): Promise<Receipt | undefined> {
  const [link] = await database.query<{ matricule: string; expires_at: Date }>(
    'SELECT matricule, expires_at FROM receipt_links WHERE token_hash = $1',
    [hashToken(token)],
  )
  const date = now()
  if (!link || date >= link.expires_at) return undefined
  const { matricule } = link
  const student = await findByMatricule(database, matricule)
  const enrolment = await findEnrolment(database, matricule)
  if (!student || !enrolment) return undefined
  const documents = await listDocuments(database, matricule)
  const state = summarize(enrolment.reading, documents).status
  const day = Math.floor(date.getTime() / dayMs)
  const facts = { matricule, name: fullName(student), state, day }
  const check = origin && `${origin}${routes.receipt}#${await signReceipt(database, facts)}`
  return { student, enrolment, documents, state, date, check }
}
