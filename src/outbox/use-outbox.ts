import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { isEncrypted } from '../core/crypto/keyring.ts'
import { keptDates } from '../core/db/kept.ts'
import { diskTrouble, inMemory } from '../core/db/patience.page.ts'
import { currentMode } from '../core/db/shared-mode.ts'
import { useStored } from '../core/db/use-stored.ts'
import { lostThings } from '../core/db/witness.page.ts'
import type { Lost, LostOf } from '../core/db/witness.rule.ts'
import { isInstalled, watchPage } from '../core/platform/page.page.ts'
import { clearAway, markAway, showBadge } from './attention.ts'
import { countUnsent, type Item } from './item.ts'
import { itemsOf, listen, listItems, onItemsChanged, type Signal } from './items.ts'

/** What lies on the disk, read once for all who ask (use-stored.ts). */
export const itemsKey = ['items']

/**
 * The waiting, refused and accepted items on the disk, of one dossier or of all. Undefined until
 * the first read.
 */
export function useOutbox(dossier?: string): Item[] | undefined {
  // Only the dossier's own screen reads the answers to an encrypted dossier; every other caller
  // only counts.
  const encrypted = dossier !== undefined && isEncrypted(dossier)
  const key = encrypted ? [...itemsKey, dossier] : itemsKey
  const { value } = useStored(
    key,
    () => (encrypted ? itemsOf(dossier) : listItems()),
    onItemsChanged,
  )
  return useMemo(
    () => (dossier === undefined ? value : value?.filter(item => item.dossier === dossier)),
    [value, dossier],
  )
}

/** The provider's last dates, as this device has stored them. */
export const useKeptDates = () =>
  useSyncExternalStore(keptDates.subscribe, keptDates.get, () => undefined)

/** Why what lies on the disk is not shown yet. */
export const useDiskTrouble = () =>
  useSyncExternalStore(diskTrouble.subscribe, diskTrouble.get, () => undefined)

/** Why nothing is kept beyond this page. */
export const useMemoryOnly = () =>
  useSyncExternalStore(inMemory.subscribe, inMemory.get, () => undefined)

/** What the browser has lost of this device's dossiers. */
export const useLost = (): LostOf[] =>
  Object.values(useSyncExternalStore(lostThings.subscribe, lostThings.get, noneLost))

const none: Lost = {}
const noneLost = () => none

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

/**
 * Shows on the portal's icon how many documents are still to be sent; and stores when the student
 * leaves before that.
 */
export function useUnsent(items: readonly Item[] | undefined): void {
  const count = items && countUnsent(items)
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
        // On a shared device, the next student to look is another one.
        if (hidden ? latest.current === 0 || currentMode() === 'shared' : !left) return
        left = hidden
        void (
          hidden ? markAway({ since: Date.now(), installed: isInstalled() }) : clearAway()
        ).catch(() => undefined)
      },
      () => undefined,
    )
  }, [])
}
