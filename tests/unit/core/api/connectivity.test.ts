import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Problem } from '../../../../src/core/api/problem.ts'

let connectivity: typeof import('../../../../src/core/api/connectivity.ts')

beforeEach(async () => {
  vi.resetModules()
  connectivity = await import('../../../../src/core/api/connectivity.ts')
})

describe('whether the provider can be reached is what the calls have found', () => {
  test('nothing is claimed before the first', () => expect(connectivity.currentConnectivity()).toBe('unknown'))

  test.each<[string, Problem | undefined, string]>([
    ['an answer', undefined, 'reached'],
    ['an error of its server', { kind: 'http', code: 500 }, 'reached'],
    ['no network', { kind: 'offline' }, 'away'],
    ['a time-out', { kind: 'timeout' }, 'away'],
    ['a stalled transfer', { kind: 'stalled' }, 'away'],
    ['an incomplete answer, which is no missing network', { kind: 'contract' }, 'unknown'],
    ['a captive portal', { kind: 'captive' }, 'captive'],
    ['a cancelled call, which has found out nothing', { kind: 'cancelled' }, 'unknown'],
  ])('after %s', (_, problem, found) => {
    connectivity.learnConnectivity(problem)
    expect(connectivity.currentConnectivity()).toBe(found)
  })

  test('losing the link is certain, having it proves nothing', () => {
    connectivity.learnConnectivity(undefined)
    connectivity.noteLinkLost()
    expect(connectivity.currentConnectivity()).toBe('away')
    connectivity.noteLinkBack()
    expect(connectivity.currentConnectivity()).toBe('unknown')
  })

  test('who watches is told of each change once, and of none after leaving', () => {
    const told: string[] = []
    const stop = connectivity.watchConnectivity(() => told.push(connectivity.currentConnectivity()))
    connectivity.learnConnectivity(undefined)
    connectivity.learnConnectivity(undefined)
    connectivity.learnConnectivity({ kind: 'captive' })
    stop()
    connectivity.learnConnectivity({ kind: 'offline' })
    expect(told).toEqual(['reached', 'captive'])
  })
})
