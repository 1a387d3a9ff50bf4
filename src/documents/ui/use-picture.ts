import { useEffect, useState } from 'react'
import { type GivenPhoto, readPicture } from '../given.ts'
import { inTurn, smallOf } from '../image/small.page.ts'

/**
 * The picture that the officer will see: as it was just prepared, or from the request that waits.
 */
export function usePicture(
  known: Blob | undefined,
  photo: GivenPhoto | undefined,
): Blob | undefined {
  const [kept, setKept] = useState<{ id: string; picture: Blob | undefined }>()
  const { dossier = '', document } = photo ?? {}
  const wanted = !known && photo && photo.request?.state !== 'accepted' ? photo.id : undefined
  useEffect(() => {
    if (!wanted || !document) return
    let left = false
    readPicture({ id: wanted, dossier, document })
      .then(picture => !left && setKept({ id: wanted, picture }))
      .catch(reportError)
    return () => {
      left = true
    }
  }, [wanted, dossier, document])
  return known ?? (kept?.id === photo?.id ? kept?.picture : undefined)
}

/**
 * The object URL of a picture, for as long as it is displayed: the URL holds the picture in memory.
 */
export function usePictureUrl(picture: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!picture) return
    const address = URL.createObjectURL(picture)
    setUrl(address)
    return () => {
      URL.revokeObjectURL(address)
      // A revoked URL must not be drawn again while the next picture is being prepared.
      setUrl(undefined)
    }
  }, [picture])
  return picture && url
}

/** In milliseconds: a small copy that never comes must not hold up the next photo. */
const patience = 10_000

const after = (picture: Blob) =>
  new Promise<Blob>(resolve => setTimeout(resolve, patience, picture))

/** A picture as small as a row shows it; unchanged where this browser can't make one. */
export function useSmall(picture: Blob | undefined): Blob | undefined {
  const [made, setMade] = useState<{ of: Blob; small: Blob }>()
  useEffect(() => {
    if (!picture) return
    let left = false
    void inTurn(async () => (left ? picture : Promise.race([smallOf(picture), after(picture)])))
      .catch(() => picture)
      .then(small => !left && setMade({ of: picture, small }))
    return () => {
      left = true
      // A picture that is no longer displayed is released.
      setMade(undefined)
    }
  }, [picture])
  return made?.of === picture ? made?.small : undefined
}
