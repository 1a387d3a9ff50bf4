const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** At most `most` events for one key in any `windowMs`. */
export interface Limit {
  most: number
  windowMs: number
}

/**
 * Guesses at a four-digit code, over all calls: twenty a day get an attacker nowhere. Half of them
 * are reserved for the saver, and some of these for the browser itself, since thousands may share
 * its address.
 */
export const codeGuesses: Record<
  'byBrowser' | 'atAddress' | 'bySaver' | 'byOthers',
  readonly Limit[]
> = {
  byBrowser: [{ most: 5, windowMs: 15 * minute }],
  atAddress: [
    { most: 5, windowMs: 15 * minute },
    { most: 6, windowMs: 24 * hour },
  ],
  bySaver: [{ most: 10, windowMs: 24 * hour }],
  byOthers: [
    { most: 3, windowMs: 15 * minute },
    { most: 10, windowMs: 24 * hour },
  ],
}

/**
 * Wrong places given for one matricule, by whoever is counted apart (`triesOf`). Once all together
 * is used up, each has a few left: no stranger can use up those of a student.
 */
export const wrongPlaces: Record<'own' | 'ownUnderAttack' | 'together', readonly Limit[]> = {
  own: [
    { most: 10, windowMs: 15 * minute },
    { most: 20, windowMs: 24 * hour },
  ],
  ownUnderAttack: [{ most: 5, windowMs: 24 * hour }],
  together: [
    { most: 20, windowMs: 15 * minute },
    { most: 100, windowMs: 24 * hour },
  ],
}

/**
 * A campus shares one address, so an address may miss often; trying out matricules still takes
 * days.
 */
export const missesPerAddress: readonly Limit[] = [
  { most: 300, windowMs: 15 * minute },
  { most: 3000, windowMs: 24 * hour },
]

/**
 * Files that an address may look at by each process while no primary answers: as many as it could
 * pay for.
 */
export const unpaidPerAddress: readonly Limit[] = [{ most: 600, windowMs: 15 * minute }]

/**
 * Uploads of one address that are no photographs, beyond the accepted ones: more are logged as an
 * attack.
 */
export const junkPerAddress: readonly Limit[] = [{ most: 30, windowMs: 15 * minute }]

/**
 * Of one student, by whoever is counted apart (`triesOf`). Decoding a photograph costs processor
 * time; five documents need far fewer attempts than this.
 */
export const uploadsPerStudent: readonly Limit[] = [{ most: 100, windowMs: 15 * minute }]
/** Each process counts the first ones alone: an ordinary student costs the database no count. */
export const uploadsCountedAlone = 10

/** Uploads of one address that are so heavy: more are logged as an attack. */
export const heavyPerAddress: readonly Limit[] = [{ most: 300, windowMs: 15 * minute }]

/** The longest that a limit on attempts looks back. */
export const attemptsKeptMs = 24 * hour

/** To test whether there was any event today. */
export const onceADay: readonly Limit[] = [{ most: 1, windowMs: day }]

/**
 * Codes sent to one phone, limited so that an attacker cannot flood it. Of its ten a day, some are
 * reserved for a student who has had none there today, and for the browser that saved: an attacker
 * who knows a student's facts cannot use these up.
 */
export const codesPerPhone: Record<'first' | 'again' | 'browser' | 'others', readonly Limit[]> = {
  first: [
    { most: 5, windowMs: hour },
    { most: 9, windowMs: day },
  ],
  again: [
    { most: 5, windowMs: hour },
    { most: 7, windowMs: day },
  ],
  browser: [
    { most: 5, windowMs: hour },
    { most: 10, windowMs: day },
  ],
  others: [
    { most: 5, windowMs: hour },
    { most: 7, windowMs: day },
  ],
}

/**
 * Codes requested for one matricule: without this limit an attacker could have messages sent to any
 * number of phones.
 */
export const codesPerMatricule: readonly Limit[] = [
  { most: 20, windowMs: hour },
  { most: 60, windowMs: day },
]

/**
 * Codes for a correction or a receipt of one matricule. The browser that saved has its own limit;
 * others are counted per address and together: after four of the day's seven, only addresses that
 * have not asked yet get one.
 */
export const furtherCodes: Record<
  'browser' | 'other' | 'others' | 'othersAgain',
  readonly Limit[]
> = {
  browser: [
    { most: 3, windowMs: hour },
    { most: 5, windowMs: day },
  ],
  other: [
    { most: 3, windowMs: hour },
    { most: 5, windowMs: day },
  ],
  others: [{ most: 7, windowMs: day }],
  othersAgain: [{ most: 4, windowMs: day }],
}

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
