import { describe, expect, test } from 'vitest'
import { closedMessage, openMessage } from '../../../src/spec/text.ts'
import { type Chrono, closedWindow, countersUntil, keptWindowAt, windowAt } from '../../../src/spec/window.ts'

const now = Date.UTC(2026, 9, 1, 12)
const second = 1000
const day = 24 * 3600 * second
const message = 'Fin des inscriptions dans'
const at = (statut: number, target: number | undefined): Chrono => ({ statut, message, target })
const zero = { days: 0, hours: 0, minutes: 0, seconds: 0 }
const closed = { open: false, message: 'Les inscriptions sont fermées' }
const until = { open: true, message, counters: { ...zero, days: 2 } }
const over = { open: true, message, counters: zero }

test('the two sentences of the countdown are those of the specification', () => {
  expect(closedMessage).toBe('Les inscriptions sont fermées')
  expect(openMessage).toBe('Les inscriptions sont ouvertes')
})

describe('the provider says when a student may enrol', () => {
  test.each([
    ['statut 0 closes enrolment, whatever its date', at(0, now + 2 * day), closed],
    ['statut 0 needs no date', at(0, undefined), closed],
    ['statut 1 opens it with the server’s message and the time that is left', at(1, now + 2 * day), until],
    ['statut 1 whose date is past stays open with counters at 0', at(1, now - day), over],
    ['statut 2 before its date shows the server’s message and counts down', at(2, now + 2 * day), until],
    ['statut 2 after its date says that enrolment is open', at(2, now - day), { ...over, message: openMessage }],
    ['statut 2 exactly at its date says that enrolment is open', at(2, now), { ...over, message: openMessage }],
    ['any higher statut is closed', at(3, now + 2 * day), closed],
    ['a negative statut is closed', at(-1, now + 2 * day), closed],
    ['statut 1 without a date is closed', at(1, undefined), closed],
    ['statut 2 without a date is closed', at(2, undefined), closed],
  ])('%s', (_, chrono, window) => expect(windowAt(chrono, now)).toEqual(window))

  test('before any answer the window is closed', () => expect(closedWindow).toEqual(closed))
})

describe('while the provider is out of reach, the kept answer decides as long as its date allows', () => {
  test.each([
    ['statut 1 before its end is open', at(1, now + 2 * day), until],
    ['statut 1 in its last millisecond is open', at(1, now + 1), over],
    ['statut 1 at its end is closed', at(1, now), closed],
    ['statut 1 after its end is closed', at(1, now - day), closed],
    ['statut 2 before its beginning counts down', at(2, now + 2 * day), until],
    ['statut 2 after its beginning is open', at(2, now - day), { ...over, message: openMessage }],
    ['statut 0 is closed', at(0, now + 2 * day), closed],
    ['an unknown statut is closed', at(9, now + 2 * day), closed],
  ])('%s', (_, chrono, window) => expect(keptWindowAt(chrono, now)).toEqual(window))
})

describe('the counters that a student reads', () => {
  test.each([
    [0, zero],
    [-5 * day, zero],
    [999, zero],
    [second, { ...zero, seconds: 1 }],
    [59_999, { ...zero, seconds: 59 }],
    [60 * second, { ...zero, minutes: 1 }],
    [3600 * second - 1, { ...zero, minutes: 59, seconds: 59 }],
    [day - second, { days: 0, hours: 23, minutes: 59, seconds: 59 }],
    [day, { ...zero, days: 1 }],
    [100 * day + 3_723_000, { days: 100, hours: 1, minutes: 2, seconds: 3 }],
  ])('%i ms before the date', (left, counters) => expect(countersUntil(now + left, now)).toEqual(counters))
})
