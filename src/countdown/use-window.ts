import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { EnrolmentWindow } from '../rules/window.ts'
import { chronoQuery, windowOf } from './chrono-query.ts'

const tickMs = 1000
/** Somebody who waits for the opening is let in soon after it. */
const waitingMs = 30_000

export interface WindowNow {
  /** Undefined until the chrono has answered or failed. */
  window: EnrolmentWindow | undefined
  /** The counters still run. */
  running: boolean
}

/** @param waiting the student was sent here because the window was closed */
export function useWindow(waiting: boolean): WindowNow {
  const [now, setNow] = useState(() => Date.now())
  const { data, isError, isFetched, refetch } = useQuery({
    ...chronoQuery,
    refetchInterval: ({ state }) =>
      waiting && (state.status === 'error' || !windowOf(state.data, Date.now()).open) ? waitingMs : false,
  })
  // Beside an error Query keeps the data of before; a server that answers with an error means closed (contract.md).
  const verdict = isError ? undefined : data
  const target = verdict?.chrono.target
  const running = target !== undefined && verdict !== undefined && target > now + verdict.offset
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [running])
  // The date has come while the student was looking: what holds from now on is the provider's to say.
  const [ran, setRan] = useState(false)
  if (running && !ran) setRan(true)
  const ended = ran && target !== undefined && !running
  useEffect(() => {
    if (ended) refetch()
  }, [ended, refetch])
  return { window: isFetched ? windowOf(verdict, now) : undefined, running }
}
