import type { WaitingEndpoint } from '../core/api/endpoints.ts'
import { eraseDossier, eraseEverything } from '../core/db/erase.ts'
import type { Item, Request, RequestKey } from './item.ts'
import { announce } from './items.ts'
import { confirmed, enqueue, forgetSettled, hurryAll, record, withdraw } from './store.ts'

/**
 * All that a screen may do with the outbox. When a verb has resolved it is on the disk, and every tab has been told. What
 * only a device with codes does stands in encrypt-dossier.ts, and what is only read in items.ts.
 */

const changed = () => announce({ kind: 'changed' })

/** Gives the provider something to do, in place of what its slot held: see `enqueue`. */
export async function ask<E extends WaitingEndpoint>(request: Request<E>, now: number): Promise<boolean> {
  const isKept = await enqueue(request, now)
  if (isKept) changed()
  return isKept
}

/** What the provider has not accepted of a slot. */
export async function withdrawRequest(dossier: string, requestKey: RequestKey): Promise<void> {
  await withdraw(dossier, requestKey)
  changed()
}

/** What was refused, or pauses, as it is. */
export async function sendAgain(id: Item['id'], now: number): Promise<void> {
  await record(id, { kind: 'resent' }, now)
  changed()
}

/** The provider has taken the code that it had asked of this dossier: what waits for it goes. */
export async function goOnWithCode(dossier: string, now: number): Promise<void> {
  await confirmed(dossier, now)
  changed()
}

/** The network is back: also where the disk can't be written, whoever waits may look again. */
export async function hurry(now: number): Promise<void> {
  try {
    await hurryAll(now)
  } finally {
    changed()
  }
}

/** What was answered to these, where nothing of them is left to be sent. */
export async function forget(items: readonly Item[]): Promise<void> {
  await forgetSettled(items.map(({ id }) => id))
  changed()
}

/** A dossier leaves this device: see `eraseDossier`. */
export async function erase(dossier: string, all: boolean): Promise<void> {
  await eraseDossier(dossier, all)
  changed()
}

/** Every student's everything. */
export async function eraseDevice(): Promise<void> {
  await eraseEverything()
  changed()
}
