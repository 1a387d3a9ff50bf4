const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

/**
 * A parent's phone may receive the grants of several students; beyond three, an operator must look
 * first.
 */
export const studentsPerPhone = 3

/**
 * `base` refills in `refillMs`; each code that a student enters earns more, which is kept for
 * weeks.
 */
export interface Allowance {
  base: number
  refillMs: number
  most: number
  /** Earned by each student's first entered code, besides the code itself, which is given back. */
  earned: number
  /** After so many days, a third of the earned part is left. */
  keptDays: number
}

/**
 * What an address pays. A save gives back a look-up, an entered code gives back a code: a carrier's
 * 10,000 students an hour live on that. An attacker who tries seat numbers, or has codes sent to
 * any phone, has only the bases.
 */
export const allowances = {
  lookups: { base: 320, refillMs: day, most: 8000, earned: 4, keptDays: 21 },
  /** A carrier's students check their files for weeks, long after the earned part has decayed. */
  files: { base: 600, refillMs: 15 * minute, most: 8000, earned: 4, keptDays: 21 },
  codes: { base: 60, refillMs: day, most: 2000, earned: 3, keptDays: 21 },
  /**
   * Look-ups that find no student; a hit gives one back. A campus shares one address, so an address
   * may miss often.
   */
  misses: { base: 300, refillMs: day / 10, most: 300, earned: 0, keptDays: 21 },
  /** Codes, right or wrong, of any matricules; a right one gives back two. */
  guesses: { base: 300, refillMs: day / 10, most: 300, earned: 0, keptDays: 21 },
} satisfies Record<string, Allowance>
/**
 * In this time other students' codes earn room for the next ones; the answer tells the student to
 * wait as long.
 */
export const accountWaitMs = 45 * second
export const accountsKeptMs = 90 * day
/**
 * How far apart the clocks of processes may be. A time further in the future comes from a wrong
 * clock and is ignored.
 */
export const clocksApartMs = minute

/**
 * Codes of the whole service in ten minutes: far above a day of results, and above what a gateway
 * can send.
 */
export const smsBudget = {
  windowMs: 10 * minute,
  most: 15_000,
  /** From so many codes on, the server checks whether students enter them at all. */
  watchedFrom: 1000,
  leastConfirmed: 0.1,
  /** Codes a minute while few are entered: enough to notice when students enter them again. */
  trickle: 60,
  waitMs: minute,
}
