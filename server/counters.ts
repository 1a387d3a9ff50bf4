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

/** Events per key, kept in memory: for limits that may begin anew with the process. */
export class Counter {
  private readonly events = new Map<string, number[]>()
  private readonly longest: number

  constructor(private readonly limits: readonly Limit[]) {
    this.longest = Math.max(...limits.map(limit => limit.windowMs))
  }

  waitMs(key: string, now: number): number {
    return waitMs(this.events.get(key) ?? [], this.limits, now)
  }

  record(key: string, now: number): void {
    const recent = (this.events.get(key) ?? []).filter(time => time > now - this.longest)
    this.events.delete(key)
    this.events.set(key, [...recent, now])
    // A Map keeps insertion order: the first key is the one that was quiet the longest.
    if (this.events.size > mostKeys) for (const first of this.events.keys()) return void this.events.delete(first)
  }
}
