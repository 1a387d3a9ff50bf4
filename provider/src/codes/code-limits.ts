import type { Limit } from '../limits/limits.ts'

const hour = 60 * 60_000
const day = 24 * hour

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
