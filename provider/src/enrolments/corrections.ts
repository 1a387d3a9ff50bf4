import { type FurtherCode, type SendOutcome, sendFurtherCode } from '../codes/further-codes.ts'
import { correctionAfterEnrolmentMs, replacedTokenMs } from '../codes/lifetimes.ts'
import { hashToken } from '../codes/tokens.ts'
import { mostAheadMs } from '../database/ages.ts'
import type { Queries } from '../database/port.ts'
import { pay } from '../limits/accounts.ts'
import { type Caller, type ClientAddress, relationOf, type Saver } from '../limits/who.ts'
import type { Provider } from '../window/provider.ts'

/** The right to replace photographs, given to the browser's next token by the answer to a code. */
export interface Grant {
  /** Hash of the token that may make corrections from then on. */
  token: string
  /** Hashes of the tokens that the browser sent. */
  replaced: readonly string[]
  matricule: string
}

/**
 * Marks a replaced token: with it the browser may repeat a code whose answer it did not receive.
 */
const forRepeat = (token: string) => hashToken(`repeat|${token}`)

/**
 * Several students may share a browser: one token, one row for each student. The earlier token
 * keeps its rights for minutes.
 */
export async function grantCorrections(
  queries: Queries,
  grant: Grant & { lasts: number },
  now: Date,
): Promise<void> {
  const { token, replaced, matricule, lasts } = grant
  const endsAt = new Date(now.getTime() + lasts)
  for (const old of replaced) await forgetEnded(queries, { old, matricule }, now)
  for (const old of replaced) await inherit(queries, old, token)
  await keep(queries, { token, matricule, endsAt })
  for (const old of replaced) {
    await queries.query(
      'UPDATE correction_rights SET replaced_at = $2 WHERE token_hash = $1 AND replaced_at IS NULL',
      [old, now],
    )
    await keep(queries, { token: forRepeat(old), matricule, endsAt, replacedAt: now })
  }
}

/**
 * Gives the right again, since the answer with the token may have been lost. @returns whether it
 * was for this browser
 */
export async function grantAgain(queries: Queries, grant: Grant, now: Date): Promise<boolean> {
  const { token, replaced, matricule } = grant
  for (const old of replaced) await forgetEnded(queries, { old, matricule }, now)
  const before = await queries.query<{ token: string; endsAt: Date }>(
    'SELECT token_hash AS token, ends_at AS "endsAt" FROM correction_rights WHERE matricule = $1 AND replaced_at IS NOT NULL',
    [matricule],
  )
  const lost = before.find(one => replaced.some(old => one.token === forRepeat(old)))
  if (!lost) return false
  for (const old of replaced) await inherit(queries, old, token)
  await keep(queries, { token, matricule, endsAt: lost.endsAt })
  return true
}

const stillServes = (now: Date) => new Date(now.getTime() - replacedTokenMs)
/** Later ones were written while a clock was wrong. */
const latest = (now: Date) => new Date(now.getTime() + mostAheadMs)
const latestEnd = (now: Date) => new Date(latest(now).getTime() + correctionAfterEnrolmentMs)

const ended = '(ends_at <= $1 OR replaced_at <= $2 OR replaced_at > $3 OR ends_at > $4)'
const limitsAt = (now: Date) => [now, stillServes(now), latest(now), latestEnd(now)]

/** Those that a grant meets: it must neither inherit nor repeat them. */
const forgetEnded = (queries: Queries, met: { old: string; matricule: string }, now: Date) =>
  queries.query(
    `DELETE FROM correction_rights WHERE (token_hash = $5 OR matricule = $6) AND ${ended}`,
    [...limitsAt(now), met.old, met.matricule],
  )

export async function forgetOldRights(queries: Queries, now: Date): Promise<void> {
  await queries.query(`DELETE FROM correction_rights WHERE ${ended}`, limitsAt(now))
}

const inherit = (queries: Queries, old: string, token: string) =>
  queries.query(
    `INSERT INTO correction_rights AS kept (token_hash, matricule, ends_at)
     SELECT $2, matricule, ends_at FROM correction_rights WHERE token_hash = $1
     ON CONFLICT (token_hash, matricule) DO UPDATE SET ends_at = GREATEST(kept.ends_at, EXCLUDED.ends_at)`,
    [old, token],
  )

const keep = (
  queries: Queries,
  right: { token: string; matricule: string; endsAt: Date; replacedAt?: Date },
) =>
  queries.query(
    `INSERT INTO correction_rights AS kept (token_hash, matricule, ends_at, replaced_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (token_hash, matricule) DO UPDATE SET ends_at = GREATEST(kept.ends_at, $3), replaced_at = $4`,
    [right.token, right.matricule, right.endsAt, right.replacedAt ?? null],
  )

/** Whether this browser may replace photographs of this student. */
export async function mayCorrect(
  {
    database,
    now,
    asksCodeForCorrections,
  }: Pick<Provider, 'now' | 'asksCodeForCorrections'> & { database: Queries },
  matricule: string,
  { tokens }: Pick<Caller, 'tokens'>,
): Promise<boolean> {
  if (!asksCodeForCorrections) return true
  const at = now()
  const rights = await database.query<{ token: string }>(
    `SELECT token_hash AS token FROM correction_rights
     WHERE matricule = $1 AND ends_at > $2 AND ends_at <= $3
       AND (replaced_at IS NULL OR replaced_at > $4 AND replaced_at <= $5)`,
    [matricule, at, latestEnd(at), stillServes(at), latest(at)],
  )
  return rights.some(({ token }) => tokens.includes(token))
}

/**
 * Whether this browser gave its code since then: a request sent before carries the earlier token,
 * without the right.
 */
export async function gaveCodeSince(
  queries: Queries,
  matricule: string,
  { tokens }: Pick<Caller, 'tokens'>,
  since: Date,
  now: Date,
) {
  const given = await queries.query<{ token: string }>(
    'SELECT token_hash AS token FROM correction_rights WHERE matricule = $1 AND replaced_at BETWEEN $2 AND $3',
    [matricule, since, latest(now)],
  )
  return given.some(({ token }) => tokens.some(old => token === forRepeat(old)))
}

/** Rolls back a code that the address may not have sent. */
class CodesSpent extends Error {}

export interface Asking extends Pick<FurtherCode, 'matricule' | 'host'> {
  caller: Caller
  /** Pays for the code, unless the browser that saved asks for it. */
  address: ClientAddress
}

/**
 * Sends a code for a correction to the confirmed phone, but none while the last one is still on its
 * way.
 */
export async function askForCorrectionCode(
  provider: Provider,
  { matricule, host, caller, address }: Asking,
): Promise<SendOutcome | { kind: 'codesSpent' }> {
  const now = provider.now()
  const work = provider.database.transaction(async (queries): Promise<SendOutcome> => {
    const [enrolment] = await queries.query<Saver & { phone: string }>(
      'SELECT phone, saver_token, saver_address FROM enrolments WHERE matricule = $1 AND confirmed_at IS NOT NULL FOR UPDATE',
      [matricule],
    )
    if (!enrolment) return { kind: 'waits' }
    const relation = relationOf(enrolment, caller)
    const further = {
      matricule,
      phone: enrolment.phone,
      purpose: 'correction',
      host,
      relation,
      asker: caller.address,
    } as const
    const outcome = await sendFurtherCode(provider, queries, further, now)
    // Last, since all customers of a carrier share this row: the holder of its lock then waits for
    // nothing else.
    const isFree = outcome.kind !== 'sent' || relation === 'browser'
    if (!isFree && !(await pay(queries, { provider, address }, 'furtherCode')))
      throw new CodesSpent()
    return outcome
  })
  const outcome = await work.catch((error: unknown) => {
    if (error instanceof CodesSpent) return { kind: 'codesSpent' } as const
    throw error
  })
  if (outcome.kind === 'sent') provider.smsKept(outcome.sms)
  return outcome
}
