import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useOutbox, useSending } from '../outbox/use-outbox.ts'
import { takesGzip } from '../provider/gzip.ts'
import { problemOf } from '../provider/problem.ts'
import { currentReach, watchReach } from '../provider/reach.ts'
import { formatBytes } from '../ui/format.ts'
import { type NetworkState, networkState } from './network.rule.ts'
import * as sendingText from './text.ts'

/** While the provider is away and somebody looks, it is asked for this often. Milliseconds. */
const askAgainMs = 30_000

/** The one quiet place that says what is true of the network. */
export function NetworkLine() {
  const client = useQueryClient()
  const reach = useSyncExternalStore(watchReach, currentReach, () => 'unknown' as const)
  const items = useOutbox() ?? []
  const state = networkState({ reach, items, moving: useSending(), gzip: takesGzip('current') })
  const away = reach === 'away' || reach === 'captive'

  // What failed while the provider was away is asked for again, once it is not.
  useEffect(() => {
    const predicate = ({ state }: Pick<Query, 'state'>) => !!state.error && problemOf(state.error)?.kind !== 'http'
    if (reach === 'reached') void client.refetchQueries({ predicate, type: 'active' })
  }, [reach, client])
  useEffect(() => {
    if (!away) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void client.refetchQueries({ queryKey: ['chrono'], type: 'all' })
    }, askAgainMs)
    return () => clearInterval(timer)
  }, [away, client])

  const words = networkWords(state)
  return (
    <p className="network" role="status" data-network={state.kind} hidden={!words}>
      {words}
    </p>
  )
}

function networkWords(state: NetworkState): string | undefined {
  switch (state.kind) {
    case 'quiet':
      return undefined
    case 'away':
      return state.waiting > 0 ? sendingText.awayWaiting(state.waiting) : sendingText.away
    case 'captive':
      return sendingText.captive
    case 'sending':
      return sendingText.sending(state.number, state.total, formatBytes(state.bytesLeft))
    case 'waiting':
      return sendingText.waiting(state.waiting, formatBytes(state.bytesLeft))
  }
}
