import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { problemOf } from '../../core/api/problem.ts'
import { askAgain, type Trouble, useTrouble } from '../../core/api/use-queries.ts'
import type { EnrolmentWindow } from '../../spec/window.ts'
import { useTick } from '../../ui/use-lifecycle.ts'
import { chronoQuery } from './chrono-query.ts'
import { closedSince, type Phase, phaseOf, windowOf } from './dates.ts'
import * as homeText from './text.ts'

/** How often to ask again for a student who waits for the opening. Milliseconds. */
const waitingMs = 30_000

export interface WindowNow {
  /** Undefined until the chrono has answered or failed. */
  window: EnrolmentWindow | undefined
  /** Undefined as long as `window` is. */
  phase: Phase | undefined
  /** When enrolment closed, if that is known. Milliseconds. */
  since: number | undefined
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

/** @param waiting the student was sent here because the window was closed */
export function useWindow(waiting: boolean): WindowNow {
  const query = useQuery({
    ...chronoQuery,
    refetchInterval: asked =>
      askAgain(asked) ||
      (waiting && (asked.state.status === 'error' || !windowOf(asked.state.data, Date.now()).open) && waitingMs),
  })
  const { refetch } = query
  // TanStack Query keeps older data beside an error. An error that gets this far means closed (docs/behaviour.md).
  const verdict = query.isError ? undefined : query.data
  const target = verdict?.chrono.target
  const now = Date.now()
  const running = target !== undefined && verdict !== undefined && target > now + verdict.offset
  useTick(running)
  // The countdown ended while the student was looking: ask the provider what holds now.
  const [ran, setRan] = useState(false)
  if (running && !ran) setRan(true)
  const ended = ran && target !== undefined && !running
  useEffect(() => {
    if (ended) refetch()
  }, [ended, refetch])
  const asked = verdict?.kept === false
  const trouble = useTrouble(query)
  if (!query.isFetched) return { window: undefined, phase: undefined, since: undefined, asked, trouble }
  const since = verdict && closedSince(verdict, now)
  const window = isForbidden(query.error) ? unverifiedWindow : windowOf(verdict, now)
  return { window, phase: phaseOf(verdict, now), since, asked, trouble }
}
