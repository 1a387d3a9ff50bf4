const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

/** Grants of several go to one phone where it is a parent's: of more than three a person has to look first. */
export const studentsPerPhone = 3

/** A base that fills again in its time; a code that comes back earns more, which is kept for weeks. */
export interface Allowance {
  base: number
  refillMs: number
  most: number
  /** For each student's first code that comes back, beside the place that its sending took. */
  earned: number
  /** After so many days a third of what was earned is left. */
  keptDays: number
}

/**
 * What an address pays for. A save gives a look-up back, a code that comes back a code: a carrier's 10,000 students an hour
 * live on that, while who counts seat numbers, or has codes sent to any phone, has the bases and no more.
 */
export const allowances = {
  lookups: { base: 320, refillMs: day, most: 8000, earned: 4, keptDays: 21 },
  /** A carrier's students look at their files for weeks, long after what they earned is forgotten. */
  files: { base: 600, refillMs: 15 * minute, most: 8000, earned: 4, keptDays: 21 },
  codes: { base: 60, refillMs: day, most: 2000, earned: 3, keptDays: 21 },
} satisfies Record<string, Allowance>
/** The time in which somebody earns room for others, and so the wait that is told. */
export const accountWaitMs = 45 * second
export const accountsKeptMs = 90 * day
/** How far apart the clocks of processes may be. A moment further ahead was none: a clock was wrong then. */
export const clocksApartMs = minute

/** Of the whole service in ten minutes: far above a day of results, and what a gateway hands over. */
export const smsBudget = {
  windowMs: 10 * minute,
  most: 15_000,
  /** From so many on it is looked at whether they come back at all. */
  watchedFrom: 1000,
  leastConfirmed: 0.1,
  /** In a minute, while few come back: so it is seen when they do again. */
  trickle: 60,
  waitMs: minute,
}
