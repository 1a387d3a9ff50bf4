import { setUploadTransport } from '../core/api/call.ts'
import { learnConnectivity, noteLinkBack, noteLinkLost } from '../core/api/connectivity.ts'
import { problemOf } from '../core/api/problem.ts'
import { setPartsLoader } from '../core/api/whole-or-parts.ts'
import { postByXhr } from '../core/api/xhr.page.ts'
import { isInMemory } from '../core/db/connection.ts'
import { loadPart } from '../core/platform/lazy-part.ts'
import { giveUpDamaged, hurry } from './api.ts'
import { isToSend } from './item.ts'
import { listen, listItems } from './items.ts'
import { ports } from './ports.ts'
import { sendDue } from './send.ts'
import { findWakeTime } from './transitions.ts'
import { wholeBody } from './whole-body.ts'

/**
 * A page sends when it starts, when the network returns, when it becomes visible, on new items, and
 * on this timer.
 */
let timer: ReturnType<typeof setTimeout> | undefined

/** Milliseconds until the page looks again at a disk that has failed. */
const afterFaultMs = 5_000

async function wake(): Promise<void> {
  const next = findWakeTime(await sendDue())
  clearTimeout(timer)
  if (next === undefined) return
  // Another tab may be sending what is due; looking again in a while costs little.
  timer = setTimeout(wakeSafely, Math.max(1_000, next - ports.now()))
  // Last, since the browser takes its time: a later look must not be undone by this one.
  await askWorkerToo()
}

interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void>; getTags(): Promise<string[]> }
}

/**
 * Background Sync gives up after three tries (docs/platform.md), so the page registers it again
 * while anything waits. Not while a registration stands: registered in the middle of a try, it
 * begins anew at once, and what fails would be sent without pause.
 */
async function askWorkerToo(): Promise<void> {
  if (isInMemory()) return
  const registration: SyncRegistration | undefined =
    await navigator.serviceWorker?.getRegistration()
  try {
    const tags = await registration?.sync?.getTags()
    if (!tags?.includes('outbox')) await registration?.sync?.register('outbox')
  } catch {
    // A browser may refuse Background Sync to a site that is seldom visited; the page sends all the
    // same.
  }
}

/**
 * A disk that can't be read is reported where something is to be kept. iOS closes connections
 * behind our back and has them again a moment later: what waits must not wait for the student's
 * next visit because of that.
 */
function wakeSafely(): void {
  wake().catch(error => {
    reportError(error)
    clearTimeout(timer)
    timer = setTimeout(wakeSafely, afterFaultMs)
  })
}

/** What is lost is told at once: the sender would find it only when its turn and a network come. */
async function findDamaged(): Promise<void> {
  for (const { id } of (await listItems()).filter(isToSend)) {
    const isLost = await wholeBody(id).then(
      () => false,
      error => problemOf(error)?.kind === 'damaged',
    )
    if (isLost) await giveUpDamaged(id, ports.now())
  }
}

export function startSending(): void {
  setUploadTransport(postByXhr)
  setPartsLoader(() => loadPart(() => import('../core/api/send-in-parts.ts')))
  listen(signal => {
    if (signal.kind !== 'changed') return
    if (signal.reached) learnConnectivity(undefined)
    wakeSafely()
  })
  addEventListener('online', () => {
    noteLinkBack()
    hurry(ports.now()).catch(reportError)
  })
  addEventListener('offline', noteLinkLost)
  if (navigator.onLine === false) noteLinkLost()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wakeSafely()
  })
  document.addEventListener('resume', wakeSafely)
  wakeSafely()
  findDamaged().catch(reportError)
}
