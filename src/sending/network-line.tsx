import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useOutbox, useSending } from '../outbox/use-outbox.ts'
import { takesGzip } from '../provider/gzip.ts'
import { problemOf } from '../provider/problem.ts'
import { currentReach, watchReach } from '../provider/reach.ts'
import { formatBytes } from '../ui/format.ts'
import { type NetworkState, networkState } from './network.rule.ts'

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
    if (reach === 'reached') client.refetchQueries({ predicate, type: 'active' })
  }, [reach, client])
  useEffect(() => {
    if (!away) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') client.refetchQueries({ queryKey: ['chrono'], type: 'all' })
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
      return state.waiting > 0
        ? `Hors connexion, tout est gardé. ${parts(state.waiting)} dès que le réseau revient.`
        : 'Hors connexion, tout est gardé.'
    case 'captive':
      return "Ce réseau demande une connexion ou un forfait : ouvrez sa page d'accueil. Tout est gardé ici."
    case 'sending':
      return `Envoi ${state.number}/${state.total}, ${formatBytes(state.bytesLeft)} restants`
    case 'waiting':
      return `${state.waiting} envoi${state.waiting > 1 ? 's' : ''} en attente, ${formatBytes(state.bytesLeft)}`
  }
}

const parts = (count: number) => (count > 1 ? `${count} envois partiront` : 'Un envoi partira')
