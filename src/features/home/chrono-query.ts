import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../core/api/call.ts'
import { clockOffset } from '../../core/api/clock.ts'
import { passes, problemOf } from '../../core/api/problem.ts'
import { deviceStore } from '../../core/db/device-store.ts'
import { keep, keptReply } from '../../core/db/kept.ts'
import { createState } from '../../core/platform/signals.ts'
import {
  type Chrono,
  closedWindow,
  type EnrolmentWindow,
  keptWindowAt,
  underWaySince,
  windowAt,
} from '../../spec/window.ts'

/** The chrono's answer: fresh, or the last one kept while an error passes (docs/behaviour.md). */
export interface Verdict {
  chrono: Chrono
  kept: boolean
  /** Milliseconds to add to this device's clock. */
  offset: number
}

/** Whether this device has dates for a start without a network, as far as this page has looked or asked. */
export const datesKept = createState(false)

export async function keptVerdict(): Promise<Verdict | undefined> {
  const last = await keptReply(deviceStore.chrono)
  if (last) datesKept.set(true)
  return last && { chrono: last.reply, kept: true, offset: last.offset }
}

const queryKey = ['chrono']

export const chronoQuery = queryOptions({
  queryKey,
  staleTime: 30_000,
  queryFn: async ({ signal, client }): Promise<Verdict> => {
    try {
      const chrono = await ask('chrono', {}, { signal })
      const offset = clockOffset()
      const at = Date.now()
      const since = underWaySince(await keptReply(deviceStore.chrono), at)
      // If the device can't keep it, this page still has it.
      await keep(deviceStore.chrono, { reply: chrono, at, offset, since }).then(() => datesKept.set(true), reportError)
      return { chrono, kept: false, offset }
    } catch (error) {
      const problem = problemOf(error)
      // A device that keeps nothing has at least the last answer of this visit.
      const last = problem && passes(problem) && ((await keptVerdict()) ?? client.getQueryData<Verdict>(queryKey))
      if (last) return { ...last, kept: true }
      throw error
    }
  },
})

/** Section 4: a call error is treated as closed, and so is what has not been answered yet. */
export function windowOf(verdict: Verdict | undefined, deviceNow: number): EnrolmentWindow {
  if (!verdict) return closedWindow
  const now = deviceNow + verdict.offset
  return verdict.kept ? keptWindowAt(verdict.chrono, now) : windowAt(verdict.chrono, now)
}

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
