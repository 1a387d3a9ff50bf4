import { describe, expect, test } from 'vitest'
import { formatDay } from '../../../src/spec/day.ts'
import {
  formatAge,
  formatBytes,
  formatData,
  formatHour,
  formatMoment,
  formatPhone,
  formatWait,
  maskedPhone,
} from '../../../src/ui/format.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const plain = (text: string) => text.replace(/\u00a0/g, ' ')

describe('what a student reads', () => {
  test.each([
    [0, '1 ko'],
    [400, '1 ko'],
    [1_499, '1 ko'],
    [420_000, '420 ko'],
    [999_400, '999 ko'],
    [1_000_000, '1 Mo'],
    [1_250_000, '1,3 Mo'],
    [5_242_880, '5,2 Mo'],
  ])('%i bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

  test.each([
    ['2026-11-24T14:05:59Z', '24 novembre, 14 h 05'],
    ['2027-01-01T00:00:00Z', '1er janvier, 0 h 00'],
    ['2026-08-31T23:59:00Z', '31 août, 23 h 59'],
  ])('%s is %s', (at, text) => expect(plain(formatMoment(Date.parse(at)))).toBe(text))

  test.each([
    [99_999, '100 ko'],
    [100_000, '0,1 Mo'],
    [414_999, '0,41 Mo'],
    [1_006_000, '1,01 Mo'],
    [2_000_000, '2 Mo'],
    [12_345_678, '12,35 Mo'],
  ])('%i bytes of a data plan are %s', (bytes, text) => expect(formatData(bytes)).toBe(text))

  test.each([
    [-5 * minute, "à l'instant"],
    [0, "à l'instant"],
    [59_999, "à l'instant"],
    [minute, 'il y a 1 min'],
    [59 * minute, 'il y a 59 min'],
    [hour, 'il y a 1 h'],
    [23.9 * hour, 'il y a 23 h'],
    [day, 'il y a 1 jour'],
    [40 * day, 'il y a 40 jours'],
  ])('%i ms ago is "%s"', (ms, text) => expect(formatAge(ms)).toBe(text))

  test.each([
    [-1, '1 s'],
    [1, '1 s'],
    [1_001, '2 s'],
    [89_000, '89 s'],
    [90_000, '2 min'],
    [121_000, '3 min'],
    [15 * minute, '15 min'],
  ])('a wait of %i ms is "%s"', (ms, text) => expect(formatWait(ms)).toBe(text))

  test.each([
    [Date.UTC(2026, 8, 30, 23, 59), '30 septembre 2026', '23 h 59'],
    [Date.UTC(2026, 0, 1, 0, 5), '1er janvier 2026', '0 h 05'],
  ])('%i is "%s", "%s" in Bamako', (time, written, hour) => {
    expect([formatDay(time), formatHour(time)].map(plain)).toEqual([written, hour])
  })

  test.each([
    ['76543210', '•• •• •• 10'],
    ['', ''],
  ])('the number "%s" is repeated as "%s"', (phone, masked) => expect(plain(maskedPhone(phone))).toBe(masked))

  test('a number that is to be checked is read in pairs', () =>
    expect(plain(formatPhone('76543210 '))).toBe('76 54 32 10'))
})
