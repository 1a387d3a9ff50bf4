import { type Problem, problemOf } from '../core/api/problem.ts'
import type { Progress } from '../core/api/transport.ts'
import type { Upload } from '../core/api/upload.ts'
import type { Item } from './item.ts'
import { listItems } from './items.ts'
import { type Ports, ports } from './ports.ts'
import { forgetOrphans, hurryItems } from './store.ts'
import { type Event, findDueItem } from './transitions.ts'
import { beatMs } from './turn.ts'

/**
 * Events that could not be written down yet: a full disk must not make a photo be sent over and
 * over.
 */
const unrecorded = new WeakMap<Ports, Map<string, Event>>()

/**
 * One lost connection may be the item's own fault; two in a row are the network's, and hundreds may
 * wait on a tablet.
 */
const enoughAway = 2

/**
 * Sends what is due, one at a time and by one sender on the device; a bad item never holds up the
 * others.
 */
export function flush(ports: Ports): Promise<void> {
  return ports.alone(async over => {
    const stuck = new Set<string>()
    let away = 0
    try {
      while (away < enoughAway && !over.aborted && !(await ports.isAwaited())) {
        const items = await ports.listItems()
        const item = findDueItem(
          items.filter(({ id }) => !stuck.has(id)),
          ports.now(),
        )
        if (!item || over.aborted) break
        const { event, recorded } = await sendOne(item, ports, over)
        if (!recorded) stuck.add(item.id)
        away = event.kind === 'failed' && event.problem.kind === 'offline' ? away + 1 : 0
      }
    } finally {
      if (!over.aborted) ports.announce({ kind: 'idle' })
    }
  })
}

/** @returns what happened, and whether that is on the disk */
async function sendOne(
  item: Item,
  ports: Ports,
  over: AbortSignal,
): Promise<{ event: Event; recorded: boolean }> {
  const memory = unrecorded.get(ports) ?? new Map<string, Event>()
  unrecorded.set(ports, memory)
  const event = memory.get(item.id) ?? (await attempt(item, ports, over))
  // Another one sends it now.
  if (over.aborted && event.kind === 'failed') return { event, recorded: false }
  memory.set(item.id, event)
  try {
    const record = () => ports.record(item.id, event, ports.now(), item)
    // Written once more while this sender holds the lock: the next one knows nothing of a success,
    // and would send it again.
    await record().catch(record)
    await passOn(item, event, ports)
  } catch (error) {
    reportError(error)
    return { event, recorded: false }
  }
  memory.delete(item.id)
  ports.announce(
    event.kind === 'replied' ? { kind: 'changed', reached: true } : { kind: 'changed' },
  )
  return { event, recorded: true }
}

/**
 * An item that replaced this one while it was on its way waits as long as the provider has asked
 * for.
 */
async function passOn(
  { id, dossier, requestKey }: Item,
  event: Event,
  ports: Ports,
): Promise<void> {
  if (
    event.kind !== 'failed' ||
    event.problem.kind !== 'http' ||
    event.problem.retryAfter === undefined
  )
    return
  if (![429, 503].includes(event.problem.code)) return
  const newer = (await ports.listItems()).find(
    other => other.dossier === dossier && other.requestKey === requestKey,
  )
  if (newer && newer.id !== id) await ports.record(newer.id, event, ports.now())
}

async function attempt(item: Item, ports: Ports, over: AbortSignal): Promise<Event> {
  const body = await ports.payloadOf(item.id).catch((error: unknown): Problem => {
    const problem = problemOf(error)
    if (!problem) reportError(error)
    return problem ?? { kind: 'unread' }
  })
  // The item was replaced or withdrawn between the two reads: recording on a deleted item changes
  // nothing.
  if (typeof body !== 'string')
    return { kind: 'failed', problem: body ?? { kind: 'contract' }, chance: 1 }
  const replaced = new AbortController()
  const leave = () => replaced.abort()
  over.addEventListener('abort', leave)
  if (over.aborted) leave()
  let allSent = false
  // Once every byte has left, the answer is waited for: the newer photo must arrive after this one,
  // not beside it.
  const stop = ports.listen(async signal => {
    if (signal.kind !== 'changed' || allSent) return
    const items = await ports.listItems().catch((): undefined => undefined)
    if (items && !allSent && !items.some(({ id, held }) => id === item.id && !held))
      replaced.abort()
  })
  const { upload } = item
  let progress = { sent: upload?.arrived ?? 0, total: upload?.size ?? item.bytes }
  const tell = () => ports.announce({ kind: 'sending', id: item.id, ...progress })
  const onProgress = (news: Progress) => {
    progress = news
    allSent = news.sent >= news.total
    tell()
  }
  tell()
  // Also where no byte moves: the others must not take this one for frozen.
  const beat = setInterval(tell, beatMs)
  let cut = false
  let tooMuch: number | undefined
  const parts = {
    upload,
    lostAt: item.lostAt,
    // A full disk must not end an upload that moves.
    keep: (upload?: Upload) => ports.keepUpload(item.id, upload).catch(error => reportError(error)),
    wasCut() {
      cut = true
    },
    wasTooMuch(bytes: number) {
      tooMuch = bytes
    },
    goesOn: () => over.aborted,
  }
  const startedAt = ports.now()
  try {
    const outcome = await ports.send(item, body, { signal: replaced.signal, onProgress, parts })
    return { kind: 'replied', outcome, startedAt: startedAt }
  } catch (error) {
    const problem = problemOf(error) ?? unexpected(error)
    const left = allSent && problem.kind !== 'http'
    return {
      kind: 'failed',
      problem,
      chance: ports.chance(),
      left,
      cut,
      tooMuch,
      sent: progress.sent,
    }
  } finally {
    clearInterval(beat)
    stop()
  }
}

/** An error in our own code must not empty or stop the queue: the item waits like any other. */
function unexpected(error: unknown): Problem {
  reportError(error)
  return { kind: 'contract' }
}

/** One round, of a page or of the worker. @returns what stands in the outbox after it */
export async function sendDue(): Promise<Item[]> {
  await flush(ports)
  const items = await listItems()
  await forgetOrphans(items)
  return items
}

/** The network is back. */
export async function sendNow(): Promise<Item[]> {
  await hurryItems(ports.now())
  return sendDue()
}
