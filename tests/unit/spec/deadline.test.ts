import { describe, expect, test } from 'vitest'
import { endedBetween, leftOfLastDay } from '../../../src/spec/deadline.ts'
import type { LastDates } from '../../../src/spec/window.ts'

const now = Date.UTC(2026, 9, 1, 12)
const hour = 3_600_000
const day = 24 * hour
const dates = (statut: number, target: number | undefined, { offset = 0 } = {}): LastDates => {
  return { reply: { statut, message: 'Message', target }, at: now, offset }
}

describe('what is left of the last day', () => {
  test.each([
    ['all but a moment of it', dates(1, now + day - 1), day - 1],
    ['nothing yet, a day before', dates(1, now + day), undefined],
    ['its last millisecond', dates(1, now + 1), 1],
    ['nothing any more at the end', dates(1, now), undefined],
    ['nothing where the date is a beginning', dates(2, now + hour), undefined],
    ['nothing where enrolment is closed', dates(0, now + hour), undefined],
    ['nothing where no date was given', dates(1, undefined), undefined],
    ["what the provider's clock leaves, on a late phone", dates(1, now + 5 * hour, { offset: 2 * hour }), 3 * hour],
    ['nothing on a phone that is a day late', dates(1, now + 5 * hour, { offset: day }), undefined],
    ['the last day, on a phone that is a day early', dates(1, now + 5 * hour - day, { offset: -day }), 5 * hour],
  ])('%s', (_, last, left) => expect(leftOfLastDay(last, now)).toBe(left))
})

describe('whether enrolment ended between writing and arriving', () => {
  const written = now - 3 * hour
  const answered = now - hour
  test.each([
    ['an end in between does', dates(1, now - 2 * hour), true],
    ['one that a closed window names does', dates(0, now - 2 * hour), true],
    ['an end before it was written does not', dates(1, now - 4 * hour), false],
    ['nor one at that moment', dates(1, written), false],
    ['one at the moment of the answer does', dates(1, answered), true],
    ['an end after the answer does not', dates(1, now - hour / 2), false],
    ['an end to come does not', dates(1, now + day), false],
    ['a beginning does not', dates(2, now - 2 * hour), false],
    ['a window closed early, whose date is to come, does', dates(0, now + 30 * day), true],
    ['a window closed without a date does', dates(0, undefined), true],
    ['as does one with a date of before there was a portal', dates(0, 0), true],
    ["the provider's clock decides", dates(1, now, { offset: 2 * hour }), true],
    ["where the device's own would not", dates(1, now - 2 * hour, { offset: 2 * hour }), false],
  ])('%s', (_, last, ended) => expect(endedBetween(last, written, answered)).toBe(ended))
})
