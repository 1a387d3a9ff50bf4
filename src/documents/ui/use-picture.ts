import { useEffect, useState } from 'react'
import type { Item } from '../../outbox/item.ts'
import { waitingPicture } from '../source.ts'

/** What the officer will see: as it was just prepared, or as it lies in the request that waits. */
export function usePicture(known: Blob | undefined, item: Item | undefined): Blob | undefined {
  const [kept, setKept] = useState<{ id: string; picture: Blob | undefined }>()
  const { dossier = '', slot } = item ?? {}
  const wanted = !known && item && item.state !== 'accepted' ? item.id : undefined
  useEffect(() => {
    if (!wanted || !slot) return
    let left = false
    waitingPicture({ id: wanted, dossier, slot })
      .then(picture => !left && setKept({ id: wanted, picture }))
      .catch(reportError)
    return () => {
      left = true
    }
  }, [wanted, dossier, slot])
  return known ?? (kept?.id === item?.id ? kept?.picture : undefined)
}
