import { learnUploadLimit } from '../core/api/announced.ts'
import { seesBytes, send } from '../core/api/call.ts'
import { createCarrier } from '../core/api/carrier.ts'
import { endpoints, storedAs } from '../core/api/endpoints.ts'
import type { Outcome } from '../core/api/schemas.ts'
import type { Progress } from '../core/api/transport.ts'
import type { Keeping } from '../core/api/upload.ts'
import { within } from '../core/db/within.ts'
import type { Item } from './item.ts'
import { announce, listen, listItems, payloadOf, type Signal } from './items.ts'
import { keepUpload, record } from './store.ts'
import { recallWalls } from './stored-walls.ts'
import type { Event } from './transitions.ts'
import { alone, isAwaited } from './turn.ts'

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
  /** Runs `work`, unless a tab or worker is sending already. `over`: this one may not send any more. */
  alone(work: (over: AbortSignal) => Promise<void>): Promise<void>
}

/** In milliseconds: the browser stops a worker after about three minutes. */
const workerLimitMs = 170_000

export const ports: Ports = {
  // Who sends does not wait for ever: another tab's disk may answer.
  listItems: () => within(listItems()),
  payloadOf: id => within(payloadOf(id)),
  record: (...event) => within(record(...event)),
  // A sender without upload progress can't tell when a request has left whole: it waits, and never cuts for a newer
  // photo.
  send: async (item, body, options) => {
    await recallWalls()
    const row = storedAs(item.endpoint)
    if (!row) throw new Error(`No row of this build is stored as ${item.endpoint}.`)
    const { signal, onProgress, parts } = options
    learnUploadLimit(endpoints[row.endpoint].base, item.limits ?? null)
    return seesBytes()
      ? send(row.endpoint, body, { signal, onProgress, carrier: createCarrier(parts, onProgress) })
      : send(row.endpoint, body, { limitMs: workerLimitMs, carrier: createCarrier(parts, undefined) })
  },
  keepUpload,
  announce,
  listen,
  now: () => Date.now(),
  chance: () => Math.random(),
  isAwaited,
  alone,
}
