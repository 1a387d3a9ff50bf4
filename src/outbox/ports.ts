import { seesBytes, send } from '../core/api/call.ts'
import { endpoints, storedAs } from '../core/api/endpoints.ts'
import { carrierOf } from '../core/api/parts.ts'
import type { Outcome } from '../core/api/schemas.ts'
import { learnLimits, type Progress } from '../core/api/transport.ts'
import type { Keeping } from '../core/api/upload.ts'
import { within } from '../core/db/within.ts'
import type { Item } from './item.ts'
import { announce, listen, listItems, payloadOf, type Signal } from './items.ts'
import { keepUpload, record } from './store.ts'
import type { Event } from './transitions.ts'

/** Everything the sender needs from the world, so that page, worker and tests run the very same loop. */
export interface Ports {
  listItems(): Promise<Item[]>
  payloadOf(id: string): Promise<string | undefined>
  /** `sent`: the item as it was when it was sent; the student may have removed it meanwhile. */
  record(id: string, event: Event, now: number, sent?: Item): Promise<void>
  send(
    item: Item,
    body: string,
    options: { signal: AbortSignal; onProgress(progress: Progress): void; parts: Keeping },
  ): Promise<Outcome>
  /** Keeps where an upload in parts stands; an item that was replaced meanwhile is left alone. */
  keepUpload(id: string, upload: Keeping['upload']): Promise<void>
  announce(signal: Signal): void
  /** Calls back when an item is replaced, withdrawn or transferred while it is on its way. */
  listen(listener: (signal: Signal) => void): () => void
  now(): number
  chance(): number
  /** Whether other code waits for the sending to end, to do something else than sending. */
  isAwaited(): Promise<boolean>
  /** Runs `work`, unless a tab or worker is sending already. */
  alone(work: () => Promise<void>): Promise<void>
}

/** In milliseconds: the browser stops a worker after about three minutes. */
const workerLimitMs = 170_000

const lock = 'outbox'
/** The running work, where there are no Web Locks. */
let busy: Promise<unknown> | undefined
let awaited = 0

/** Web Locks hold across tabs and the worker, and a crash releases them. Without them, a tab excludes only itself. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) {
    await navigator.locks.request(lock, { ifAvailable: true }, lock => (lock ? work() : undefined))
    return
  }
  if (!busy) await soleHere(work)
}

async function soleHere<T>(work: () => Promise<T>): Promise<T> {
  // Set before `work` begins: what it calls must find `busy` set.
  const done = Promise.resolve().then(work)
  busy = done
  try {
    return await done
  } finally {
    busy = undefined
  }
}

/** Waits until no tab or worker sends, and lets none begin before `work` has ended. */
export async function undisturbed<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(lock, work)
  awaited += 1
  while (busy) await busy.catch(() => undefined)
  awaited -= 1
  return soleHere(work)
}

/** Waits until no tab or worker sends, and stops none for that: the caller is not in a hurry. */
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
  // Who sends does not wait for ever: another tab's disk may answer.
  listItems: () => within(listItems()),
  payloadOf: id => within(payloadOf(id)),
  record: (...event) => within(record(...event)),
  // A sender without upload progress can't tell when a request has left whole: it waits, and never cuts for a newer
  // photo.
  send: (item, body, options) => {
    const row = storedAs(item.endpoint)
    if (!row) throw new Error(`No row of this build is stored as ${item.endpoint}.`)
    const { signal, onProgress, parts } = options
    learnLimits(endpoints[row.endpoint].base, item.limits ?? null)
    return seesBytes()
      ? send(row.endpoint, body, { signal, onProgress, carrier: carrierOf(parts, onProgress) })
      : send(row.endpoint, body, { limitMs: workerLimitMs, carrier: carrierOf(parts, undefined) })
  },
  keepUpload,
  announce,
  listen,
  now: () => Date.now(),
  chance: () => Math.random(),
  isAwaited,
  alone,
}
