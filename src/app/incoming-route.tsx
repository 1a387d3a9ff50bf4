import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { newDossier } from '../core/db/dossiers.ts'
import { anyPurpose } from '../core/db/sealed-dossiers.ts'
import type { Place } from '../features/share-target/photo-card.tsx'
import { IncomingScreen } from '../features/share-target/screen.tsx'
import { useInbox } from '../features/share-target/use-inbox.ts'
import { VaultGate } from '../features/shared-device/gate.tsx'
import { useOpenDossier } from '../features/shared-device/use-device.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import { readPlace } from './read-place.tsx'

/** Around the door: what came is asked for before a code is, since the worker that holds it may end. */
export function IncomingRoute() {
  const inbox = useInbox()
  const place = usePlace(inbox.placed)
  const navigate = useNavigate()
  const { placed, passed, first } = inbox
  // Nothing is left that a reload would lose: it must not ask for these photos again.
  const isKept = placed + passed > 0 && !(first && first.key === undefined)
  useEffect(() => {
    if (isKept && location.search) void navigate({ to: '/partage', replace: true, resetScroll: false })
  }, [isKept, navigate])
  return (
    <VaultGate purpose={anyPurpose}>
      <IncomingScreen inbox={inbox} place={place} expected={location.search !== ''} />
    </VaultGate>
  )
}

/** @param placed how many photos have just found their place: what is only prepared changes nothing in the queue */
function usePlace(placed: number): Place | undefined {
  const client = useQueryClient()
  const items = useOutbox()
  const open = useOpenDossier()
  // On no disk before it has a photo.
  const [begun] = useState(() => newDossier('enrolment', Date.now()))
  const [place, setPlace] = useState<Place>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them means that the disk may say something else
  useEffect(() => {
    let left = false
    readPlace(client, begun).then(found => !left && setPlace(found), reportError)
    return () => {
      left = true
    }
  }, [client, begun, items, open, placed])
  return place
}
