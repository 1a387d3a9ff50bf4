import { askProvider } from '../../core/api/call.ts'
import { clockOffset, isDateWrong, latestKnown, recallTold } from '../../core/api/clock.ts'
import { passes, problemOf } from '../../core/api/problem.ts'
import { deviceStore } from '../../core/db/device-store.ts'
import { keep, keptDates, keptReply } from '../../core/db/kept.ts'
import {
  type Chrono,
  closedWindow,
  type EnrolmentWindow,
  endOf,
  keptWindowAt,
  type LastDates,
  underWaySince,
  windowAt,
} from '../../spec/window.ts'

/** The chrono's reply: a fresh one, or the last stored one during a passing error (docs/behaviour.md). */
export interface Verdict {
  chrono: Chrono
  kept: boolean
  /** Milliseconds to add to this device's clock. */
  offset: number
}

/** Milliseconds after which a page that shows the dates asks for them anew. */
export const staleMs = 30_000

export async function keptVerdict(): Promise<Verdict | undefined> {
  const stored = await keptReply(deviceStore.chrono)
  recallTold(stored?.told)
  const last = stored && inOurTime(stored, Date.now())
  keptDates.set(last)
  return last && { chrono: last.reply, kept: true, offset: last.offset }
}

/** A phone whose date is years off would close a window that is open, or open one that is closed. */
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
    const known = problem && passes(problem) && ((await keptVerdict()) ?? last)
    if (known) return { ...known, kept: true }
    throw error
  }
}

async function keepDates(reply: Chrono, offset: number): Promise<void> {
  const [at, told] = [Date.now(), latestKnown()]
  const since = underWaySince(await keptReply(deviceStore.chrono), at)
  const dates = { reply, at, offset, since, told }
  await keep(deviceStore.chrono, dates)
  keptDates.set(dates)
}

/** Section 4: a call error counts as closed, and so does a missing reply. */
export function windowOf(verdict: Verdict | undefined, deviceNow: number): EnrolmentWindow {
  if (!verdict) return closedWindow
  const now = deviceNow + verdict.offset
  return verdict.kept ? keptWindowAt(verdict.chrono, now) : windowAt(verdict.chrono, now)
}

/** The home page's state for these dates. With statut 2 and a date to come the guard lets students in: "soon". */
export type Phase = 'closed' | 'soon' | 'open'

/** @param now milliseconds, by this device's clock */
export function phaseOf(verdict: Verdict | undefined, now: number): Phase {
  if (!verdict || !windowOf(verdict, now).open) return 'closed'
  const { statut, target = 0 } = verdict.chrono
  return statut === 2 && target > now + verdict.offset ? 'soon' : 'open'
}

/** Since when enrolment is closed, if the reply says so: statut 0 may carry a date, statut 1 carries the end date. */
export function closedSince({ chrono, offset }: Verdict, now: number): number | undefined {
  const end = endOf(chrono)
  return end !== undefined && end <= now + offset ? end : undefined
}

/**
 * Asks for the dates on whichever page comes first: without a network, /register opens by the stored ones
 * (docs/behaviour.md). If they do not come, the next screen asks for them again.
 */
export async function learnDates(from: () => Promise<unknown> = () => askDates()): Promise<void> {
  if (!(await keptVerdict())) await from()
}
