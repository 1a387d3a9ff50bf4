import { describe, expect, test } from 'vitest'
import { closedSince, phaseOf } from '../../../../src/features/home/dates.ts'

const now = Date.UTC(2026, 9, 1, 12)
const day = 24 * 3_600_000
const at = (statut: number, target: number | undefined, { kept = false, offset = 0 } = {}) => ({
  chrono: { statut, message: 'Message', target },
  kept,
  offset,
})

describe('what the dates make of the home page', () => {
  test.each([
    ['nothing known is closed', undefined, 'closed'],
    ['statut 0 is closed', at(0, now + day), 'closed'],
    ['statut 1 is open', at(1, now + day), 'open'],
    ['statut 1 whose date is past is open, as the provider says', at(1, now - day), 'open'],
    ['statut 2 before its date is soon', at(2, now + day), 'soon'],
    ['statut 2 at its date is open', at(2, now), 'open'],
    ['statut 2 by a clock that is two days late is open', at(2, now + day, { offset: 2 * day }), 'open'],
    ['a kept statut 1 whose date is past is closed', at(1, now - day, { kept: true }), 'closed'],
    ['a statut that nobody knows is closed', at(7, now - day), 'closed'],
  ])('%s', (_, verdict, phase) => {
    expect(phaseOf(verdict, now)).toBe(phase)
  })
})

describe('since when enrolment is closed', () => {
  test.each([
    ['a past date of statut 0 tells', at(0, now - day), now - day],
    ['the end of a kept statut 1 tells', at(1, now - day, { kept: true }), now - day],
    ['a date to come does not', at(0, now + day), undefined],
    ['no date does not', at(0, undefined), undefined],
    ['a date of before there was a portal does not', at(0, 0), undefined],
    ['that of another statut does not', at(7, now - day), undefined],
    ['the provider decides what is past', at(0, now + day, { offset: 2 * day }), now + day],
  ])('%s', (_, verdict, since) => {
    expect(closedSince(verdict, now)).toBe(since)
  })
})
