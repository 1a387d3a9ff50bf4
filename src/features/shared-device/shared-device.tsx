import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { onNotice } from '../../core/crypto/keyring.ts'
import { hasStaleDraft } from '../../core/db/dossiers.ts'
import { stopKeeping } from '../../core/db/erase.ts'
import { isStale } from '../../spec/limits.ts'
import * as footText from '../../spec/text.ts'
import { useMode } from './use-device.ts'

/** Above every page. On an own device it is a look at the disk and nothing more. */
export function SharedDevice() {
  const mode = useMode()
  const atHome = useLocation({ select: ({ pathname }) => pathname === '/home' })
  // Not over an open wizard, which would write its draft anew.
  const stale = useStale(mode === 'own') && atHome
  const later = useLater(mode === 'shared' || stale)
  useEffect(
    () =>
      onNotice(({ kind }) => {
        if (kind !== 'erased') return
        // Another tab has erased everything: what this one still holds must not come back.
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
    hasStaleDraft(savedAt => isStale(savedAt, now)).then(setStale, () => setStale(false))
  }, [own])
  return stale
}

/**
 * In the foot of every page: what lies on this device, and how it is shared or erased. The browser's own way to open
 * something, so that a press is not lost on a page whose scripts have not come yet.
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

/** What is not needed for the first view: its code comes once it is wanted, also on a network that fails at first. */
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
