import { useEffect, useState } from 'react'

const killsToOffer = 2

/** Whether to offer our own camera: the phone's has cost the page twice, or the file input brings none (a computer). */
export function useInPageCamera(kills: number): boolean {
  const [present, setPresent] = useState(false)
  const needed = kills >= killsToOffer || !('capture' in HTMLInputElement.prototype)
  useEffect(() => {
    if (!needed) return
    // Without https there are no media devices at all.
    const devices = navigator.mediaDevices as MediaDevices | undefined
    devices
      ?.enumerateDevices()
      .then(all => setPresent(all.some(({ kind }) => kind === 'videoinput')))
      .catch(reportError)
  }, [needed])
  return needed && present
}
