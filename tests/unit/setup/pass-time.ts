import { vi } from 'vitest'

/** Milliseconds; the shortest pause of the code under test. */
const stepMs = 100
/** A step of the database is a turn of the loop; so many are enough for one read with its opening. */
const turns = 30

/** Lets time pass with timers faked, in which the database gets as far as it can. */
export async function passTime(ms: number): Promise<void> {
  for (let passed = 0; passed <= ms; passed += stepMs) {
    if (passed > 0) await vi.advanceTimersByTimeAsync(stepMs)
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
  }
}
