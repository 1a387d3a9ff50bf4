import type { Limit } from './limits.ts'

const hour = 60 * 60_000
const day = 24 * hour

/** Whether there was any today. */
export const onceADay: readonly Limit[] = [{ most: 1, windowMs: day }]

/**
 * Codes sent to one phone: a stranger must not be able to flood it. Of its ten a day some are kept for a
 * student who has had none there today, and for the browser that saved: whoever has somebody's facts does not use these up.
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

/** Codes asked for with one matricule: without it a stranger could have a message sent to any number of phones. */
export const codesPerMatricule: readonly Limit[] = [
  { most: 20, windowMs: hour },
  { most: 60, windowMs: day },
]

/**
 * Codes for a correction or a receipt of one matricule. The browser that saved has its own; others are counted by their
 * address, and together: what is left of the day's seven after four is for an address that has not asked yet.
 */
export const furtherCodes: Record<'browser' | 'other' | 'others' | 'othersAgain', readonly Limit[]> = {
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
