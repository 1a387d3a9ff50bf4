const minute = 60_000
const hour = 60 * minute

export const codeLifetimeMs = 30 * minute
/**
 * A used code may come again because its answer was lost; after this time it comes from someone who
 * found it.
 */
export const codeRepeatMs = 24 * hour
/** A message takes time to arrive: no second code meanwhile. */
export const waitingCodeMs = 10 * minute
/** Later, a receipt needs a fresh code instead of the enrolment's. */
export const receiptCodeMs = 30 * 24 * hour
/** The photographs of an enrolment may take hours on 2G; a correction has one or two. */
export const correctionAfterEnrolmentMs = 24 * hour
export const correctionAfterCodeMs = hour
/** For calls on their way, and for repeating a code whose answer was lost. */
export const replacedTokenMs = 10 * minute
/**
 * The same body again this soon means a lost answer, not the wish for another code
 * (docs/contract.md).
 */
export const sameCodeWindowMs = minute
export const receiptLinkLifetimeMs = 15 * minute
