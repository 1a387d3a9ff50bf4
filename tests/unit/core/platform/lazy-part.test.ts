import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { awaitPart, isBuildGone, loadPart, MissingPart } from '../../../../src/core/platform/lazy-part.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** An import that fails so often. */
const comesAfter = (failures: number) => {
  let left = failures
  return vi.fn(async () => {
    if (left-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return { camera: 'here' }
  })
}

describe('a part of the portal that the student wants', () => {
  test('comes without a second request where the first one brings it', async () => {
    const load = comesAfter(0)
    await expect(loadPart(load)).resolves.toEqual({ camera: 'here' })
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('is asked for again by itself, in case only a packet was lost', async () => {
    const load = comesAfter(1)
    const part = loadPart(load)
    await vi.advanceTimersByTimeAsync(500)
    await expect(part).resolves.toEqual({ camera: 'here' })
  })

  test('is said to be missing after that, by an error at which no page reloads itself', async () => {
    const part = loadPart(comesAfter(2))
    const missing = expect(part).rejects.toThrow(MissingPart)
    await vi.advanceTimersByTimeAsync(500)
    await missing
  })
})

describe('a part that something goes on without', () => {
  test('is asked for until it comes, and told of meanwhile', async () => {
    const told = vi.fn()
    const part = awaitPart(comesAfter(5), undefined, told)
    await vi.advanceTimersByTimeAsync(20_000)
    await expect(part).resolves.toEqual({ camera: 'here' })
    expect(told).toHaveBeenCalledTimes(2)
  })

  test('is asked for ever more seldom, and at least once a minute', async () => {
    const left = new AbortController()
    const missed = vi.fn()
    void awaitPart(comesAfter(Number.POSITIVE_INFINITY), left.signal, missed)
    const asked: number[] = []
    for (let minute = 0; minute < 5; minute += 1) {
      missed.mockClear()
      await vi.advanceTimersByTimeAsync(60_000)
      asked.push(missed.mock.calls.length)
    }
    left.abort()
    expect(asked).toEqual([4, 1, 1, 1, 1])
  })

  test('is not asked for by a screen that was left', async () => {
    const load = comesAfter(Number.POSITIVE_INFINITY)
    const left = new AbortController()
    const part = awaitPart(load, left.signal)
    await vi.advanceTimersByTimeAsync(500)
    left.abort()
    await vi.advanceTimersByTimeAsync(60_000)
    await expect(part).resolves.toBeUndefined()
    expect(load).toHaveBeenCalledTimes(2)
  })
})

test.each([
  [404, true],
  [410, true],
  [200, false],
  [503, false],
])('a build whose file is answered %i is gone: %s', async (status, isGone) => {
  vi.stubGlobal('fetch', async () => new Response(null, { status }))
  await expect(isBuildGone('/assets/a.js')).resolves.toBe(isGone)
})
