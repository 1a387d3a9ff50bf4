import type { Queries } from '../database/port.ts'
import type { Provider } from '../window/provider.ts'
import {
  type Allowance,
  accountsKeptMs,
  allowances,
  clocksApartMs,
  earnedKeptMs,
  type Purse,
  prices,
} from './rates.ts'
import { addressMac, type ClientAddress, countedAs } from './who.ts'

export interface Asked {
  provider: Pick<Provider, 'secret' | 'now'>
  address: ClientAddress
}

const purses = Object.keys(allowances) as Purse[]
/**
 * After so many seconds nothing is left of an account; exp() of larger numbers is an error in
 * PostgreSQL.
 */
const longest = 300 * 86_400

/**
 * The table stores no address, only a hash keyed with the installation's secret, long enough to
 * rule out collisions.
 */
const accountsOf = ({ provider, address }: Asked) =>
  countedAs(address).map(({ key, addresses }) => ({
    account: addressMac(provider.secret, key).slice(0, 24),
    addresses,
  }))
type Account = ReturnType<typeof accountsOf>[number]

const seconds = `LEAST(${longest}, GREATEST(0, extract(epoch FROM $2::timestamptz - account.at)))::float8`
const mostAhead = (now: string) =>
  `${now}::timestamptz + interval '${clocksApartMs / 1000} seconds'`

/** SQL for a purse's balance now: below its base it refills, above it what was earned decays. */
function held(purse: Purse): string {
  const { base, refillMs }: Allowance = allowances[purse]
  const column = `account.${purse}`
  const whole = `(${base} * $3::float8)`
  return `(CASE WHEN ${column} < ${whole} THEN LEAST(${whole}, ${column} + ${seconds} * ${whole} / ${refillMs / 1000})
    ELSE ${whole} + (${column} - ${whole}) * exp(-${seconds} / ${earnedKeptMs / 1000}) END)`
}

/** SQL for each purse, whose change is a parameter. */
const ofEach = (sql: (purse: Purse, by: string) => string, between = ', ') =>
  purses.map((purse, at) => sql(purse, `$${5 + at}::float8`)).join(between)

/**
 * One statement checks and takes, so that simultaneous calls cannot overdraw the purse; it locks a
 * single row.
 */
const change = `INSERT INTO address_accounts AS account (key, at, ${purses.join(', ')}, confirmed_at)
  VALUES ($1, $2, ${ofEach((purse, by) => `${allowances[purse].base} * $3::float8 + ${by}`)},
    CASE WHEN $4::boolean THEN $2::timestamptz END)
  ON CONFLICT (key) DO UPDATE SET
    at = GREATEST(excluded.at, LEAST(account.at, ${mostAhead('$2')})),
    ${ofEach((purse, by) => `${purse} = LEAST(${allowances[purse].most} * $3::float8, ${held(purse)} + ${by})`)},
    confirmed_at = COALESCE(excluded.confirmed_at, account.confirmed_at)
  WHERE ${ofEach((purse, by) => `(${by} >= 0 OR ${held(purse)} + ${by} >= 0)`, ' AND ')}
  RETURNING confirmed_at IS NOT NULL AS "isKnown"`

/** `isKnown`: a code was entered at this address once. */
type Paid = { isKnown: boolean }

/**
 * Takes a price from the purses of an address, or nothing when one of them is empty; some prices
 * bring something instead. In a transaction this must be the last lock: all customers of a carrier
 * share one row.
 */
export async function pay(
  queries: Queries,
  asked: Asked,
  what: keyof typeof prices,
): Promise<Paid | false> {
  const price: Partial<Record<Purse, number>> = prices[what]
  const bringsCode = (price.codes ?? 0) > 0
  const apply = async ({ account, addresses }: Account, sign: number) => {
    const by = purses.map(purse => sign * (price[purse] ?? 0))
    const given = [account, asked.provider.now(), addresses, bringsCode, ...by]
    const [paid] = await queries.query<Paid>(change, given)
    return paid
  }
  const [own, site] = accountsOf(asked)
  const paid = own && (await apply(own, 1))
  if (!paid || !site || (await apply(site, 1))) return paid ?? false
  // The site's purse is empty: give back what was taken from the customer's.
  await apply(own, -1)
  return false
}

/**
 * Whether the purse is empty, without taking from it: asked when a look-up finds no student, so
 * that an address without allowance cannot learn that either.
 */
export async function isEmpty(queries: Queries, asked: Asked, purse: Purse): Promise<boolean> {
  for (const { account, addresses } of accountsOf(asked)) {
    const [row] = await queries.query<{ held: number }>(
      `SELECT ${held(purse)} AS held FROM address_accounts AS account WHERE key = $1`,
      [account, asked.provider.now(), addresses],
    )
    if (row && row.held < 1) return true
  }
  return false
}

/** Long after the last call every purse is back at its base, so the row can go. */
export async function forgetOldAccounts(queries: Queries, now: Date): Promise<void> {
  await queries.query(`UPDATE address_accounts SET at = $1 WHERE at > ${mostAhead('$1')}`, [now])
  await queries.query('DELETE FROM address_accounts WHERE at <= $1', [
    new Date(now.getTime() - accountsKeptMs),
  ])
}
