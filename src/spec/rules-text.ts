/** Section 4 and 8, to the letter. */
export const closedMessage = 'Les inscriptions sont fermées'
export const openMessage = 'Les inscriptions sont ouvertes'

/** Section 9, the status page's years. */
export const currentYears = '2021 ou plus'
export const previousYears = '2019-2020'
export const olderYears = 'Années antérieures'
