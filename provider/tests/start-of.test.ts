import { expect, test } from 'vitest'
import { bodyBytes, http } from '../src/limits/limits.ts'
import { startOf } from '../src/web/client.ts'

const now = new Date('2026-11-28T10:00:00.500Z')
const seconds = now.getTime() / 1000

test.each([
  ['what the proxy says', `t=${(seconds - 90).toFixed(3)}`, '2026-11-28T09:58:30.500Z'],
  ['what it says of an hour on 2G', `t=${(seconds - 3660).toFixed(3)}`, '2026-11-28T08:59:00.500Z'],
  ['now, without a proxy', undefined, now.toISOString()],
  ['now, where the proxy is ahead', `t=${(seconds + 2).toFixed(3)}`, now.toISOString()],
  ['now, where its clock has lost the time', 't=0.000', now.toISOString()],
  ['now, where it is no time', 't=1e9', now.toISOString()],
  ['now, where it is two of them', `t=${seconds.toFixed(3)}, t=${seconds.toFixed(3)}`, now.toISOString()],
])('a request began: %s', (_, given, began) => {
  expect(startOf(given, now).toISOString()).toBe(began)
})

test('the slowest body that the server takes began when the proxy says, so it never counts as the newest', () => {
  let tookMs = 0
  for (let held = 0; held < bodyBytes.upload; held += http.paceBytes) tookMs += http.paceWindowMs
  const began = new Date(now.getTime() - tookMs)
  expect(startOf(`t=${(began.getTime() / 1000).toFixed(3)}`, now)).toEqual(began)
})
