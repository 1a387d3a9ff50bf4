import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { problemOf } from '../../core/api/problem.ts'
import { askAgain, type Trouble, useTrouble } from '../../core/api/use-queries.ts'
import type { EnrolmentWindow } from '../../spec/window.ts'
import { useTick } from '../../ui/use-lifecycle.ts'
import { chronoQuery } from './chrono-query.ts'
import { type Dates, hasEnded, judgeDates, staleMs } from './dates.rule.ts'
import * as homeText from './text.ts'

/** Without dates until the chrono has answered or failed. */
interface WindowNow extends Partial<Pick<Dates, 'window' | 'phase' | 'since'>> {
  /** The values come from a fresh reply, neither from an error nor from a stored one. */
  asked: boolean
  /** Why there is no reply, so that enrolment counts as closed. */
  trouble: Trouble | undefined
}

/** Someone on the way, or a cookie of another application: that tells nothing of the enrolment. */
const isForbidden = (error: unknown): boolean => {
  const problem = problemOf(error)
  return problem?.kind === 'http' && problem.code === 403
}

const unverifiedWindow: EnrolmentWindow = { open: false, message: homeText.unverified }

/** @param waiting the guard has sent the student here, who waits for the opening */
export function useWindow(waiting: boolean): WindowNow {
  const query = useQuery({
    ...chronoQuery,
    refetchInterval: asked => {
      const { status, data } = asked.state
      const isClosed = status === 'error' || !judgeDates(data, Date.now()).window.open
      return askAgain(asked) || (waiting && isClosed && staleMs)
    },
  })
  const { refetch, dataUpdatedAt } = query
  // TanStack Query keeps older data beside an error. An error that gets this far means closed
  // (docs/behaviour.md).
  const verdict = query.isError ? undefined : query.data
  const now = Date.now()
  const { window, phase, since, counts } = judgeDates(verdict, now)
  useTick(counts)
  const ended = hasEnded(verdict, dataUpdatedAt, now)
  useEffect(() => {
    if (ended) refetch()
  }, [ended, refetch])
  const asked = verdict?.kept === false
  const trouble = useTrouble(query)
  if (!query.isFetched) return { asked, trouble }
  return {
    window: isForbidden(query.error) ? unverifiedWindow : window,
    phase,
    since,
    asked,
    trouble,
  }
}
