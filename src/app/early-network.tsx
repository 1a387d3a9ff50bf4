import {
  currentConnectivity,
  noteLinkBack,
  noteLinkLost,
  watchConnectivity,
} from '../core/api/connectivity.ts'
import { keptDates } from '../core/db/kept.ts'
import { StillNetwork } from '../outbox/ui/network-still.tsx'
import { draw } from '../ui/draw.tsx'
import { ready } from './bridge.ts'

/** Keeps the network's line of a drawn page true until React is there. */
export function tellNetwork(over: AbortSignal): void {
  if (over.aborted) return
  const line = document.querySelector<HTMLElement>('.net')
  const drawLine = () => {
    const connectivity = currentConnectivity()
    const kind = connectivity === 'away' || connectivity === 'captive' ? connectivity : 'quiet'
    if (line) line.dataset.network = kind
    draw(line, <StillNetwork kind={kind} ready={ready.get() && keptDates.get() !== undefined} />)
  }
  const stops = [
    watchConnectivity(drawLine),
    ready.subscribe(drawLine),
    keptDates.subscribe(drawLine),
  ]
  over.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })
  addEventListener('online', noteLinkBack, { signal: over })
  addEventListener('offline', noteLinkLost, { signal: over })
  if (navigator.onLine === false) noteLinkLost()
}
