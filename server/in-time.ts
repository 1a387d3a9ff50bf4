import { setTimeout as pause } from 'node:timers/promises'

/** What the work gives, or a failure once so many milliseconds have passed; the work itself goes on. */
export function inTime<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const timer = new AbortController()
  const late = pause(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${ms} ms`)
  })
  return Promise.race([work, late]).finally(() => timer.abort())
}
