import { setTimeout as pause } from 'node:timers/promises'

export class NotInTime extends Error {}

/** The result of `work`, or a failure after `ms` milliseconds; the work itself continues. */
export function inTime<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const timer = new AbortController()
  const late = pause(ms, undefined, { signal: timer.signal }).then(() => {
    throw new NotInTime(`no answer within ${ms} ms`)
  })
  return Promise.race([work, late]).finally(() => timer.abort())
}
