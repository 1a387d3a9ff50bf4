import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Item } from './item.ts'
import { itemsOf } from './queue.ts'
import { listen, type Signal } from './signals.ts'

/** What of a dossier waits, was refused or was accepted, as it stands on the disk. Undefined until it has been read. */
export function useOutbox(dossier: string | undefined): Item[] | undefined {
  const client = useQueryClient()
  useEffect(
    () =>
      listen(signal => {
        if (signal.kind === 'changed') client.invalidateQueries({ queryKey: ['outbox'] })
      }),
    [client],
  )
  return useQuery({
    queryKey: ['outbox', dossier],
    queryFn: () => (dossier ? itemsOf(dossier) : []),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}

type Sending = Extract<Signal, { kind: 'sending' }>

let current: Sending | undefined

listen(signal => {
  current = signal.kind === 'sending' ? signal : undefined
})

/** The item whose bytes are moving now, here or in another tab. */
export function useSending(): Sending | undefined {
  return useSyncExternalStore(
    listen,
    () => current,
    () => undefined,
  )
}
