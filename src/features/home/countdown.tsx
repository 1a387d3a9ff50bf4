import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { askAgain, type Trouble, useTrouble } from '../../core/api/use-queries.ts'
import { Why } from '../../outbox/ui/why.tsx'
import type { EnrolmentWindow } from '../../spec/window.ts'
import { Alert, Spinner } from '../../ui/feedback.tsx'
import { formatDay, formatHour } from '../../ui/format.ts'
import { useTick } from '../../ui/use-lifecycle.ts'
import { chronoQuery, closedSince, type Phase, phaseOf, windowOf } from './chrono-query.ts'
import * as countdownText from './text.ts'

interface CountdownProps extends Pick<WindowNow, 'window' | 'since' | 'trouble'> {
  /** What else is to be said of a closed window. */
  children?: ReactNode
}

/** Section 2: a red message, or a table of days, hours, minutes and seconds. */
export function Countdown({ window, since, trouble, children }: CountdownProps) {
  if (!window) return <Spinner label={countdownText.checking} />
  // That it is closed is news, and no fault of anybody's. Who was not let in is told where the page is looked at.
  if (!window.open)
    return (
      <Alert tone="danger" fault={false} arrives={Boolean(children)}>
        <strong>{window.message}</strong>
        {since !== undefined && <p>{countdownText.since(formatDay(since), formatHour(since))}</p>}
        {trouble && (
          <p>
            <Why {...trouble} />
          </p>
        )}
        {children}
        {since === undefined && !trouble && !children && <p>{countdownText.comeBack}</p>}
      </Alert>
    )
  const { days, hours, minutes, seconds } = window.counters
  const columns = [
    [countdownText.days, '', days],
    [countdownText.hours, '', hours],
    [...countdownText.minutes, minutes],
    [...countdownText.seconds, seconds],
  ] as const
  return (
    <>
      {window.message && <p className="where">{window.message}</p>}
      {/* A timer that is read out each second would never be quiet. */}
      <table className="countdown" role="timer" aria-live="off">
        <thead>
          <tr>
            {columns.map(([unit, rest]) => (
              <th key={unit} scope="col">
                {unit}
                {rest && <span className="vh">{rest}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {columns.map(([unit, , value]) => (
              <td key={unit}>{value}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </>
  )
}

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
