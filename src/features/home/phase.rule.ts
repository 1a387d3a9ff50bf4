import type { Chrono } from '../../spec/window.ts'
import { type Verdict, windowOf } from './chrono-query.ts'

/** Which of the home page's states the dates mean. With statut 2 and a date to come the guard lets in, and the date says "soon". */
export type Phase = 'closed' | 'soon' | 'open'

/** @param now milliseconds, by this device's clock */
export function phaseOf(verdict: Verdict | undefined, now: number): Phase {
  if (!verdict || !windowOf(verdict, now).open) return 'closed'
  const { statut, target = 0 } = verdict.chrono
  return statut === 2 && target > now + verdict.offset ? 'soon' : 'open'
}

/** The portal's first year: a provider that knows no date sends one of long before. */
const firstYear = Date.UTC(2021, 0)

/** Since when enrolment is closed, where the answer tells: statut 0 may carry a date, and that of statut 1 is an end. */
export function closedSince({ chrono, offset }: Verdict, now: number): number | undefined {
  const { statut, target }: Chrono = chrono
  const says = (statut === 0 || statut === 1) && target !== undefined
  return says && target >= firstYear && target <= now + offset ? target : undefined
}
