import type { Queries } from '../database/port.ts'
import type { Provider } from '../window/provider.ts'
import { addressesPerSite } from './limits.ts'
import { type Allowance, accountsKeptMs, allowances, clocksApartMs } from './rates.ts'
import { addressMac, type ClientAddress } from './who.ts'

/**
 * What an address may do a limited number of times: look up students, read files, have codes sent.
 */
export type Purse = keyof typeof allowances
type Change = Partial<Record<Purse, number>>

export interface Asked {
  provider: Pick<Provider, 'secret' | 'now'>
  address: ClientAddress
}

/** One row of the table; an IPv6 site (/48) has the allowances of several addresses. */
interface Share {
  account: string
  shares: number
}

const purses = Object.keys(allowances) as Purse[]
const day = 86_400
/**
 * After so many seconds nothing is left of an account; exp() of larger numbers is an error in
 * PostgreSQL.
 */
const longest = 300 * day

/**
 * The table stores no address, only a hash keyed with the installation's secret, long enough to
 * rule out collisions.
 */
function accountsOf({ key, site }: ClientAddress, secret: Buffer): Share[] {
  const hash = (text: string) => addressMac(secret, text).slice(0, 24)
  const own = { account: hash(key), shares: 1 }
  return site ? [own, { account: hash(site), shares: addressesPerSite }] : [own]
}

const seconds = `LEAST(${longest}, GREATEST(0, extract(epoch FROM $2::timestamptz - account.at)))::float8`
const isAhead = (now: string) =>
  `account.at > ${now}::timestamptz + interval '${clocksApartMs / 1000} seconds'`

/** SQL for a purse's balance now: below its base it refills, above it the earned part decays. */
function held(purse: Purse): string {
  const { base, refillMs, keptDays }: Allowance = allowances[purse]
  const column = `account.${purse}`
  const whole = `(${base} * $3::float8)`
  return `(CASE WHEN ${column} < ${whole} THEN LEAST(${whole}, ${column} + ${seconds} * ${whole} / ${refillMs / 1000})
    ELSE ${whole} + (${column} - ${whole}) * exp(-${seconds} / ${keptDays * day}) END)`
}

const changeBy = (purse: Purse) => `$${4 + purses.indexOf(purse)}::float8`
const most = (purse: Purse) => `${allowances[purse].most} * $3::float8`

/**
 * One statement checks and takes, so that simultaneous calls cannot overdraw the purse; it locks a
 * single row.
 */
const change = `INSERT INTO address_accounts AS account (key, at, ${purses.join(', ')}, confirmed_at)
  VALUES ($1, $2, ${purses.map(purse => `${allowances[purse].base} * $3::float8 + ${changeBy(purse)}`).join(', ')},
    CASE WHEN $${4 + purses.length}::boolean THEN $2::timestamptz END)
  ON CONFLICT (key) DO UPDATE SET
    at = CASE WHEN ${isAhead('$2')} THEN excluded.at ELSE GREATEST(account.at, excluded.at) END,
    ${purses.map(purse => `${purse} = LEAST(${most(purse)}, ${held(purse)} + ${changeBy(purse)})`).join(', ')},
    confirmed_at = COALESCE(excluded.confirmed_at, account.confirmed_at)
  WHERE ${purses.map(purse => `(${changeBy(purse)} >= 0 OR ${held(purse)} + ${changeBy(purse)} >= 0)`).join(' AND ')}
  RETURNING confirmed_at AS "confirmedAt"`

interface Account {
  confirmedAt: Date | null
}

async function settle(
  queries: Queries,
  { provider, address }: Asked,
  by: Change,
  confirms = false,
): Promise<Account | undefined> {
  const settled: Share[] = []
  const apply = (one: Share, sign: number) =>
    queries.query<Account>(change, [
      one.account,
      provider.now(),
      one.shares,
      ...purses.map(purse => sign * (by[purse] ?? 0)),
      confirms,
    ])
  let own: Account | undefined
  for (const one of accountsOf(address, provider.secret)) {
    const [row] = await apply(one, 1)
    if (!row) {
      // The site's purse is empty: give back what was taken from the customer's.
      for (const other of settled) await apply(other, -1)
      return undefined
    }
    own ??= row
    settled.push(one)
  }
  return own
}

/**
 * Takes one from a purse of the address, and may give back to others; false when the purse is
 * empty.
 */
export async function take(
  queries: Queries,
  asked: Asked,
  purse: Purse,
  back: Change = {},
): Promise<boolean> {
  return (await settle(queries, asked, { ...back, [purse]: -1 })) !== undefined
}

export async function giveBack(queries: Queries, asked: Asked, purse: Purse): Promise<void> {
  await settle(queries, asked, { [purse]: 1 })
}

/**
 * Pays for a code, and gives back the look-up before it. In a transaction this must be the last
 * lock: all customers of a carrier share one row.
 * @returns undefined when too many of this address's codes were never entered; else whether one
 * ever was
 */
export async function takeCode(
  queries: Queries,
  asked: Asked,
): Promise<{ isKnown: boolean } | undefined> {
  const account = await settle(queries, asked, { codes: -1, lookups: 1 })
  return account && { isKnown: account.confirmedAt !== null }
}

/**
 * A student entered a code: the address gets code and guess back, makes up for a wrong one, and
 * earns more when it was the student's first.
 */
export async function earn(queries: Queries, asked: Asked, isFirst: boolean): Promise<void> {
  const { lookups, files, codes } = allowances
  const first = { lookups: lookups.earned, files: files.earned, codes: 1 + codes.earned }
  await settle(queries, asked, { ...(isFirst ? first : { codes: 1 }), guesses: 2 }, true)
}

/**
 * Whether the purse is empty, without taking from it: asked when a look-up finds no student, so
 * that an address without allowance cannot learn that either.
 */
export async function isEmpty(
  queries: Queries,
  { provider, address }: Asked,
  purse: 'lookups' | 'files',
): Promise<boolean> {
  for (const { account, shares } of accountsOf(address, provider.secret)) {
    const [row] = await queries.query<{ held: number }>(
      `SELECT ${held(purse)} AS held FROM address_accounts AS account WHERE key = $1`,
      [account, provider.now(), shares],
    )
    if (row && row.held < 1) return true
  }
  return false
}

/** Long after the last call every purse is back at its base, so the row can go. */
export async function forgetOldAccounts(queries: Queries, now: Date): Promise<void> {
  await queries.query(`UPDATE address_accounts AS account SET at = $1 WHERE ${isAhead('$1')}`, [
    now,
  ])
  await queries.query('DELETE FROM address_accounts WHERE at <= $1', [
    new Date(now.getTime() - accountsKeptMs),
  ])
}
