import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { isSealed } from '../core/crypto/sealed-id.ts'
import type { Item } from './item.ts'
import { itemsOf, listItems, onItemsChanged } from './items.ts'
import { listen, type Signal } from './signals.ts'

/**
 * What waits, was refused or was accepted, as it stands on the disk; of one dossier, or of all. Undefined until it has
 * been read.
 */
export function useOutbox(dossier?: string): Item[] | undefined {
  const client = useQueryClient()
  useEffect(() => onItemsChanged(() => void client.invalidateQueries({ queryKey: ['outbox'] })), [client])
  // Only its own screen reads what a sealed dossier was answered; everybody else counts.
  const sealed = dossier !== undefined && isSealed(dossier)
  return useQuery({
    queryKey: sealed ? ['outbox', dossier] : ['outbox'],
    queryFn: () => (sealed ? itemsOf(dossier) : listItems()),
    ...(sealed ? { gcTime: 0 } : {}),
    select: items => (dossier === undefined ? items : items.filter(item => item.dossier === dossier)),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}

type Sending = Extract<Signal, { kind: 'sending' }>

let current: Sending | undefined

listen(signal => {
  // A photo that is added while another is on its way changes nothing for that one.
  if (signal.kind !== 'changed') current = signal.kind === 'sending' ? signal : undefined
})

/** The item whose bytes are moving now, here or in another tab. */
export function useSending(): Sending | undefined {
  return useSyncExternalStore(
    listen,
    () => current,
    () => undefined,
  )
}
