import { useEffect, useRef, useState } from 'react'
import { footText } from './foot-text.ts'
import { useLoaded } from './use-loaded.ts'

const loadPanel = () => import('./device-panel.tsx')

/**
 * In the foot of every page: what lies on this device, and how it is shared or erased. The browser's own way to open
 * something, so that a press is not lost on a page whose scripts have not come yet.
 */
export function DeviceLink() {
  const details = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  const panel = useLoaded(open, loadPanel)
  useEffect(() => setOpen(details.current?.open === true), [])
  return (
    <details ref={details} className="container device-link" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{footText.link}</summary>
      {open && panel && <panel.DevicePanel />}
    </details>
  )
}
