import { AddressCounter } from '../../limits/address-counter.ts'
import { Counter } from '../../limits/counters.ts'
import {
  heavyPerAddress,
  junkPerAddress,
  missesPerAddress,
  unpaidPerAddress,
  uploadsPerStudent,
} from '../../limits/rates.ts'
import type { ClientAddress } from '../../limits/who.ts'

const mostPairs = 100_000

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
  private readonly pairs = new Set<string>()

  has({ key }: ClientAddress, person: string, by: readonly Way[] = ways): boolean {
    return by.some(way => this.pairs.has(`${way} ${key} ${person}`))
  }

  add({ key }: ClientAddress, person: string, way: Way): void {
    const pair = `${way} ${key} ${person}`
    this.pairs.delete(pair)
    this.pairs.add(pair)
    // A Set keeps insertion order: the first pair is the oldest.
    if (this.pairs.size > mostPairs)
      for (const first of this.pairs) return void this.pairs.delete(first)
  }
}

/**
 * Counted by each process alone. Misses and wrong codes are counted for all of them as well
 * (`countForAll`); of the rest, an address gets several times as many attempts with several
 * processes.
 */
export class AddressLimits {
  readonly misses = new AddressCounter(missesPerAddress)
  /**
   * Misses of calls for confirmed students: counted apart, so that other users' misses do not block
   * these calls.
   */
  readonly strangers = new AddressCounter(missesPerAddress)
  readonly guesses = new AddressCounter(missesPerAddress)
  /** Files that were read while nothing could be written, and nothing be paid. */
  readonly unpaid = new AddressCounter(unpaidPerAddress)
  readonly junkUploads = new AddressCounter(junkPerAddress)
  readonly heavyUploads = new AddressCounter(heavyPerAddress)
  readonly uploads = new Counter(uploadsPerStudent)
  readonly knownPairs = new KnownPairs()
}
