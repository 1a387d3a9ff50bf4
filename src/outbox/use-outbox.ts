import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isEncrypted } from '../core/crypto/keyring.ts'
import { currentMode } from '../core/db/shared-mode.ts'
import { isInstalled, watchPage } from '../core/platform/page.page.ts'
import { backAt, goneFrom, showBadge } from './attention.ts'
import { type Item, unsent } from './item.ts'
import { itemsOf, listen, listItems, onItemsChanged, type Signal } from './items.ts'

/**
 * What waits, was refused or was accepted, as it stands on the disk; of one dossier, or of all. Undefined until it has
 * been read.
 */
export function useOutbox(dossier?: string): Item[] | undefined {
  const client = useQueryClient()
  useEffect(() => onItemsChanged(() => void client.invalidateQueries({ queryKey: ['outbox'] })), [client])
  // Only its own screen reads what a sealed dossier was answered; everybody else counts.
  const encrypted = dossier !== undefined && isEncrypted(dossier)
  return useQuery({
    queryKey: encrypted ? ['outbox', dossier] : ['outbox'],
    queryFn: () => (encrypted ? itemsOf(dossier) : listItems()),
    ...(encrypted ? { gcTime: 0 } : {}),
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

/** The portal's icon counts what has still to go; and the device remembers when somebody leaves before it has gone. */
export function useUnsent(items: readonly Item[] | undefined): void {
  const count = items && unsent(items)
  const latest = useRef(0)
  useEffect(() => {
    if (count === undefined) return
    latest.current = count
    if (isInstalled()) showBadge(count)
  }, [count])
  useEffect(() => {
    let left = false
    return watchPage(
      () => {
        const hidden = document.visibilityState === 'hidden'
        // Of a shared device, the next one to look is somebody else.
        if (hidden ? latest.current === 0 || currentMode() === 'shared' : !left) return
        left = hidden
        void (hidden ? goneFrom({ since: Date.now(), installed: isInstalled() }) : backAt()).catch(() => undefined)
      },
      () => undefined,
    )
  }, [])
}
