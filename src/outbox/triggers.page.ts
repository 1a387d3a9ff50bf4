import { antennaBack, antennaLost } from '../provider/reach.ts'
import { flush } from './flush.ts'
import { ports } from './ports.ts'
import { hurryAll, listItems } from './queue.ts'
import { announce, listen } from './signals.ts'
import { nextWake } from './transitions.ts'

/** What makes a page send: its start, the network, coming into view, something new, and time itself. */
let timer: ReturnType<typeof setTimeout> | undefined

async function wake(): Promise<void> {
  await flush(ports)
  const next = nextWake(await listItems())
  if (next !== undefined) await askWorkerToo()
  clearTimeout(timer)
  if (next === undefined) return
  // Another tab may be sending what is due; looking again in a while costs little.
  timer = setTimeout(wakeSafely, Math.max(1_000, next - ports.now()))
}

interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> }
}

/** Background Sync gives up after three tries (platform notes, 3), so it is asked for again while anything waits. */
async function askWorkerToo(): Promise<void> {
  const registration: SyncRegistration | undefined = await navigator.serviceWorker?.getRegistration()
  // A browser may refuse it to a site that is seldom visited; the page sends all the same.
  await registration?.sync?.register('outbox').catch(() => undefined)
}

/** A database that can't be opened is told where something is to be kept; here there is nothing to do but wait. */
function wakeSafely(): void {
  wake().catch(reportError)
}

async function hurry(): Promise<void> {
  await hurryAll(ports.now())
  announce({ kind: 'changed' })
}

export function startSending(): void {
  listen(signal => {
    if (signal.kind === 'changed') wakeSafely()
  })
  addEventListener('online', () => {
    antennaBack()
    hurry().catch(reportError)
  })
  addEventListener('offline', antennaLost)
  if (navigator.onLine === false) antennaLost()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wakeSafely()
  })
  wakeSafely()
}
