import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../src/app/query-client.ts'
import { type Problem, ProblemError } from '../../../src/core/api/problem.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** When each attempt of a question was made, in milliseconds after the first. */
async function attempts(error: Error): Promise<number[]> {
  const client = createQueryClient()
  const began = Date.now()
  const times: number[] = []
  const asked = client
    .fetchQuery({
      queryKey: ['q'],
      queryFn: () => {
        times.push(Date.now() - began)
        throw error
      },
    })
    .catch((thrown: unknown) => thrown)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(await asked).toBe(error)
  client.clear()
  return times
}

const http = (code: number, retryAfter?: number): Problem => {
  return { kind: 'http', code, ...(retryAfter !== undefined && { retryAfter }) }
}

describe('an error that may have been nothing is kept from the student for a second, and tried once more', () => {
  const kinds = ['offline', 'captive', 'contract'] as const
  test.each([...kinds.map((kind): Problem => ({ kind })), http(500), http(503)])('%j', async problem => {
    expect(await attempts(new ProblemError(problem))).toEqual([0, 1000])
  })
})

describe('is told at once, and not asked for again', () => {
  const waiting: Problem[] = [{ kind: 'timeout' }, http(503, 20), http(429, 60), http(429)]
  test.each(waiting)('an error that would keep a student waiting: %j', async problem => {
    expect(await attempts(new ProblemError(problem))).toEqual([0])
  })

  const clear = [http(403), http(404), { kind: 'cancelled' } as const].map(problem => new ProblemError(problem))
  test.each([...clear, new TypeError('x is not a function')])('a clear answer, or a fault of ours: %s', async error => {
    expect(await attempts(error)).toEqual([0])
  })
})

describe('a question that was shown to have failed is asked again by itself', () => {
  const { refetchInterval } = createQueryClient().getDefaultOptions().queries ?? {}
  /** Milliseconds after its first, second … failure. */
  const pauses = (error: Error, failures: number[]) =>
    failures.map(errorUpdateCount =>
      typeof refetchInterval === 'function'
        ? refetchInterval({ state: { status: 'error', error, errorUpdateCount } } as never)
        : 'never decided',
    )

  test.each<[string, Problem]>([
    ['a broken server', http(500)],
    ['a time-out', { kind: 'timeout' }],
    ['an incomplete answer', { kind: 'contract' }],
    ['too many questions', http(429)],
    ['a server that names no pause worth the name', http(503, 0)],
  ])('later each time: %s', (_, problem) => {
    const seconds = pauses(new ProblemError(problem), [1, 2, 3, 7, 5_000]).map(pause => Number(pause) / 1000)
    expect(seconds).toEqual([5, 10, 20, 300, 300])
  })

  test('when the provider has asked for it', () => {
    expect(pauses(new ProblemError(http(503, 600)), [1, 9])).toEqual([600_000, 600_000])
  })

  test.each<[string, Error]>([
    ['what waits for the network is asked when there is one', new ProblemError({ kind: 'offline' })],
    ['or for a captive portal to let it through', new ProblemError({ kind: 'captive' })],
    ['a refusal stays one', new ProblemError(http(404))],
    ['a fault of ours, too', new TypeError('x is not a function')],
  ])('but not by the clock: %s', (_, error) => expect(pauses(error, [1, 9])).toEqual([false, false]))

  test('and not while it is being asked', () => {
    const state = { status: 'pending', error: null, errorUpdateCount: 3 }
    expect(typeof refetchInterval === 'function' && refetchInterval({ state } as never)).toBe(false)
  })
})

test('what the browser believes about the network keeps no question back', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions()
  expect([queries?.networkMode, mutations?.networkMode, mutations?.retry]).toEqual(['always', 'always', false])
})
