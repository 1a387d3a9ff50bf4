import { useState } from 'react'
import { footText } from './foot-text.ts'
import { useLoaded } from './use-loaded.ts'

const loadPanel = () => import('./device-panel.tsx')

/** In the foot of every page: what lies on this device, and how it is shared or erased. */
export function DeviceLink() {
  const [open, setOpen] = useState(false)
  const panel = useLoaded(open, loadPanel)
  return (
    <div className="device-link">
      <button type="button" className="outline secondary" aria-busy={open && !panel} onClick={() => setOpen(true)}>
        {footText.link}
      </button>
      {open && panel && <panel.DevicePanel onClose={() => setOpen(false)} />}
    </div>
  )
}
