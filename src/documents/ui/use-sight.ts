import { type RefObject, useEffect, useState } from 'react'
import type { Shape } from '../../spec/documents.ts'
import { watchSheet } from '../image/live.page.ts'
import type { Hint, Sight } from '../image/live.ts'

/** What is seen in the camera's picture while it moves. `hint` holds for at least two looks. */
export function useSight(
  video: RefObject<HTMLVideoElement | null>,
  shape: Shape,
  isMoving: boolean,
) {
  const [sight, setSight] = useState<Sight>()
  const [hint, setHint] = useState<Hint>()
  useEffect(() => {
    if (!video.current || !isMoving) return
    let before: Hint | undefined
    const end = watchSheet(video.current, shape, now => {
      setSight(now)
      // What flickers is not read.
      if (now?.hint === before) setHint(before)
      before = now?.hint
    })
    return () => {
      end()
      setSight(undefined)
      setHint(undefined)
    }
  }, [video, shape, isMoving])
  return { corners: sight?.corners, hint }
}
