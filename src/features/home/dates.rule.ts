import {
  type Chrono,
  closedWindow,
  type EnrolmentWindow,
  endOf,
  keptWindowAt,
  windowAt,
} from '../../spec/window.ts'

/** What the dates show and when they are asked for anew, before React and with it. */

/**
 * The chrono's reply: a fresh one, or the last stored one during a passing error
 * (docs/behaviour.md).
 */
export interface Verdict {
  chrono: Chrono
  kept: boolean
  /** Milliseconds to add to this device's clock. */
  offset: number
}

/** Milliseconds after which a page that shows the dates asks for them anew. */
export const staleMs = 30_000

/** "soon": statut 2 with a date to come, where the guard lets students in. */
export type Phase = 'closed' | 'soon' | 'open'

export interface Dates {
  /** Section 4: a call error counts as closed, and so does a missing reply. */
  window: EnrolmentWindow
  phase: Phase
  /** Since when enrolment is closed: statut 0 may carry a date, statut 1 carries the end. */
  since: number | undefined
  /** The countdown runs: what is shown changes each second. */
  counts: boolean
}

/** @param deviceNow milliseconds, by this device's clock */
export function judgeDates(verdict: Verdict | undefined, deviceNow: number): Dates {
  if (!verdict) return { window: closedWindow, phase: 'closed', since: undefined, counts: false }
  const { chrono, kept, offset } = verdict
  const now = deviceNow + offset
  const window = kept ? keptWindowAt(chrono, now) : windowAt(chrono, now)
  const counts = chrono.target !== undefined && chrono.target > now
  const soon = chrono.statut === 2 && counts
  const end = endOf(chrono)
  return {
    window,
    phase: window.open ? (soon ? 'soon' : 'open') : 'closed',
    since: end !== undefined && end <= now ? end : undefined,
    counts,
  }
}

/** The countdown has ended since the dates came: only the provider knows what holds now. */
export function hasEnded(verdict: Verdict | undefined, cameAt: number, now: number): boolean {
  return judgeDates(verdict, cameAt).counts && !judgeDates(verdict, now).counts
}
