import type { ClientAddress } from '../address.ts'
import { AddressCounter } from '../address-counter.ts'
import { Counter } from '../counters.ts'
import { junkPerAddress, missesPerAddress, uploadsPerMatricule } from '../limits.ts'

const mostPairs = 100_000

/**
 * How an address came to know somebody: by a save or a code, by paying for a look-up or for a file, or by a call for a
 * confirmed student, which costs nothing and so spares no payment.
 */
const ways = ['enrolled', 'lookups', 'files', 'called'] as const
type Way = (typeof ways)[number]

/** A campus team goes on with its own students even while somebody behind the same address walks through numbers. */
export class KnownPairs {
  private readonly pairs = new Set<string>()

  has({ key }: ClientAddress, person: string, by: readonly Way[] = ways): boolean {
    return by.some(way => this.pairs.has(`${way} ${key} ${person}`))
  }

  add({ key }: ClientAddress, person: string, way: Way): void {
    const pair = `${way} ${key} ${person}`
    this.pairs.delete(pair)
    this.pairs.add(pair)
    // A Set keeps insertion order: the first pair is the one that was met the longest ago.
    if (this.pairs.size > mostPairs) for (const first of this.pairs) return void this.pairs.delete(first)
  }
}

/** What each process counts for itself: with several of them an address gets as often through, until it is at all its limits. */
export class AddressLimits {
  readonly misses = new AddressCounter(missesPerAddress)
  /** Misses of calls that a right student must not lose to the misses of others: counted apart. */
  readonly strangers = new AddressCounter(missesPerAddress)
  readonly wrongCodes = new AddressCounter(missesPerAddress)
  readonly junkUploads = new AddressCounter(junkPerAddress)
  readonly uploads = new Counter(uploadsPerMatricule)
  readonly knownPairs = new KnownPairs()
}
