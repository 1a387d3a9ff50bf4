import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { hasStaleDraft } from '../storage/dossiers.ts'
import { stopKeeping } from '../storage/erase.ts'
import { onNotice } from '../vault/channel.ts'
import { isStale } from './stale.rule.ts'
import { useMode } from './use-device.ts'
import { useLoaded } from './use-loaded.ts'

const loadBar = () => import('./bar.tsx')
const loadStale = () => import('./stale-drafts.tsx')

/** Above every page. On an own device it is a look at the disk and nothing more. */
export function SharedDevice() {
  const mode = useMode()
  const atHome = useLocation({ select: ({ pathname }) => pathname === '/home' })
  const bar = useLoaded(mode === 'shared', loadBar)
  // Not over an open wizard, which would write its draft anew.
  const stale = useLoaded(useStale(mode === 'own') && atHome, loadStale)
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
  if (mode === 'own') return stale && atHome ? <stale.StaleDrafts /> : null
  return mode === 'shared' && bar ? <bar.DeviceBar /> : null
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
