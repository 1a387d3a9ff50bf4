import { describe, expect, test } from 'vitest'
import { readDate } from '../../../src/spec/window.ts'

const lastSecond = Date.UTC(2026, 11, 31, 23, 59, 59)
const hour = 3_600_000

describe('the date of the countdown', () => {
  test.each([
    ['without a zone is Bamako time, which is UTC', '2026-12-31 23:59:59', lastSecond],
    ['may have a T', '2026-12-31T23:59:59', lastSecond],
    ['may stand between blanks', '  2026-12-31 23:59:59\n', lastSecond],
    ['may have no seconds', '2026-12-31 23:59', lastSecond - 59_000],
    ['may have no time: the day begins', '2026-12-31', Date.UTC(2026, 11, 31)],
    ['may have fractions of a second', '2026-12-31T23:59:59.250', lastSecond + 250],
    ['in UTC is read as it says', '2026-12-31T23:59:59Z', lastSecond],
    ['east of Bamako is earlier', '2026-12-31T23:59:59+01:00', lastSecond - hour],
    ['west of Bamako is later', '2026-12-31T23:59:59-05:30', lastSecond + 5.5 * hour],
    ['may write its zone without a colon', '2026-12-31T23:59:59+0100', lastSecond - hour],
    ['may write its zone in hours, as PostgreSQL does', '2026-12-31 23:59:59+00', lastSecond],
    ['may have a blank before the zone', '2026-12-31 23:59:59 +0100', lastSecond - hour],
    ['exists on 29 February of a leap year', '2028-02-29', Date.UTC(2028, 1, 29)],
    ['may end a day at 24:00', '2026-12-31 24:00:00', Date.UTC(2027, 0, 1)],
  ])('%s', (_, text, time) => expect(readDate(text)).toBe(time))

  test.each([
    ['nothing', ''],
    ['a word', 'demain'],
    ['French order', '31/12/2026 23:59:59'],
    ['a month that does not exist', '2026-13-01 00:00:00'],
    ['a day that no month has', '2026-12-32'],
    ['30 February, which some browsers would read as 2 March', '2026-02-30 12:00:00'],
    ['29 February of a common year', '2026-02-29'],
    ['an hour that does not exist', '2026-12-31 25:00:00'],
    ['a minute that does not exist', '2026-12-31 23:60'],
    ['an hour alone', '2026-12-31 23'],
    ['a zone without a time', '2026-12-31Z'],
    ['a date with something behind it', '2026-12-31 23:59:59 ou plus'],
    ['seconds since 1970', '1798761599'],
    ['a year of five digits', '12026-12-31'],
  ])('%s can’t be read', (_, text) => expect(readDate(text)).toBeUndefined())
})
