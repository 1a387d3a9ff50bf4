import { learnUploadLimit } from '../core/api/announced.ts'
import { seesBytes, send } from '../core/api/call.ts'
import { createCarrier } from '../core/api/carrier.ts'
import { endpoints, storedAs } from '../core/api/endpoints.ts'
import type { Outcome } from '../core/api/schemas.ts'
import type { Progress } from '../core/api/transport.ts'
import type { Keeping } from '../core/api/upload.ts'
import { within } from '../core/db/within.ts'
import type { Item } from './item.ts'
import { announce, listen, listItems } from './items.ts'
import { keepUpload, record } from './store.ts'
import { recallWalls } from './stored-walls.ts'
import { alone, isAwaited } from './turn.ts'
import { wholeBody } from './whole-body.ts'

/** In milliseconds: the browser stops a worker after about three minutes. */
const workerLimitMs = 170_000

/**
 * Everything the sender needs from the world, so that page, worker and tests run the very same
 * loop.
 */
export const ports = {
  // Who sends does not wait for ever: another tab's disk may answer.
  listItems: () => within(listItems()),
  payloadOf: (id: string) => within(wholeBody(id)),
  record: (...event: Parameters<typeof record>) => within(record(...event)),
  // A sender without upload progress can't tell when a request has left whole: it waits, and never
  // cuts for a newer photo.
  send: async (
    item: Item,
    body: string,
    {
      signal,
      onProgress,
      parts,
    }: { signal: AbortSignal; onProgress(progress: Progress): void; parts: Keeping },
  ): Promise<Outcome> => {
    await recallWalls()
    const row = storedAs(item.endpoint)
    if (!row) throw new Error(`No row of this build is stored as ${item.endpoint}.`)
    learnUploadLimit(endpoints[row.endpoint].base, item.limits ?? null)
    return seesBytes()
      ? send(row.endpoint, body, { signal, onProgress, carrier: createCarrier(parts, onProgress) })
      : send(row.endpoint, body, {
          limitMs: workerLimitMs,
          carrier: createCarrier(parts, undefined),
        })
  },
  keepUpload,
  announce,
  listen,
  now: () => Date.now(),
  chance: () => Math.random(),
  isAwaited,
  alone,
}
export type Ports = typeof ports
