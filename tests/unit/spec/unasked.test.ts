import { expect, test } from 'vitest'
import { goesUnasked, underWaySince } from '../../../src/spec/window.ts'

const now = Date.UTC(2026, 9, 1, 12)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const dates = (statut: number, target: number | undefined, { at = now - hour, offset = 0 } = {}) => {
  return { reply: { statut, message: 'Message', target }, at, offset }
}
const open = dates(1, now + 30 * day)
const set = (offset: number) => dates(1, now + 30 * day, { offset })

const since = (began: number) => ({ ...open, since: began })

test.each([
  ['a list of this morning does during enrolment', now - hour, open, true],
  ['one of this very moment does', now, open, true],
  ['one in the last moment of its day does', now - day + 1, open, true],
  ['one of a day is asked for', now - day, open, false],
  ['one kept by an earlier version is asked for', Number.NaN, open, false],
  ['one of a time to come, before the clock was set back, is asked for', now + 1, open, false],
  ['a clock that stands before the last answer is not believed', now - 2 * hour, { ...open, at: now + 1 }, false],
  ['a clock that the provider has found two minutes behind is not believed', now - hour, set(2 * minute), false],
  ['nor one that it has found two minutes ahead', now - hour, set(-2 * minute), false],
  ['a clock that is right by two minutes is', now - hour, set(2 * minute - 1), true],
  ['where no dates are known it is asked for', now - hour, undefined, false],
  ['a closed enrolment asks', now - hour, dates(0, now + day), false],
  ['one that has ended since asks', now - hour, dates(1, now), false],
  ['one that ends in a moment does not', now - hour, dates(1, now + 1), true],
  ['one that is still to come asks', now - hour, dates(2, now + 1), false],
  ['one that has begun asks for what was kept before', now - hour, dates(2, now - hour + 1), false],
  ['and not for what was kept since', now - hour, dates(2, now - hour), true],
  ['by the provider’s clock', now - hour, dates(2, now - hour + minute, { offset: minute }), true],
  ['what was kept before an answer first told of it is asked for', now - hour, since(now - hour + 1), false],
  ['what was kept since is not', now - hour, since(now - hour), true],
  ['the provider’s clock says what has begun', now, dates(2, now + minute, { offset: minute }), true],
  ['the provider’s clock says what has ended', now - hour, dates(1, now + minute, { offset: minute }), false],
  ['a statut that nobody knows asks', now - hour, dates(7, now + day), false],
])('%s', (_, keptAt, last, expected) => expect(goesUnasked(keptAt, last, now)).toBe(expected))

test.each([
  ['a device that was never told otherwise counts every list', undefined, 0],
  ['an answer like the one before goes on', { ...open, since: 7 }, 7],
  ['an earlier version kept none', open, 0],
  ['what begins after a closed enrolment begins now', dates(0, now + day), now],
  ['and after one that was to come', dates(2, now - minute), now],
  ['what one answer announced has begun by the next', { ...dates(2, now - 2 * hour), since: 7 }, 7],
])('%s', (_, last, expected) => expect(underWaySince(last, now)).toBe(expected))
