import { useEffect, useRef, useState } from 'react'
import * as footText from './foot-text.ts'
import { useLater } from './use-later.ts'

/**
 * In the foot of every page: what lies on this device, and how it is shared or erased. The browser's own way to open
 * something, so that a press is not lost on a page whose scripts have not come yet.
 */
export function DeviceLink() {
  const details = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  const later = useLater(open)
  useEffect(() => setOpen(details.current?.open === true), [])
  return (
    <aside className="device-link" aria-label={footText.link}>
      <details ref={details} className="help" onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>{footText.link}</summary>
        {open && later && <later.DevicePanel />}
      </details>
    </aside>
  )
}
