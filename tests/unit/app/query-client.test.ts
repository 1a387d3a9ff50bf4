import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../src/app/query-client.ts'
import { type Problem, ProblemError } from '../../../src/provider/problem.ts'

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

const http = (code: number, retryAfter?: number): Problem => ({
  kind: 'http',
  code,
  ...(retryAfter === undefined ? {} : { retryAfter }),
})

describe('a question that the network has lost is asked again twice, later each time', () => {
  const again: [string, Problem, number[]][] = [
    ['offline', { kind: 'offline' }, [0, 1000, 3000]],
    ['a time-out', { kind: 'timeout' }, [0, 1000, 3000]],
    ['a captive portal', { kind: 'captive' }, [0, 1000, 3000]],
    ['a cut answer', { kind: 'contract' }, [0, 1000, 3000]],
    ['a broken server', http(500), [0, 1000, 3000]],
    ['a busy server', http(503), [0, 1000, 3000]],
    ['a busy server that names a pause', http(503, 20), [0, 20_000, 40_000]],
    ['too many questions', http(429, 60), [0, 60_000, 120_000]],
  ]
  test.each(again)('%s', async (_, problem, times) => expect(await attempts(new ProblemError(problem))).toEqual(times))
})

describe('a clear answer is not asked for again', () => {
  const once: [string, Error][] = [
    ['a refusal', new ProblemError(http(403))],
    ['an unknown path', new ProblemError(http(404))],
    ['a cancelled question', new ProblemError({ kind: 'cancelled' })],
    ['a fault of ours', new TypeError('x is not a function')],
  ]
  test.each(once)('%s', async (_, error) => expect(await attempts(error)).toEqual([0]))
})

test('what the browser believes about the network keeps no question back', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions()
  expect([queries?.networkMode, mutations?.networkMode, mutations?.retry]).toEqual(['always', 'always', false])
})
