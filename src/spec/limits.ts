/** Section 9: constants of the owner's text. Lengths are in characters. */
export const phoneDigits = 8
export const otpDigits = 4
export const matriculeLength = { wizard: 11, statusMin: 11, statusMax: 12, receiptMax: 11 } as const
export const ninaLength = { min: 11, max: 15 } as const
export const nameMinLetters = 2
/** No living student was born earlier. A date field turns "07", typed for 2007, into the year 7. */
export const earliestBirth = '1900-01-01'

/**
 * A new code is offered this long after the last one was asked for (docs/behaviour.md), in seconds.
 */
export const newCodeAfterSeconds = 60

/** The portal offers to erase a draft that was not touched for this many days. */
export const staleDays = 30

/** After a pre-enrolment or an update an answer is promised within 48 hours; in milliseconds. */
export const answerWithinMs = 48 * 3_600_000

/**
 * A device's clock that differs less from the provider's is exact enough to show a day and an hour.
 * Milliseconds.
 */
export const rightWithinMs = 120_000

/** When a draft is old enough to be offered for erasure. Pure. Milliseconds. */
const staleMs = staleDays * 24 * 3_600_000

export const isStale = (savedAt: number, now: number): boolean => now - savedAt >= staleMs
