import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { askAgain } from '../../core/api/queries.ts'
import { type Trouble, useTrouble } from '../../core/api/use-trouble.ts'
import type { EnrolmentWindow } from '../../spec/window.ts'
import { useTick } from '../../ui/use-tick.ts'
import { chronoQuery, windowOf } from './chrono-query.ts'
import { closedSince, type Phase, phaseOf } from './phase.rule.ts'

/** Somebody who waits for the opening is let in soon after it. */
const waitingMs = 30_000

export interface WindowNow {
  /** Undefined until the chrono has answered or failed. */
  window: EnrolmentWindow | undefined
  /** Undefined as long as the window is. */
  phase: Phase | undefined
  /** When it was closed, if that is known. Milliseconds. */
  since: number | undefined
  /** It follows from a fresh answer, neither from an error nor from what was kept. */
  asked: boolean
  /** Why there is no answer, so that the window counts as closed. */
  trouble: Trouble | undefined
}

/** @param waiting the student was sent here because the window was closed */
export function useWindow(waiting: boolean): WindowNow {
  const query = useQuery({
    ...chronoQuery,
    refetchInterval: asked =>
      askAgain(asked) ||
      (waiting && (asked.state.status === 'error' || !windowOf(asked.state.data, Date.now()).open) && waitingMs),
  })
  const { refetch } = query
  // Query keeps older data beside an error. An error that gets this far means closed (docs/behaviour.md).
  const verdict = query.isError ? undefined : query.data
  const target = verdict?.chrono.target
  const now = Date.now()
  const running = target !== undefined && verdict !== undefined && target > now + verdict.offset
  useTick(running)
  // The date has come while the student was looking: the provider is asked what holds from now on.
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
  return { window: windowOf(verdict, now), phase: phaseOf(verdict, now), since, asked, trouble }
}
