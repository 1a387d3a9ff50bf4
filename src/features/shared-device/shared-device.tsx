import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { onNotice } from '../../core/crypto/channel.ts'
import { hasStaleDraft } from '../../core/db/dossiers.ts'
import { stopKeeping } from '../../core/db/erase.ts'
import { isStale } from './stale.rule.ts'
import { useMode } from './use-device.ts'
import { useLater } from './use-later.ts'

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
