import { useEffect, useState } from 'react'
import type { Item } from '../outbox/item.ts'
import { waitingPicture } from './source.ts'

/** What the officer will see: as it was just prepared, or as it lies in the request that waits. */
export function usePicture(known: Blob | undefined, item: Item | undefined): Blob | undefined {
  const [kept, setKept] = useState<{ id: string; picture: Blob | undefined }>()
  const wanted = !known && item && item.state !== 'accepted' ? item.id : undefined
  useEffect(() => {
    if (!wanted) return
    let left = false
    waitingPicture(wanted)
      .then(picture => !left && setKept({ id: wanted, picture }))
      .catch(reportError)
    return () => {
      left = true
    }
  }, [wanted])
  return known ?? (kept?.id === item?.id ? kept?.picture : undefined)
}
