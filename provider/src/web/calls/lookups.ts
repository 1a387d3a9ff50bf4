import { inTime, NotInTime } from '../../database/in-time.ts'
import { database as limitsOfDatabase } from '../../database/timeouts.ts'
import { DatabaseUnavailable } from '../../database/unavailable.ts'
import { isEmpty, pay } from '../../limits/accounts.ts'
import { accountWaitMs } from '../../limits/rates.ts'
import { type Answer, type CallContext, crowded, tooMany } from './call.ts'

/**
 * What an address pays with when it looks up a student: names by their place at the bac, or the
 * state of files.
 */
export type LookupPurse = 'lookups' | 'files'

const lookupSentences: Record<LookupPurse, string> = {
  lookups: 'Beaucoup d’étudiants s’inscrivent en ce moment par le même réseau que vous.',
  files: 'Beaucoup de dossiers sont consultés en ce moment par le même réseau que vous.',
}

function tellHarvest({ provider }: CallContext, purse: LookupPurse, status: number): Answer {
  provider.alarm('harvest')
  return crowded(purse, lookupSentences[purse], status)
}

/** An address that missed too often may look up only students whom it already knows. */
export function refuseStranger(
  context: CallContext,
  person: string,
  status = 0,
): Answer | undefined {
  const { limits, address, provider } = context
  if (limits.knownPairs.has(address, person)) return undefined
  const wait = limits.misses.waitMs(address, provider.now().getTime())
  return wait > 0 ? tooMany('misses', wait, status) : undefined
}

/**
 * Files can be looked at while nothing can be written: each process then counts alone. A primary
 * that is cut off from its standbys still answers reads, and would let the payment wait for them.
 */
async function pays(
  { provider, limits, address }: CallContext,
  purse: LookupPurse,
): Promise<boolean> {
  const { database, now } = provider
  const paying = () => pay(database, { provider, address }, purse)
  if (purse === 'lookups') return Boolean(await paying())
  const paid = database.isReadOnly() ? undefined : await soon(paying())
  if (paid !== undefined) return Boolean(paid)
  const at = now().getTime()
  if (limits.unpaid.waitMs(address, at) > 0) return false
  limits.unpaid.record(address, at)
  return true
}

/**
 * Undefined where the database does not say in time; where it is away altogether, nothing could be
 * looked at either.
 */
const soon = <Paid>(paying: Promise<Paid>): Promise<Paid | undefined> =>
  inTime(limitsOfDatabase.hastyMs, paying).catch((error: unknown) => {
    if (error instanceof DatabaseUnavailable || error instanceof NotInTime) return undefined
    throw error
  })

/**
 * Counts for all processes what each counts alone. Where that is too much, the address waits here
 * as well.
 */
export async function countForAll(
  { provider, limits, address }: CallContext,
  what: 'misses' | 'guesses',
): Promise<boolean> {
  const { database, now } = provider
  if (!database.isMultiProcess || (what === 'misses' && database.isReadOnly())) return true
  const paying = pay(database, { provider, address }, what)
  // An answer that is none of anybody's can be given before it is counted.
  const paid = what === 'misses' ? await soon(paying) : await paying
  if (paid !== false) return true
  limits[what].hold(address, now().getTime())
  return false
}

/** The wrong code was none of a stranger's. */
export async function giveBackGuess({ provider, address }: CallContext): Promise<void> {
  const { database } = provider
  if (database.isMultiProcess) await pay(database, { provider, address }, 'guessBack')
}

/**
 * Pays for a student whom this address finds for the first time; refuses when its purse is empty. A
 * hit makes up for a miss: of the thousands behind one address of a carrier, one in five mistypes.
 */
export async function meet(
  context: CallContext,
  purse: LookupPurse,
  persons: readonly [string, ...string[]],
  status = 0,
): Promise<Answer | undefined> {
  const { limits, address } = context
  if (!persons.some(person => limits.knownPairs.has(address, person, ['enrolled', purse]))) {
    if (!(await pays(context, purse))) return tellHarvest(context, purse, status)
    limits.misses.forgive(address)
  }
  for (const person of persons) limits.knownPairs.add(address, person, purse)
  return undefined
}

/**
 * The look-up found no student. An address with an empty purse gets the answer for that instead, so
 * that it cannot learn which students do not exist either.
 */
export async function foundNobody(
  context: CallContext,
  purse: LookupPurse,
  answer: Answer,
  status = 0,
): Promise<Answer> {
  const { provider, address } = context
  if (await isEmpty(provider.database.reader, { provider, address }, purse))
    return tellHarvest(context, purse, status)
  return missed(context, answer, status)
}

/** Counts a miss and returns its answer. */
export async function missed(context: CallContext, answer: Answer, status = 0): Promise<Answer> {
  const { limits, address, provider } = context
  const now = provider.now().getTime()
  const wait = limits.misses.waitMs(address, now)
  if (wait > 0) return tooMany('misses', wait, status)
  limits.misses.record(address, now)
  return (await countForAll(context, 'misses')) ? answer : tooMany('misses', accountWaitMs, status)
}
