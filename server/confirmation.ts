import type { ClientAddress } from './address.ts'
import { earn } from './address-accounts.ts'
import { ageMs } from './ages.ts'
import { lockKey } from './attempts.ts'
import { type Grant, grantAgain, grantCorrections, mayCorrect } from './corrections.ts'
import type { Queries } from './database/port.ts'
import { type Caller, Guesses, type Relation, relationOf, type Saver } from './guesses.ts'
import { codeLifetimeMs, codeRepeatMs, correctionAfterCodeMs, correctionAfterEnrolmentMs } from './limits.ts'
import { type CodePurpose, hashCode, sameSecret } from './otp.ts'
import type { Provider } from './provider.ts'
import { hold, isSharedTooOften } from './shared-phones.ts'

/** `repeated` returns the earlier answer again and changes nothing. */
export type ConfirmOutcome =
  | { kind: 'confirmed' | 'mayCorrect' | 'expired' | 'phoneShared' }
  /** `again`: the right was for this browser, which may not have received its token. */
  | { kind: 'repeated'; of: CodePurpose; again: boolean }
  | { kind: 'wrong'; relation: Relation }
  | { kind: 'tooMany'; limit: 'codeGuesses' | 'wrongCodes'; waitMs: number }

interface Codes extends Saver {
  phone: string
  confirmed_at: Date | null
  code_hash: string
  code_sent_at: Date
  confirmed_code_hash: string | null
  code_confirmed_at: Date | null
  correction_hash: string | null
  correction_sent_at: Date | null
  correction_used_at: Date | null
}

const lockCodes = (queries: Queries, matricule: string) =>
  queries.query<Codes>(
    `SELECT e.phone, e.confirmed_at, e.saver_token, e.saver_address, e.code_hash, e.code_sent_at,
     e.confirmed_code_hash, e.code_confirmed_at, c.hash AS correction_hash, c.sent_at AS correction_sent_at, c.used_at AS correction_used_at
     FROM enrolments e LEFT JOIN codes c ON c.matricule = e.matricule AND c.purpose = 'correction'
     WHERE e.matricule = $1 FOR UPDATE OF e`,
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
  /** The wait after wrong codes of other users there; it does not apply to the browser that saved. */
  addressWaitMs: number
}

/** Checks a code. A lock makes guesses at one matricule wait for each other, so that each one is counted. */
export async function confirm(
  provider: Provider,
  { matricule, code, caller, token, address, addressWaitMs }: Confirmation,
): Promise<ConfirmOutcome> {
  const now = provider.now()
  const isRight = (hash: string | null | undefined, purpose: 'enrolment' | 'correction') =>
    sameSecret(hash ?? '', hashCode(provider.secret, matricule, code, purpose))
  let lastGuess = false
  const outcome = await provider.database.transaction(async (queries): Promise<ConfirmOutcome> => {
    const [codes] = await lockCodes(queries, matricule)
    if (!codes) await lockKey(queries, matricule)
    const relation = relationOf(codes, caller)
    if (addressWaitMs > 0 && relation !== 'browser')
      return { kind: 'tooMany', limit: 'wrongCodes', waitMs: addressWaitMs }
    const guesses = new Guesses(matricule, relation)
    const waitMs = await guesses.waitMs(queries, now)
    if (waitMs > 0) return { kind: 'tooMany', limit: 'codeGuesses', waitMs }
    const kind = judge(codes, isRight, now)
    const grant = { token, replaced: caller.tokens, matricule }
    if (kind === 'repeated' || kind === 'correctionRepeated') {
      const repeated = await repeat(provider, queries, {
        ...grant,
        of: kind === 'repeated' ? 'enrolment' : 'correction',
        isAsked: isAsked(codes, now),
      })
      if (repeated) return repeated
    }
    if (kind === 'expired') return { kind }
    if (kind !== 'confirmed' && kind !== 'mayCorrect') {
      lastGuess = await guesses.record(queries, now)
      return { kind: 'wrong', relation }
    }
    const isFirst = kind === 'confirmed' && codes?.confirmed_at === null
    if (isFirst && (await isHeld(queries, matricule, codes.phone, now))) return { kind: 'phoneShared' }
    if (kind === 'confirmed')
      await queries.query(
        `UPDATE enrolments SET confirmed_at = COALESCE(confirmed_at, $2), confirmed_answers = answers,
         confirmed_code_hash = code_hash, code_confirmed_at = $2 WHERE matricule = $1`,
        [matricule, now],
      )
    else
      await queries.query("UPDATE codes SET used_at = $2 WHERE matricule = $1 AND purpose = 'correction'", [
        matricule,
        now,
      ])
    const lasts = kind === 'confirmed' ? correctionAfterEnrolmentMs : correctionAfterCodeMs
    if (provider.asksCodeForCorrections) await grantCorrections(queries, { ...grant, lasts }, now)
    await guesses.forget(queries)
    // Last, since all customers of a carrier share this row: the holder of its lock then waits for nothing else.
    if (kind === 'confirmed' || relation !== 'browser') await earn(queries, { provider, address }, isFirst)
    return { kind }
  })
  if (lastGuess) provider.alarm('codeGuessing', matricule)
  return outcome
}

/** Whether a correction's code is on its way: then the student means that one, and no other code gives the right. */
function isAsked(codes: Codes | undefined, now: Date): boolean {
  const sent = codes?.correction_sent_at
  return !!sent && codes.correction_used_at === null && ageMs(sent, now) <= codeLifetimeMs
}

/**
 * A correction's code sent again: the browser to which it gave the right gets the same answer; for others it is wrong.
 */
async function repeat(
  provider: Provider,
  queries: Queries,
  { of, isAsked, ...grant }: Grant & { of: CodePurpose; isAsked: boolean },
): Promise<ConfirmOutcome | undefined> {
  const again = provider.asksCodeForCorrections && (await grantAgain(queries, grant, provider.now()))
  const caller = { tokens: grant.replaced }
  const hears =
    again ||
    (of === 'enrolment' && !isAsked) ||
    (await mayCorrect({ ...provider, database: queries }, grant.matricule, caller))
  return hears ? { kind: 'repeated', of, again } : undefined
}

/** Several students may have saved with one phone before any code came back: only confirmed ones count. */
async function isHeld(queries: Queries, matricule: string, phone: string, now: Date): Promise<boolean> {
  if (!(await isSharedTooOften(queries, { matricule, phone }))) return false
  await hold(queries, { matricule, phone }, now)
  return true
}

type IsRight = (hash: string | null | undefined, purpose: 'enrolment' | 'correction') => boolean

function judge(codes: Codes | undefined, isRight: IsRight, now: Date) {
  // All comparisons always run: an unknown matricule must take as long as a known one.
  const wasConfirmed = isRight(codes?.confirmed_code_hash, 'enrolment')
  const isNewest = isRight(codes?.code_hash, 'enrolment')
  const corrects = isRight(codes?.correction_hash, 'correction')
  if (!codes) return 'wrong'
  const isPast = (since: Date | null, ms: number) => ageMs(since, now) > ms
  const { code_sent_at: sent, code_confirmed_at: back, correction_used_at: used } = codes
  // While answers wait for their code, only that code confirms them; an earlier one counts as wrong.
  const waits = codes.code_hash !== codes.confirmed_code_hash
  if (isNewest && waits) return isPast(sent, codeLifetimeMs) ? 'expired' : 'confirmed'
  if (corrects && used) return isPast(used, codeRepeatMs) ? 'expired' : 'correctionRepeated'
  if (corrects) return isPast(codes.correction_sent_at, codeLifetimeMs) ? 'expired' : 'mayCorrect'
  if (wasConfirmed && !waits) return isPast(back, codeRepeatMs) ? 'expired' : 'repeated'
  return 'wrong'
}
