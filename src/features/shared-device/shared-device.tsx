import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { onNotice } from '../../core/crypto/keyring.ts'
import { listDossiers } from '../../core/db/dossiers.ts'
import { stopKeeping } from '../../core/db/erase.ts'
import { isStale } from '../../spec/limits.ts'
import * as footText from '../../spec/text.ts'
import { useMode } from './use-device.ts'

/** Stands above every page. On a student's own device it only reads the disk. */
export function SharedDevice() {
  const mode = useMode()
  const atHome = useLocation({ select: ({ pathname }) => pathname === '/home' })
  // Not above an open wizard, which would write the erased draft again.
  const stale = useStale(mode === 'own') && atHome
  const later = useLater(mode === 'shared' || stale)
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
  if (mode === 'shared' && later) return <later.DeviceBar />
  return mode === 'own' && stale && later ? <later.StaleDrafts /> : null
}

function useStale(own: boolean): boolean {
  const [stale, setStale] = useState(false)
  useEffect(() => {
    if (!own) return
    const now = Date.now()
    listDossiers().then(
      ({ readable }) => setStale(readable.some(({ savedAt }) => isStale(savedAt, now))),
      () => setStale(false),
    )
  }, [own])
  return stale
}

/**
 * In the foot of every page: what is stored on this device, and how to share or erase it. A native <details>, so that a
 * press works before the scripts have loaded.
 */
export function DeviceLink() {
  const details = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  const later = useLater(open)
  useEffect(() => setOpen(details.current?.open === true), [])
  return (
    <aside className="device-link" aria-label={footText.link}>
      <details ref={details} className="help" onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>{footText.link}</summary>
        {open && later && <later.DevicePanel />}
      </details>
    </aside>
  )
}

const againMs = 5_000

type Later = typeof import('./later.ts')

/** Loads what the first view does not need, once it is wanted; tries again on a network that fails at first. */
export function useLater(wanted: boolean): Later | undefined {
  const [loaded, setLoaded] = useState<Later>()
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (!wanted || loaded) return
    let left = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      timer = setTimeout(() => setFailures(failures + 1), againMs)
    }
    import('./later.ts').then(part => !left && setLoaded(part), again)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [wanted, loaded, failures])
  return loaded
}
