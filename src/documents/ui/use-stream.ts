import { type RefObject, useEffect, useState } from 'react'
import { lastLens, rememberLens } from '../../core/db/marker.ts'
import { countOpenPicker } from '../../core/platform/pickers.ts'
import { type Asked, isRefusal, listAfter, type Opened, openLens } from './lens.page.ts'
import type { Facing } from './lens.rule.ts'
import { isLive, stillMs, watchFrames } from './still.page.ts'

export type CameraTrouble = 'refused' | 'silent'

/**
 * The camera's stream for as long as it is in sight: a camera that stays on behind a page drains
 * the battery.
 */
export function useStream(first: Facing) {
  const [asked, setAsked] = useState<Asked>(() => ({ ids: lastLens(first), facing: first }))
  const [opened, setOpened] = useState<Opened>()
  const [trouble, setTrouble] = useState<CameraTrouble>()
  useEffect(() => {
    const reopen = () => setAsked(old => ({ ...old }))
    document.addEventListener('visibilitychange', reopen)
    return () => document.removeEventListener('visibilitychange', reopen)
  }, [])
  useEffect(() => {
    setTrouble(undefined)
    if (document.visibilityState === 'hidden') return
    let left = false
    let stream: MediaStream | undefined
    // Aiming takes a while without a touch: that is no reason to lock the dossier.
    const letLock = countOpenPicker()
    openLens(asked, () => left).then(
      found => {
        stream = found.stream
        if (left) return stop(stream)
        setOpened(found)
        // Of several to try, the student has chosen the first.
        if (found.id && asked.ids.length > 1) rememberLens(first, found.id)
      },
      error => left || setTrouble(isRefusal(error) ? 'refused' : 'silent'),
    )
    return () => {
      left = true
      letLock()
      setOpened(undefined)
      if (stream) stop(stream)
    }
  }, [asked, first])
  const flip = async () => {
    const ids = await listAfter(opened?.id ?? asked.ids[0])
    // A browser that names no cameras, or one for all, gives the other one by where it faces.
    setAsked({
      ids: ids.length > 1 ? ids : [],
      facing: asked.facing === 'user' ? 'environment' : 'user',
    })
  }
  return {
    stream: opened?.stream,
    /** The camera that the student has asked for does not open: this is the next. */
    isOther: opened !== undefined && asked.ids.length > 1 && opened.id !== asked.ids[0],
    trouble,
    flip,
    reopen: () => setAsked({ ...asked }),
  }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/**
 * Whether frames come: a picture that stands still is no picture of what lies before the camera.
 */
export type Flow = 'starting' | 'moving' | 'still'

/** The first frame of a cheap phone takes its time. Milliseconds. */
const firstMs = 6_000

/** Shows the stream, and says how it flows. */
export function useFlow(
  video: RefObject<HTMLVideoElement | null>,
  stream: MediaStream | undefined,
): Flow {
  const [flow, setFlow] = useState<Flow>('starting')
  useEffect(() => {
    const { current: element } = video
    if (!element) return
    setFlow('starting')
    element.srcObject = stream ?? null
    if (!stream) return
    let left = false
    const rest = () => left || setFlow('still')
    let timer = setTimeout(rest, firstMs)
    // A phone that saves power wants a touch first. The next srcObject interrupts this play(), and
    // starts then.
    element.play().catch(rest)
    const end = watchFrames(element, () => {
      if (element.paused || !isLive(stream)) return
      clearTimeout(timer)
      timer = setTimeout(rest, stillMs)
      setFlow('moving')
    })
    return () => {
      left = true
      end()
      clearTimeout(timer)
    }
  }, [video, stream])
  return flow
}
