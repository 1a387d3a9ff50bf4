import { findCode, isAlive, type SentCode, serveCode, waitingSince } from '../codes/codes.ts'
import {
  codeRepeatMs,
  correctionAfterCodeMs,
  correctionAfterEnrolmentMs,
} from '../codes/lifetimes.ts'
import { type CodePurpose, hashCode, sameSecret } from '../codes/otp.ts'
import { ageMs } from '../database/ages.ts'
import type { Queries } from '../database/port.ts'
import { pay } from '../limits/accounts.ts'
import { forgetCounts, guessesOf, lockKey, readWaitMs, recordCounts } from '../limits/counts.ts'
import {
  type Caller,
  type ClientAddress,
  type Relation,
  relationOf,
  type Saver,
} from '../limits/who.ts'
import type { Provider } from '../window/provider.ts'
import { type Grant, grantAgain, grantCorrections, mayCorrect } from './corrections.ts'
import { hold, isSharedTooOften } from './shared-phones.ts'

/** `repeated` returns the earlier answer again and changes nothing. */
export type ConfirmOutcome =
  | { kind: 'confirmed' | 'mayCorrect' | 'expired' | 'phoneShared' }
  /** `again`: the right was for this browser, which may not have received its token. */
  | { kind: 'repeated'; of: CodePurpose; again: boolean }
  | { kind: 'wrong'; relation: Relation }
  | { kind: 'tooMany'; limit: 'codeGuesses' | 'wrongCodes'; waitMs: number }

interface Saved extends Saver {
  phone: string
  confirmed_at: Date | null
  confirmed_code_hash: string | null
  code_confirmed_at: Date | null
  /** Answers that no code has confirmed. */
  waits: boolean
}

const lockSaved = (queries: Queries, matricule: string) =>
  queries.query<Saved>(
    `SELECT phone, confirmed_at, saver_token, saver_address, confirmed_code_hash, code_confirmed_at,
     answers IS DISTINCT FROM confirmed_answers AS waits
     FROM enrolments WHERE matricule = $1 FOR UPDATE`,
    [matricule],
  )

export interface Confirmation {
  matricule: string
  code: string
  caller: Caller
  /** Hash of the token that may make corrections from then on. */
  token: string
  /** Its account earns what an entered code is worth. */
  address: ClientAddress
  /**
   * The wait after wrong codes of other users there; it does not apply to the browser that saved.
   */
  addressWaitMs: number
}

/**
 * Checks a code. A lock makes guesses at one matricule wait for each other, so that each one is
 * counted.
 */
export async function confirm(
  provider: Provider,
  { matricule, code, caller, token, address, addressWaitMs }: Confirmation,
): Promise<ConfirmOutcome> {
  const now = provider.now()
  const named = <Purpose extends CodePurpose>(purpose: Purpose) => {
    return { matricule, purpose, hash: hashCode(provider.secret, matricule, code, purpose) }
  }
  const [enrols, corrects] = [named('enrolment'), named('correction')]
  let lastGuess = false
  const outcome = await provider.database.transaction(async (queries): Promise<ConfirmOutcome> => {
    const [saved] = await lockSaved(queries, matricule)
    if (!saved) await lockKey(queries, matricule)
    const relation = relationOf(saved, caller)
    if (addressWaitMs > 0 && relation !== 'browser')
      return { kind: 'tooMany', limit: 'wrongCodes', waitMs: addressWaitMs }
    const guesses = guessesOf(matricule, relation)
    const waitMs = await readWaitMs(queries, guesses, now)
    if (waitMs > 0) return { kind: 'tooMany', limit: 'codeGuesses', waitMs }
    const kind = judge(
      {
        saved,
        wasConfirmed: sameSecret(saved?.confirmed_code_hash ?? '', enrols.hash),
        sent: await findCode(queries, enrols),
        correction: await findCode(queries, corrects),
      },
      now,
    )
    const grant = { token, replaced: caller.tokens, matricule }
    if (kind === 'repeated' || kind === 'correctionRepeated') {
      const of = kind === 'repeated' ? 'enrolment' : 'correction'
      const repeated = await repeat(provider, queries, { ...grant, of }, now)
      if (repeated) return repeated
    }
    if (kind === 'expired') return { kind }
    if (kind !== 'confirmed' && kind !== 'mayCorrect') {
      await recordCounts(queries, guesses, now)
      lastGuess = (await readWaitMs(queries, guesses, now)) > 0
      return { kind: 'wrong', relation }
    }
    const isFirst = kind === 'confirmed' && saved?.confirmed_at === null
    if (isFirst && (await isHeld(queries, matricule, saved.phone, now)))
      return { kind: 'phoneShared' }
    await serveCode(queries, kind === 'confirmed' ? enrols : corrects, now)
    if (kind === 'confirmed')
      await queries.query(
        `UPDATE enrolments SET confirmed_at = COALESCE(confirmed_at, $2), confirmed_answers = answers,
         confirmed_code_hash = $3, code_confirmed_at = $2 WHERE matricule = $1`,
        [matricule, now, enrols.hash],
      )
    const lasts = kind === 'confirmed' ? correctionAfterEnrolmentMs : correctionAfterCodeMs
    if (provider.asksCodeForCorrections) await grantCorrections(queries, { ...grant, lasts }, now)
    await forgetCounts(queries, guesses)
    // Last, since all customers of a carrier share this row: the holder of its lock then waits for
    // nothing else.
    if (kind === 'confirmed' || relation !== 'browser')
      await pay(queries, { provider, address }, isFirst ? 'firstCode' : 'code')
    return { kind }
  })
  if (lastGuess) provider.alarm('codeGuessing', matricule)
  return outcome
}

/**
 * A correction's code sent again: the browser to which it gave the right gets the same answer; for
 * others it is wrong.
 */
async function repeat(
  provider: Provider,
  queries: Queries,
  { of, ...grant }: Grant & { of: CodePurpose },
  now: Date,
): Promise<ConfirmOutcome | undefined> {
  const again = provider.asksCodeForCorrections && (await grantAgain(queries, grant, now))
  const caller = { tokens: grant.replaced }
  // Where a correction's code is on its way the student means that one, and no other code gives the
  // right.
  const isAsked = async () =>
    (await waitingSince(queries, grant.matricule, 'correction')).some(sentAt =>
      isAlive(sentAt, now),
    )
  const hears =
    again ||
    (of === 'enrolment' && !(await isAsked())) ||
    (await mayCorrect({ ...provider, database: queries }, grant.matricule, caller))
  return hears ? { kind: 'repeated', of, again } : undefined
}

/**
 * Several students may have saved with one phone before any code came back: only confirmed ones
 * count.
 */
async function isHeld(
  queries: Queries,
  matricule: string,
  phone: string,
  now: Date,
): Promise<boolean> {
  if (!(await isSharedTooOften(queries, { matricule, phone }))) return false
  await hold(queries, { matricule, phone }, now)
  return true
}

interface Entered {
  saved: Saved | undefined
  /** It is the one that has confirmed the answers in force. */
  wasConfirmed: boolean
  /** The code of these digits that was sent for answers, and the one for a correction. */
  sent: SentCode | undefined
  correction: SentCode | undefined
}

function judge({ saved, wasConfirmed, sent, correction }: Entered, now: Date) {
  if (!saved) return 'wrong'
  // What came to a number that the student has corrected since does not confirm another one.
  const enrols = sent?.phone === saved.phone && sent.usedAt === null
  if (enrols && isAlive(sent.sentAt, now)) return 'confirmed'
  if (correction && !correction.usedAt && isAlive(correction.sentAt, now)) return 'mayCorrect'
  const isRecent = (since: Date | null) => ageMs(since, now) <= codeRepeatMs
  if (correction?.usedAt && isRecent(correction.usedAt)) return 'correctionRepeated'
  // While answers wait for their code, the one of earlier answers counts as wrong.
  const repeats = wasConfirmed && !saved.waits
  if (repeats && isRecent(saved.code_confirmed_at)) return 'repeated'
  return enrols || correction || repeats ? 'expired' : 'wrong'
}
