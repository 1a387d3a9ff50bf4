import { askProvider } from '../../core/api/call.ts'
import { clockOffset, isDateWrong, latestKnown, recallTold } from '../../core/api/clock.ts'
import { passes, problemOf } from '../../core/api/problem.ts'
import { deviceStore } from '../../core/db/device-store.ts'
import { keep, keptDates, keptReply } from '../../core/db/kept.ts'
import { markOpen } from '../../core/db/marker.ts'
import { type Chrono, type LastDates, openUntil, underWaySince } from '../../spec/window.ts'
import type { Verdict } from './dates.rule.ts'

export async function recallDates(): Promise<Verdict | undefined> {
  const stored = await keptReply(deviceStore.chrono)
  recallTold(stored?.told)
  const last = stored && inOurTime(stored, Date.now())
  tellDates(last)
  return last && { chrono: last.reply, kept: true, offset: last.offset }
}

/**
 * A phone whose date is years off would close a window that is open, or open one that is closed.
 */
const inOurTime = (stored: LastDates, now: number): LastDates =>
  isDateWrong(now) ? { ...stored, offset: latestKnown() - now } : stored

/**
 * Asks for the dates and stores them.
 * @param last the last reply of this visit: a device that stores nothing has at least that
 * @throws ProblemError if there is neither a fresh reply nor an earlier one that still counts
 */
export async function askDates(last?: Verdict, signal?: AbortSignal): Promise<Verdict> {
  try {
    const chrono = await askProvider('chrono', {}, signal && { signal })
    const offset = clockOffset()
    // What the provider has said is not held up by the disk.
    keepDates(chrono, offset).catch(reportError)
    return { chrono, kept: false, offset }
  } catch (error) {
    const problem = problemOf(error)
    const known = problem && passes(problem) && ((await recallDates()) ?? last)
    if (known) return { ...known, kept: true }
    throw error
  }
}

async function keepDates(reply: Chrono, offset: number): Promise<void> {
  const [at, told] = [Date.now(), latestKnown()]
  const since = underWaySince(await keptReply(deviceStore.chrono), at)
  const dates = { reply, at, offset, since, told }
  await keep(deviceStore.chrono, dates)
  tellDates(dates)
}

function tellDates(dates: LastDates | undefined): void {
  keptDates.set(dates)
  markOpen(dates ? openUntil(dates.reply) - dates.offset : 0)
}

/** Without a network, /register opens by stored dates: the first page asks for them. */
export async function askMissingDates(
  from: () => Promise<unknown> = () => askDates(),
): Promise<void> {
  if (!(await recallDates())) await from()
}
