import type { Clock } from '../../../src/documents/phone-picker.ts'

/** A clock that a test turns: `pass` runs what has come due, in its order. */
export function handClock(start = 1_000_000) {
  let now = start
  let timers: { at: number; work: () => void }[] = []
  const clock: Clock = {
    now: () => now,
    after(ms, work) {
      const timer = { at: now + ms, work }
      timers.push(timer)
      return () => {
        timers = timers.filter(other => other !== timer)
      }
    },
  }
  return {
    ...clock,
    pass(ms: number): void {
      const end = now + ms
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        timers = timers.filter(other => other !== next)
        now = Math.max(now, next.at)
        next.work()
      }
      now = end
    },
    /** As a student sets a phone's clock. */
    set(time: number): void {
      now = time
    },
  }
}
