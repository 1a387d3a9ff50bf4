import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useOutbox, useSending } from '../outbox/use-outbox.ts'
import { takesGzip } from '../provider/gzip.ts'
import { problemOf } from '../provider/problem.ts'
import { currentReach, watchReach } from '../provider/reach.ts'
import { formatBytes } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
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

  return (
    <p className="net line" role="status" data-network={state.kind}>
      <Icon name={iconOf[state.kind]} />
      <span>{networkWords(state)}</span>
    </p>
  )
}

const iconOf: Readonly<Record<NetworkState['kind'], IconName>> = {
  quiet: 'online',
  away: 'offline',
  captive: 'alert',
  sending: 'send',
  waiting: 'clock',
}

/** At most some 34 characters: it is one line on a small phone. */
function networkWords(state: NetworkState): string {
  switch (state.kind) {
    case 'quiet':
      return sendingText.online
    case 'away':
      return sendingText.away
    case 'captive':
      return sendingText.captive
    case 'sending':
      return sendingText.sending(state.number, state.total, formatBytes(state.bytesLeft))
    case 'waiting':
      return sendingText.waiting(state.waiting, formatBytes(state.bytesLeft))
  }
}
