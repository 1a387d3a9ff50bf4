import { useEffect, useState } from 'react'

export type Facing = 'environment' | 'user'
export type CameraTrouble = 'refused' | 'missing'

/** The camera's stream for as long as it is displayed: a camera that stays on behind a page drains the battery. */
export function useStream(facing: Facing, onHidden: () => void) {
  const [stream, setStream] = useState<MediaStream>()
  const [trouble, setTrouble] = useState<CameraTrouble>()
  useEffect(() => {
    let left = false
    let opened: MediaStream | undefined
    setTrouble(undefined)
    const video = { facingMode: { ideal: facing }, width: { ideal: 4096 }, height: { ideal: 3072 } }
    navigator.mediaDevices
      .getUserMedia({ video, audio: false })
      .then(found => {
        opened = found
        if (left) stop(found)
        else setStream(found)
      })
      .catch((error: unknown) => {
        const refused = error instanceof DOMException && error.name === 'NotAllowedError'
        if (!left) setTrouble(refused ? 'refused' : 'missing')
      })
    return () => {
      left = true
      setStream(undefined)
      if (opened) stop(opened)
    }
  }, [facing])
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && onHidden()
    document.addEventListener('visibilitychange', hidden)
    return () => document.removeEventListener('visibilitychange', hidden)
  }, [onHidden])
  return { stream, trouble }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
