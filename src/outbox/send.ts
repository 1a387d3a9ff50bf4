import { seesBytes, send } from '../core/api/call.ts'
import { storedAs } from '../core/api/endpoints.ts'
import { type Problem, problemOf } from '../core/api/problem.ts'
import type { Outcome } from '../core/api/schemas.ts'
import type { Progress } from '../core/api/transport.ts'
import type { Item } from './item.ts'
import { announce, listen, listItems, payloadOf, type Signal } from './items.ts'
import { forgetOrphans, hurryAll, record, releaseStrays } from './store.ts'
import { type Event, nextDue } from './transitions.ts'

/** In milliseconds: a worker is stopped by the browser after about three minutes. */
const workerLimitMs = 170_000

const lock = 'outbox'
/** Where there are no Web Locks. */
let busy: Promise<unknown> | undefined
let awaited = 0

/** Web Locks hold across tabs and the worker, and are let go by a crash. Without them a tab is alone with itself. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) {
    await navigator.locks.request(lock, { ifAvailable: true }, lock => (lock ? work() : undefined))
    return
  }
  if (!busy) await soleHere(work)
}

async function soleHere<T>(work: () => Promise<T>): Promise<T> {
  // Busy before it begins: what it calls must find it so.
  const done = Promise.resolve().then(work)
  busy = done
  try {
    return await done
  } finally {
    busy = undefined
  }
}

/** Waits until nobody sends, and lets nobody begin before `work` has ended. */
export async function undisturbed<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(lock, work)
  awaited += 1
  while (busy) await busy.catch(() => undefined)
  awaited -= 1
  return soleHere(work)
}

/** Waits until nobody sends, and stops nobody for that: whoever waits here is not in a hurry. */
export async function idle(signal: AbortSignal): Promise<void> {
  if (navigator.locks) await navigator.locks.request(lock, { mode: 'shared', signal }, () => undefined)
  else while (busy) await busy.catch(() => undefined)
}

async function isAwaited(): Promise<boolean> {
  if (!navigator.locks) return awaited > 0
  const { pending } = await navigator.locks.query()
  return pending?.some(({ name, mode }) => name === lock && mode !== 'shared') === true
}

export const ports: Ports = {
  listItems,
  payloadOf,
  record,
  // Who can't see bytes move can't tell when a request has left whole: it is waited for, never cut for a newer photo.
  send: (item, body, options) => {
    const row = storedAs(item.endpoint)
    if (!row) throw new Error(`No row of this build is stored as ${item.endpoint}.`)
    return send(row.endpoint, body, seesBytes() ? options : { limitMs: workerLimitMs })
  },
  announce,
  listen,
  now: () => Date.now(),
  chance: () => Math.random(),
  isAwaited,
  alone,
}

/** Everything the sender needs from the world, so that page, worker and tests run the very same loop. */
export interface Ports {
  listItems(): Promise<Item[]>
  payloadOf(id: string): Promise<string | undefined>
  /** `sent` is what the event happened to, as it was: it may have been taken back meanwhile. */
  record(id: string, event: Event, now: number, sent?: Item): Promise<void>
  send(
    item: Item,
    body: string,
    options: { signal: AbortSignal; onProgress(progress: Progress): void },
  ): Promise<Outcome>
  announce(signal: Signal): void
  /** Calls back when an item was replaced, withdrawn or handed over while it is on its way. */
  listen(listener: (signal: Signal) => void): () => void
  now(): number
  chance(): number
  /** Whether somebody waits for the sending to end, and not to send. */
  isAwaited(): Promise<boolean>
  /** Runs `work` unless somebody else, in any tab or worker, is at it. */
  alone(work: () => Promise<void>): Promise<void>
}

/** What has happened and could not be written down yet: on a full disk, a photo is not sent over and over for that. */
const unrecorded = new WeakMap<Ports, Map<string, Event>>()

/** One lost connection may be the item's own fault; two in a row are the network's, and hundreds may wait on a tablet. */
const enoughAway = 2

/** Sends what is due, one at a time and by one sender on the device; a bad item never holds up the others. */
export function flush(ports: Ports): Promise<void> {
  return ports.alone(async () => {
    const stuck = new Set<string>()
    let away = 0
    try {
      while (away < enoughAway && !(await ports.isAwaited())) {
        const items = await ports.listItems()
        const item = nextDue(
          items.filter(({ id }) => !stuck.has(id)),
          ports.now(),
        )
        if (!item) break
        const { event, recorded } = await sendOne(item, ports)
        if (!recorded) stuck.add(item.id)
        away = event.kind === 'failed' && event.problem.kind === 'offline' ? away + 1 : 0
      }
    } finally {
      ports.announce({ kind: 'idle' })
    }
  })
}

/** @returns what happened, and whether that is on the disk */
async function sendOne(item: Item, ports: Ports): Promise<{ event: Event; recorded: boolean }> {
  const memory = unrecorded.get(ports) ?? new Map<string, Event>()
  unrecorded.set(ports, memory)
  const event = memory.get(item.id) ?? (await attempt(item, ports))
  memory.set(item.id, event)
  try {
    const record = () => ports.record(item.id, event, ports.now(), item)
    // Once more while the lock is ours: whoever has it next knows nothing of a success, and would send it again.
    await record().catch(record)
    await passOn(item, event, ports)
  } catch (error) {
    reportError(error)
    return { event, recorded: false }
  }
  memory.delete(item.id)
  ports.announce(event.kind === 'replied' ? { kind: 'changed', reached: true } : { kind: 'changed' })
  return { event, recorded: true }
}

/** What has replaced the item while it was on its way waits as long as the provider has asked for. */
async function passOn({ id, dossier, slot }: Item, event: Event, ports: Ports): Promise<void> {
  if (event.kind !== 'failed' || event.problem.kind !== 'http' || event.problem.retryAfter === undefined) return
  if (![429, 503].includes(event.problem.code)) return
  const newer = (await ports.listItems()).find(other => other.dossier === dossier && other.slot === slot)
  if (newer && newer.id !== id) await ports.record(newer.id, event, ports.now())
}

async function bodyOf(item: Item, ports: Ports): Promise<string | undefined> {
  try {
    return await ports.payloadOf(item.id)
  } catch (error) {
    reportError(error)
    return undefined
  }
}

async function attempt(item: Item, ports: Ports): Promise<Event> {
  const body = await bodyOf(item, ports)
  // Replaced or withdrawn between the two reads, or beyond reading; recording on what is gone changes nothing.
  if (body === undefined) return { kind: 'failed', problem: { kind: 'contract' }, chance: 1 }
  const replaced = new AbortController()
  let allSent = false
  // Once every byte has left, the answer is waited for: the newer photo must arrive after this one, not beside it.
  const stop = ports.listen(async signal => {
    if (signal.kind !== 'changed' || allSent) return
    const items = await ports.listItems().catch((): undefined => undefined)
    if (items && !allSent && !items.some(({ id, held }) => id === item.id && !held)) replaced.abort()
  })
  const onProgress = ({ sent, total }: Progress) => {
    allSent = sent >= total
    ports.announce({ kind: 'sending', id: item.id, sent, total })
  }
  ports.announce({ kind: 'sending', id: item.id, sent: 0, total: item.bytes })
  const begunAt = ports.now()
  try {
    const outcome = await ports.send(item, body, { signal: replaced.signal, onProgress })
    return { kind: 'replied', outcome, begunAt }
  } catch (error) {
    const problem = problemOf(error) ?? unexpected(error)
    return { kind: 'failed', problem, chance: ports.chance(), left: allSent && problem.kind !== 'http' }
  } finally {
    stop()
  }
}

/** A fault of ours must not empty the queue, nor stop it: the item waits like any other. */
function unexpected(error: unknown): Problem {
  reportError(error)
  return { kind: 'contract' }
}

/** One round, of a page or of the worker. @returns what stands in the outbox after it */
export async function sendDue(): Promise<Item[]> {
  await releaseStrays(await listItems())
  await flush(ports)
  const items = await listItems()
  await forgetOrphans(items)
  return items
}

/** The network is back. */
export async function sendNow(): Promise<Item[]> {
  await hurryAll(ports.now())
  return sendDue()
}

/** For what is in no hurry, and leaves the line to what is: until nobody sends. */
export const untilIdle = (signal: AbortSignal): Promise<void> => idle(signal)
