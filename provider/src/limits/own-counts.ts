import { countedOf, waitMs } from './counts.ts'
import { accountWaitMs, atMost, type Limits, ownCounts } from './rates.ts'
import { type ClientAddress, countedAs } from './who.ts'

const mostKeys = 100_000

/** Counts in memory, which end with the process. */
export class Counter {
  private readonly events = new Map<string, number[]>()
  private readonly holds = new Map<string, number>()
  private readonly longest: number
  private readonly most: number

  constructor(private readonly limits: Limits) {
    this.longest = Math.max(...limits.map(limit => limit.windowMs))
    this.most = Math.max(...limits.map(limit => limit.most))
  }

  waitMs(who: ClientAddress, now: number): number {
    const held = this.holds.get(who.key)
    return Math.max(
      held === undefined ? 0 : waitMs([held], [atMost(1, accountWaitMs)], now),
      ...countedAs(who).map(({ key, addresses }) =>
        waitMs(this.timesOf(key), this.limits, now, addresses),
      ),
    )
  }

  /** The key's events that may still count, oldest first. */
  timesOf(key: string): readonly number[] {
    return this.events.get(key) ?? []
  }

  record(who: ClientAddress, now: number): void {
    for (const { key, addresses } of countedAs(who)) {
      const events = this.events.get(key) ?? []
      events.length = countedOf(events, now)
      events.push(now)
      // A limit never looks back further than its own number of events: a flood must fill neither
      // memory nor time.
      const most = this.most * addresses
      while (events.length > most || (events[0] ?? now) <= now - this.longest) events.shift()
      keepLast(this.events, key, events)
    }
  }

  /** Removes the oldest event. */
  forgive(who: ClientAddress): void {
    for (const { key } of countedAs(who)) this.events.get(key)?.shift()
  }

  /** Nothing more for a moment, as its account says; the site around it has other customers. */
  hold({ key }: ClientAddress, now: number): void {
    keepLast(this.holds, key, now)
  }
}

/** A Map keeps insertion order: the first key has been idle longest. */
function keepLast<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= mostKeys) return
  const [first = ''] = map.keys()
  map.delete(first)
}

/**
 * How an address came to know a student: by a save or a code, by paying for a look-up or a file, or
 * by a call for a confirmed student. That last one costs nothing, so it replaces no payment.
 */
const ways = ['enrolled', 'lookups', 'files', 'called'] as const
type Way = (typeof ways)[number]

/**
 * Pairs of address and student. A campus team can go on with its own students while another user
 * behind the same address tries out matricules.
 */
export class KnownPairs {
  private readonly pairs = new Map<string, true>()

  has({ key }: ClientAddress, person: string, by: readonly Way[] = ways): boolean {
    return by.some(way => this.pairs.has(`${way} ${key} ${person}`))
  }

  add({ key }: ClientAddress, person: string, way: Way): void {
    keepLast(this.pairs, `${way} ${key} ${person}`, true)
  }
}

export type OwnCounts = Record<keyof typeof ownCounts, Counter> & { knownPairs: KnownPairs }

export function createOwnCounts(): OwnCounts {
  const counters = Object.entries(ownCounts).map(([name, limits]) => [name, new Counter(limits)])
  return { ...Object.fromEntries(counters), knownPairs: new KnownPairs() }
}
