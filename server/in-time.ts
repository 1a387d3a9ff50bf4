import { setTimeout as pause } from 'node:timers/promises'

/** The result of `work`, or a failure after `ms` milliseconds; the work itself continues. */
export function inTime<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const timer = new AbortController()
  const late = pause(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${ms} ms`)
  })
  return Promise.race([work, late]).finally(() => timer.abort())
}
