import { type Query, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { askAgainMs } from '../../core/api/connectivity.ts'
import { takesGzip } from '../../core/api/gzip.ts'
import { problemOf } from '../../core/api/problem.ts'
import { useConnectivity } from '../../core/api/use-queries.ts'
import { formatBytes } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useOutbox, useSending, useUnsent } from '../use-outbox.ts'
import {
  announcedState,
  isActivity,
  type NetworkKind,
  type NetworkState,
  networkState,
  tellAfterMs,
} from './network.rule.ts'
import { iconOf, stillWords } from './network-still.tsx'
import * as sendingText from './text.ts'

/**
 * The one line that shows the state of the network.
 * @param ready whether this device works without a network
 */
export function NetworkLine({ ready }: { ready: boolean }) {
  const client = useQueryClient()
  const connectivity = useConnectivity()
  const items = useOutbox()
  useUnsent(items)
  const real = networkState({
    connectivity,
    items: items ?? [],
    moving: useSending(),
    gzip: takesGzip('current'),
  })
  const state = announcedState(real, useLasting(real.kind))
  const keeps = useLocation({ select: ({ pathname }) => pathname !== '/recepisse' })
  const away = connectivity === 'away' || connectivity === 'captive'

  // Queries that failed while the provider was unreachable run again once it is reachable.
  useEffect(() => {
    const predicate = ({ state }: Pick<Query, 'state'>) =>
      !!state.error && problemOf(state.error)?.kind !== 'http'
    if (connectivity === 'reached') void client.refetchQueries({ predicate, type: 'active' })
  }, [connectivity, client])
  // The provider may have refused it because enrolment has closed meanwhile: what it says of the
  // dates now decides.
  const refusedAt = Math.max(
    0,
    ...(items ?? []).map(({ state, settledAt = 0 }) => (state === 'refused' ? settledAt : 0)),
  )
  useEffect(() => {
    const predicate = ({ state }: Pick<Query, 'state'>) => state.dataUpdatedAt < refusedAt
    if (refusedAt) void client.refetchQueries({ queryKey: ['chrono'], type: 'all', predicate })
  }, [refusedAt, client])
  useEffect(() => {
    if (!away) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        void client.refetchQueries({ queryKey: ['chrono'], type: 'all' })
    }, askAgainMs)
    return () => clearInterval(timer)
  }, [away, client])

  // The page has said it before React, and may have learned better since: React leaves an adopted
  // text as it is.
  const line = useRef<HTMLParagraphElement>(null)
  const [key, setKey] = useState(0)
  useEffect(() => {
    if (line.current?.dataset.network !== state.kind) setKey(1)
  }, [state.kind])

  return (
    // While photos are on their way, their own screen announces each: two live regions would speak
    // at once.
    <p
      key={key}
      ref={line}
      className="net line"
      role="status"
      aria-live={state.kind === 'sending' ? 'off' : undefined}
      data-network={state.kind}
    >
      <Icon name={iconOf[state.kind]} />
      <span>
        {/* React adopts what the page has said meanwhile (src/app/early.tsx). */}
        <span suppressHydrationWarning>{words(state, { ready, keeps })}</span>
        {/* A screen reader must not read each byte aloud. */}
        {'total' in state && <span aria-live="off">{rest(state)}</span>}
      </span>
    </p>
  )
}

/** At most some 34 characters with what follows: it is one line on a small phone. */
function words(state: NetworkState, more: Parameters<typeof stillWords>[1]): string {
  if (state.kind === 'sending') return sendingText.sending(state.number, state.total)
  if (state.kind === 'waiting') return sendingText.waiting(state.total - state.number + 1)
  return stillWords(state.kind, more)
}

function rest({ kind, bytesLeft }: Extract<NetworkState, { total: number }>): string {
  const size = formatBytes(bytesLeft)
  return kind === 'sending' ? sendingText.left(size) : sendingText.heavy(size)
}

/** The kind of activity that has lasted long enough to be shown. */
function useLasting(kind: NetworkKind): NetworkKind | undefined {
  const [lasting, setLasting] = useState<NetworkKind>()
  useEffect(() => {
    if (!isActivity(kind)) return setLasting(undefined)
    const timer = setTimeout(() => setLasting(kind), tellAfterMs)
    return () => clearTimeout(timer)
  }, [kind])
  return lasting
}
