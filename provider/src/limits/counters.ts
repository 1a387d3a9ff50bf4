import { ageMs } from '../database/ages.ts'
import type { Limit } from './rates.ts'

const mostKeys = 100_000

/**
 * Milliseconds until `limits` allow another event, 0 when they do now. `times` are the key's
 * events, oldest first.
 */
export function waitMs(times: readonly number[], limits: readonly Limit[], now: number): number {
  const counted = countedOf(times, now)
  return Math.max(
    0,
    ...limits.map(({ most, windowMs }) => {
      const decisive = times[counted - most]
      return decisive === undefined ? 0 : decisive + windowMs - now
    }),
  )
}

/** How many of them were not written while a clock was ahead. */
function countedOf(times: readonly number[], now: number): number {
  let counted = times.length
  while (counted > 0 && ageMs(times[counted - 1], now) === Number.POSITIVE_INFINITY) counted -= 1
  return counted
}

/** Counts events per key in memory: for limits that may restart with the process. */
export class Counter {
  private readonly events = new Map<string, number[]>()
  private readonly holds = new Map<string, { from: number; ms: number }>()
  private readonly longest: number
  private readonly most: number

  constructor(private readonly limits: readonly Limit[]) {
    this.longest = Math.max(...limits.map(limit => limit.windowMs))
    this.most = Math.max(...limits.map(limit => limit.most))
  }

  waitMs(key: string, now: number): number {
    const { from, ms } = this.holds.get(key) ?? { from: 0, ms: 0 }
    return Math.max(waitMs(this.events.get(key) ?? [], this.limits, now), ms - ageMs(from, now))
  }

  /** How many events of the key may still count. */
  count(key: string): number {
    return this.events.get(key)?.length ?? 0
  }

  /** The key waits for so long, whatever was counted here. */
  hold(key: string, now: number, ms: number): void {
    this.holds.delete(key)
    this.holds.set(key, { from: now, ms })
    forgetFirst(this.holds)
  }

  /** Removes the oldest event. */
  forgive(key: string): void {
    this.events.get(key)?.shift()
  }

  /** @returns the key's events, oldest first */
  record(key: string, now: number): readonly number[] {
    const events = this.events.get(key) ?? []
    events.length = countedOf(events, now)
    events.push(now)
    // A limit never looks back further than its own number of events: a flood must fill neither
    // memory nor time.
    while (events.length > this.most || (events[0] ?? now) <= now - this.longest) events.shift()
    this.events.delete(key)
    this.events.set(key, events)
    forgetFirst(this.events)
    return events
  }
}

/** A Map keeps insertion order: the first key has been idle longest. */
function forgetFirst(map: Map<string, unknown>): void {
  if (map.size <= mostKeys) return
  const [first = ''] = map.keys()
  map.delete(first)
}
