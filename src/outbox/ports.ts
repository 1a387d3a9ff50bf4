import { seesBytes, send } from '../core/api/call.ts'
import { storedAs } from '../core/api/endpoints.ts'
import type { Outcome } from '../core/api/schemas.ts'
import type { Progress } from '../core/api/transport.ts'
import type { Item } from './item.ts'
import { announce, listen, listItems, payloadOf, type Signal } from './items.ts'
import { record } from './store.ts'
import type { Event } from './transitions.ts'

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
