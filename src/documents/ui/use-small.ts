import { useEffect, useState } from 'react'
import { smallOf } from '../image/small.page.ts'
import { inTurn } from '../image/turns.ts'

/** In milliseconds: a copy that never comes must not hold up a photo behind it. */
const patience = 10_000

const after = (picture: Blob) => new Promise<Blob>(resolve => setTimeout(resolve, patience, picture))

/** A picture as small as a row shows it; where this browser can't make one, as it is. */
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
      // What is not shown any more is held by nobody.
      setMade(undefined)
    }
  }, [picture])
  return made?.of === picture ? made?.small : undefined
}
