import { Counter } from '../counters.ts'
import { lookupsPerAddress, missesPerAddress, uploadsPerMatricule } from '../limits.ts'

const mostPairs = 100_000

/**
 * Whom an address has found or confirmed. A campus team goes on with its own students even while somebody behind the
 * same address walks through numbers.
 */
export class Acquaintances {
  private readonly pairs = new Set<string>()

  has(address: string, person: string): boolean {
    return this.pairs.has(`${address} ${person}`)
  }

  add(address: string, person: string): void {
    const pair = `${address} ${person}`
    this.pairs.delete(pair)
    this.pairs.add(pair)
    // A Set keeps insertion order: the first pair is the one that was met the longest ago.
    if (this.pairs.size > mostPairs) for (const first of this.pairs) return void this.pairs.delete(first)
  }
}

/** What each process counts for itself: with several of them an address gets as often through, until it is at all its limits. */
export class AddressLimits {
  readonly misses = new Counter(missesPerAddress)
  /** Misses of calls that a right student must not lose to the misses of others: counted apart. */
  readonly strangers = new Counter(missesPerAddress)
  readonly lookups = new Counter(lookupsPerAddress)
  readonly wrongCodes = new Counter(missesPerAddress)
  readonly uploads = new Counter(uploadsPerMatricule)
  readonly acquaintances = new Acquaintances()
}
