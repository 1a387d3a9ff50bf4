import type { QueryClient } from '@tanstack/react-query'
import { chronoQuery } from '../features/home/chrono-query.ts'
import { judgeDates, type Verdict } from '../features/home/dates.rule.ts'
import { recallDates } from '../features/home/dates.ts'

/**
 * Milliseconds. On 2G an answer may take half a minute: too long for a student whose stored dates
 * say open.
 */
const patienceMs = 2_500

/**
 * Section 2: the register route is closed while enrolment is. The fresh answer decides. If it is
 * late, the stored one may let the student in, and `recheck` is called once the fresh answer says
 * otherwise.
 */
export async function mayEnrol(client: QueryClient, recheck: () => void): Promise<boolean> {
  const refused = closedByError(client)
  const fresh = client.fetchQuery(chronoQuery).catch((): undefined => undefined)
  if (refused) return isOpen(await fresh)
  const first = await Promise.race([fresh.then(verdict => ({ verdict, late: false })), keptSoon()])
  if (!first.late) return isOpen(first.verdict)
  if (!isOpen(first.verdict)) return isOpen(await fresh)
  void fresh.then(verdict => {
    if (!isOpen(verdict)) recheck()
  })
  return true
}

/**
 * The last answer was a clear error: until the next, stored dates may not let the student in
 * (docs/behaviour.md).
 */
function closedByError(client: QueryClient): boolean {
  const state = client.getQueryState(chronoQuery.queryKey)
  // While it asks again, TanStack Query keeps the status "error" only if it has older data; else
  // count its errors.
  return state !== undefined && (state.data ? state.status === 'error' : state.errorUpdateCount > 0)
}

function isOpen(verdict: Verdict | undefined): boolean {
  return judgeDates(verdict, Date.now()).window.open
}

async function keptSoon() {
  await new Promise(resolve => setTimeout(resolve, patienceMs))
  return { verdict: await recallDates(), late: true }
}
