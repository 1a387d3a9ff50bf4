const second = 1000
const minute = 60 * second
const quarter = 15 * minute
const hour = 60 * minute
const day = 24 * hour

/** At most `most` events of one key in any `windowMs`. */
export interface Limit {
  most: number
  windowMs: number
}
export type Limits = readonly Limit[]

export const atMost = (most: number, windowMs: number): Limit => ({ most, windowMs })

/** To tell whether there was any event today. */
export const onceADay = [atMost(1, day)]

/** What the database counts, for all processes. Where the situation chooses the limits, by its name. */
export const counts = {
  /**
   * Guesses at a student's four digits, over all calls: twenty a day get an attacker nowhere. Half
   * are the saver's, some of these the browser's own, since thousands may share its address.
   */
  codeByBrowser: [atMost(5, quarter)],
  codeAtAddress: [atMost(5, quarter), atMost(6, day)],
  codeBySaver: [atMost(10, day)],
  codeByOthers: [atMost(3, quarter), atMost(10, day)],
  /** Wrong places for a matricule: of all together, and by whoever is counted apart (`triesOf`). */
  place: [atMost(20, quarter), atMost(100, day)],
  /** Once all together are used up, each has a few left: no stranger uses up a student's. */
  placeByAsker: { own: [atMost(10, quarter), atMost(20, day)], underAttack: [atMost(5, day)] },
  /**
   * Codes to one phone. Some of its ten a day are reserved for a student who has had none there
   * today, and for the browser that saved: an attacker who knows all facts cannot use these up.
   */
  sms: {
    first: [atMost(5, hour), atMost(9, day)],
    again: [atMost(5, hour), atMost(7, day)],
    browser: [atMost(5, hour), atMost(10, day)],
  },
  /** … to it for one student. */
  smsFor: onceADay,
  /** Codes for one matricule, or an attacker could have messages sent to any number of phones. */
  codeFor: [atMost(20, hour), atMost(60, day)],
  /**
   * Codes for corrections and receipts of one matricule: the browser that saved has its own, others
   * are counted by address and together. The day's last three go to addresses that had none yet.
   */
  furtherCode: [atMost(3, hour), atMost(5, day)],
  furtherCodeByAddress: [atMost(3, hour), atMost(5, day)],
  furtherCodeByOthers: { first: [atMost(7, day)], again: [atMost(4, day)] },
  /** Of one student, by whoever is counted apart. Five documents need far fewer. */
  upload: [atMost(100, quarter)],
} satisfies Record<string, Limits | Record<string, Limits>>
/** The longest that one of them looks back. */
export const countsKeptMs = day

/** A campus shares one address, so it may miss often; trying out matricules still takes days. */
const misses = [atMost(300, quarter), atMost(3000, day)]

/** What each process counts alone, by address. */
export const ownCounts = {
  /** Look-ups that find no student, and wrong codes: counted for all processes, too (`prices`). */
  misses,
  guesses: misses,
  /** Calls for students who are not confirmed: others' misses do not stop those of confirmed ones. */
  strangers: misses,
  /** Files shown while no primary answers: as many as an address could pay for. */
  unpaid: [atMost(600, quarter)],
  /** Uploads that are no photographs, beyond accepted ones; and heavy ones. More are told as attacks. */
  junkUploads: [atMost(30, quarter)],
  heavyUploads: [atMost(300, quarter)],
}

/** `base` refills in `refillMs`; what is earned lies above it, up to `most`. */
export interface Allowance {
  base: number
  refillMs: number
  most: number
}

/**
 * What an address has. A harvester, or who has codes sent to any phone, has only the bases; a
 * carrier's 10,000 students an hour live on what saves and entered codes bring.
 */
export const allowances = {
  lookups: { base: 320, refillMs: day, most: 8000 },
  /** A carrier's students check their files for weeks, long after what was earned has decayed. */
  files: { base: 600, refillMs: quarter, most: 8000 },
  codes: { base: 60, refillMs: day, most: 2000 },
  misses: { base: 300, refillMs: day / 10, most: 300 },
  guesses: { base: 300, refillMs: day / 10, most: 300 },
} satisfies Record<string, Allowance>
export type Purse = keyof typeof allowances
/** After so long, a third of what was earned is left. */
export const earnedKeptMs = 21 * day
export const accountsKeptMs = 90 * day
/** Meanwhile others' codes earn room for the next ones; the answer tells the student to wait. */
export const accountWaitMs = 45 * second
/** Clocks of processes are no further apart: a later time comes from a wrong one, and is ignored. */
export const clocksApartMs = minute

type Price = Partial<Record<Purse, number>>

/** What it costs an address, and what that brings. */
export const prices = {
  /** A hit makes up for a miss: of the thousands at one address, one in five mistypes. */
  lookups: { lookups: -1, misses: 1 },
  files: { files: -1, misses: 1 },
  misses: { misses: -1 },
  guesses: { guesses: -1 },
  guessBack: { guesses: 1 },
  save: { codes: -1, lookups: 1 },
  furtherCode: { codes: -1 },
  /** An entered one gives back itself and its guess, and makes up for a wrong one. */
  code: { codes: 1, guesses: 2 },
  /** … and a student's first one earns more. */
  firstCode: { codes: 1 + 3, guesses: 2, lookups: 4, files: 4 },
} satisfies Record<string, Price>

/** A parent's phone may get the grants of several students; beyond, an operator must look first. */
export const studentsPerPhone = 3

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
