import { beforeEach, describe, expect, test, vi } from 'vitest'

const device = Date.UTC(2026, 0, 1)
const hour = 3_600_000
const header = (ahead: number) => new Date(device + ahead).toUTCString()

let clock: typeof import('../../../../src/core/api/clock.ts')

async function freshClock() {
  vi.resetModules()
  clock = await import('../../../../src/core/api/clock.ts')
}
beforeEach(() => {
  vi.unstubAllEnvs()
  return freshClock()
})

const learn = (ahead: number, roundTrip: number, asked = device) =>
  clock.learnTime(header(ahead), asked, asked + roundTrip)

describe('a phone that has lost the time', () => {
  test('is believed until an answer has told', () => expect(clock.clockOffset()).toBe(0))

  test('learns the provider’s clock to the second', async () => {
    learn(hour, 200)
    expect(Math.abs(clock.clockOffset() - hour)).toBeLessThan(1000)
    await freshClock()
    learn(-hour, 200)
    expect(clock.clockOffset()).toBeLessThan(-hour + 1000)
  })

  test.each([
    [0, true],
    [60_000, true],
    [-hour, false],
    [hour, false],
  ])('%i ms apart from the provider tells dates: %s', (ahead, right) => {
    expect(clock.isClockRight(), 'before anybody has told').toBe(false)
    learn(ahead, 200)
    expect(clock.isClockRight()).toBe(right)
  })

  test.each([
    [45_000, true],
    [119_999, true],
    [120_001, false],
  ])('is found right by an answer that took %i ms: %s', (roundTrip, right) => {
    learn(roundTrip / 2, roundTrip)
    expect(clock.isClockRight()).toBe(right)
    expect(clock.clockOffset(), 'too slow for the second').toBe(0)
  })

  test('is found wrong by the newest answer, and by a slow one too', () => {
    learn(0, 200)
    learn(hour, 45_000)
    expect(clock.isClockRight()).toBe(false)
  })

  test.each([null, 'hier', ''])('learns nothing from the Date header %j', text => {
    clock.learnTime(text, device, device + 100)
    expect(clock.clockOffset()).toBe(0)
  })

  test('learns nothing from an answer that took more than 3 s', () => {
    learn(hour, 3001)
    expect(clock.clockOffset()).toBe(0)
    learn(hour, 3000)
    expect(clock.clockOffset()).not.toBe(0)
  })

  test('that is right by two seconds is left alone', () => {
    learn(1000, 200)
    expect(clock.clockOffset()).toBe(0)
  })

  test('believes the quickest answer', () => {
    learn(hour, 200)
    const exact = clock.clockOffset()
    learn(hour + 1000, 2000)
    expect(clock.clockOffset()).toBe(exact)
    learn(hour + 1000, 100)
    expect(clock.clockOffset()).not.toBe(exact)
  })

  test('and is set right by its network is believed again, even by a slower answer', () => {
    learn(50 * 365 * 24 * hour, 100)
    learn(0, 2500)
    expect(clock.clockOffset()).toBe(0)
  })
})

describe('a phone whose date is years off, without a network', () => {
  const day = 24 * hour
  const year = 365 * day

  /** A build that was made on that day, as the page loads it. */
  const built = async (at: number) => {
    vi.stubEnv('BUILT_AT', String(at))
    await freshClock()
  }

  test.each([
    ['the day of a dead battery', -11 * year, true],
    ['two days before the build', -2 * day, true],
    ['the evening before, in another zone', -hour, false],
    ['the day of the build', 0, false],
    ['a season later', 90 * day, false],
    ['a year later', year, true],
    ['ten years later', 10 * year, true],
  ])('%s: %i ms after the build was made', async (_, after, wrong) => {
    await built(device)
    expect(clock.isDateWrong(device + after)).toBe(wrong)
    expect(clock.likelyNow(device + after)).toBe(wrong ? device : device + after)
  })

  test('is told by what the provider last said, on this visit or an earlier one', async () => {
    await built(device)
    clock.recallTold(device + year)
    expect(clock.isDateWrong(device)).toBe(true)
    expect(clock.isDateWrong(device + year)).toBe(false)
    clock.learnTold(header(2 * year))
    expect(clock.isDateWrong(device + year)).toBe(true)
    expect(clock.isDateWrong(device + 2 * year)).toBe(false)
  })

  test('is what the provider says today, whatever an earlier visit was told', async () => {
    await built(device)
    clock.learnTold(header(day))
    clock.recallTold(device + 20 * year)
    expect(clock.isDateWrong(device + day)).toBe(false)
  })

  test('is never told by an answer without a date, nor where nobody has said anything', () => {
    clock.learnTold(null)
    clock.learnTold('hier')
    expect(clock.isDateWrong(0)).toBe(false)
    expect(clock.isDateWrong(device + 50 * year)).toBe(false)
  })
})
