import { isEmpty, take } from '../address-accounts.ts'
import { type Answer, type CallContext, crowded, tooMany } from './call.ts'

/** What an address pays for whom it looks up: names by their place, or the state of files. */
export type LookupPurse = 'lookups' | 'files'

const lookupSentences: Record<LookupPurse, string> = {
  lookups: 'Beaucoup d’étudiants s’inscrivent en ce moment par le même réseau que vous.',
  files: 'Beaucoup de dossiers sont consultés en ce moment par le même réseau que vous.',
}

function tellHarvest({ provider }: CallContext, purse: LookupPurse, status: number): Answer {
  provider.alarm('harvest')
  return crowded(purse, lookupSentences[purse], status)
}

/** Look-ups are refused to an address that missed too often, except about whom it has met. */
export function refuseStranger(context: CallContext, person: string, status = 0): Answer | undefined {
  const { limits, address, provider } = context
  if (limits.knownPairs.has(address, person)) return undefined
  const wait = limits.misses.waitMs(address, provider.now().getTime())
  return wait > 0 ? tooMany('misses', wait, status) : undefined
}

/**
 * Pays for a person that this address found for the first time; refuses where it has nothing left to pay with. Whoever is
 * found makes up for a miss: of the thousands behind one address of a carrier one in five mistypes.
 */
export async function meet(
  context: CallContext,
  purse: LookupPurse,
  persons: readonly [string, ...string[]],
  status = 0,
): Promise<Answer | undefined> {
  const { limits, address, provider } = context
  if (!persons.some(person => limits.knownPairs.has(address, person, ['enrolled', purse]))) {
    if (!(await take(provider.database, { provider, address }, purse))) return tellHarvest(context, purse, status)
    limits.misses.forgive(address)
  }
  for (const person of persons) limits.knownPairs.add(address, person, purse)
  return undefined
}

/** For a look-up: an address that may not be told of anybody is not told either who does not exist. */
export async function foundNobody(
  context: CallContext,
  purse: LookupPurse,
  answer: Answer,
  status = 0,
): Promise<Answer> {
  const { provider, address } = context
  if (await isEmpty(provider.database, { provider, address }, purse)) return tellHarvest(context, purse, status)
  return missed(context, answer, status)
}

/** Counts a miss and answers it. */
export function missed({ limits, address, provider }: CallContext, answer: Answer, status = 0): Answer {
  const now = provider.now().getTime()
  const wait = limits.misses.waitMs(address, now)
  if (wait > 0) return tooMany('misses', wait, status)
  limits.misses.record(address, now)
  return answer
}
