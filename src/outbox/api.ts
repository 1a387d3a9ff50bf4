import type { WaitingEndpoint } from '../core/api/endpoints.ts'
import { eraseDossier, eraseEverything } from '../core/db/erase.ts'
import type { Item, Request, RequestKey } from './item.ts'
import { announce } from './items.ts'
import { confirmed, enqueue, forgetSettled, hurryAll, record, withdraw } from './store.ts'

/**
 * All that a screen may do with the outbox. When a function resolves, the change is on the disk and announced to every
 * tab. Encryption under a student's code is in encrypt-dossier.ts, reading in items.ts.
 */

const changed = () => announce({ kind: 'changed' })

/** Queues a request, in place of the older one with its request key: see `enqueue`. */
export async function queueRequest<E extends WaitingEndpoint>(request: Request<E>, now: number): Promise<boolean> {
  const isKept = await enqueue(request, now)
  if (isKept) changed()
  return isKept
}

/** Withdraws the request with this key, unless the provider has accepted it. */
export async function withdrawRequest(dossier: string, requestKey: RequestKey): Promise<void> {
  await withdraw(dossier, requestKey)
  changed()
}

/** Sends a refused or pausing item again, unchanged. */
export async function sendAgain(id: Item['id'], now: number): Promise<void> {
  await record(id, { kind: 'resent' }, now)
  changed()
}

/** The provider has accepted the code that it asked of this dossier: the items that wait for it are sent. */
export async function goOnWithCode(dossier: string, now: number): Promise<void> {
  await confirmed(dossier, now)
  changed()
}

/** The network is back. Announced also where the disk can't be written, so that every tab looks again. */
export async function hurry(now: number): Promise<void> {
  try {
    await hurryAll(now)
  } finally {
    changed()
  }
}

/** Forgets the answers to these items, except for those that are still to be sent. */
export async function forget(items: readonly Item[]): Promise<void> {
  await forgetSettled(items.map(({ id }) => id))
  changed()
}

/** Erases a dossier from this device: see `eraseDossier`. */
export async function erase(dossier: string, all: boolean): Promise<void> {
  await eraseDossier(dossier, all)
  changed()
}

/** Erases the data of every student on this device. */
export async function eraseDevice(): Promise<void> {
  await eraseEverything()
  changed()
}
