import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { onNotice } from '../../core/crypto/keyring.ts'
import { listDossiers } from '../../core/db/dossiers.ts'
import { stopKeeping } from '../../core/db/erase.ts'
import { useStored } from '../../core/db/use-stored.ts'
import { isStale } from '../../spec/limits.ts'
import * as footText from '../../spec/text.ts'
import { PartMissing } from '../../ui/feedback.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { useMode } from './use-device.ts'

/** Stands above every page. On a student's own device it only reads the disk. */
export function SharedDevice() {
  const mode = useMode()
  const atHome = useLocation({ select: ({ pathname }) => pathname === '/home' })
  // Not above an open wizard, which would write the erased draft again.
  const stale = useStale(mode === 'own') && atHome
  const { part: later } = useLazyPart(loadLater, mode === 'shared' || stale)
  useEffect(
    () =>
      onNotice(({ kind }) => {
        if (kind !== 'erased') return
        // Another tab has erased everything: this tab must not write back what it still holds.
        stopKeeping()
        location.replace('/home')
      }),
    [],
  )
  // Without the bar no dossier is open: the unlock screen says that its part has not come.
  if (mode === 'shared' && later) return <later.DeviceBar />
  return mode === 'own' && stale && later ? <later.StaleDrafts /> : null
}

function useStale(own: boolean): boolean {
  const isThere = async () => {
    const { readable } = await listDossiers()
    return readable.some(({ savedAt }) => isStale(savedAt, Date.now()))
  }
  return useStored(['isStale', own], async () => own && isThere().catch(() => false)).value ?? false
}

/**
 * In the foot of every page: what is stored on this device, and how to share or erase it. A native
 * <details>, so that a press works before the scripts have loaded.
 */
export function DeviceLink() {
  const details = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  const { part: later, retry } = useLazyPart(loadLater, open)
  useEffect(() => setOpen(details.current?.open === true), [])
  return (
    <aside className="device-link" aria-label={footText.link}>
      <details ref={details} className="help" onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>{footText.link}</summary>
        {open && (later ? <later.DevicePanel /> : <PartMissing retry={retry} />)}
      </details>
    </aside>
  )
}

/** What the first view does not need. */
export const loadLater = () => import('./later.ts')
