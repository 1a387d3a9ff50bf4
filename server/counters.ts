import type { Limit } from './limits.ts'

const mostKeys = 100_000

/** Milliseconds until `limits` allow another event, 0 when they do now. `times` are the key's events, oldest first. */
export function waitMs(times: readonly number[], limits: readonly Limit[], now: number): number {
  return Math.max(
    0,
    ...limits.map(({ most, windowMs }) => {
      const decisive = times.at(-most)
      return decisive === undefined ? 0 : decisive + windowMs - now
    }),
  )
}

/** Counts events per key in memory: for limits that may restart with the process. */
export class Counter {
  private readonly events = new Map<string, number[]>()
  private readonly holds = new Map<string, number>()
  private readonly longest: number
  private readonly most: number

  constructor(private readonly limits: readonly Limit[]) {
    this.longest = Math.max(...limits.map(limit => limit.windowMs))
    this.most = Math.max(...limits.map(limit => limit.most))
  }

  waitMs(key: string, now: number): number {
    return Math.max(waitMs(this.events.get(key) ?? [], this.limits, now), (this.holds.get(key) ?? 0) - now)
  }

  /** How many events of the key may still count. */
  count(key: string): number {
    return this.events.get(key)?.length ?? 0
  }

  /** The key waits until then, whatever was counted here. */
  hold(key: string, until: number): void {
    this.holds.delete(key)
    this.holds.set(key, until)
    forgetFirst(this.holds)
  }

  /** Removes the oldest event. */
  forgive(key: string): void {
    this.events.get(key)?.shift()
  }

  /** @returns the key's events, oldest first */
  record(key: string, now: number): readonly number[] {
    const events = this.events.get(key) ?? []
    events.push(now)
    // A limit never looks back further than its own number of events: a flood must fill neither memory nor time.
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
