import { promisifyRequest } from 'idb-keyval'
import type { DocumentType } from '../rules/documents.ts'
import { transact, writeTogether } from './database.ts'

/** The photo that a picker was opened for. It is still there on the next start when the phone killed the page meanwhile. */
export interface Awaiting {
  dossier: string
  document: DocumentType
  by: 'camera' | 'gallery'
  /** Milliseconds. */
  at: number
  /** This kill stands in the count already. */
  counted?: true
}

// Both lie among the kept replies; the second says how often the camera has cost the page.
export const awaitingKey = 'awaiting-photo'
const killsKey = 'camera-kills'
/** Later than this a student does not remember which photo was meant. */
const freshMs = 30 * 60_000

/** On the disk before the picker opens: nothing else survives what may come. */
export function awaitPhoto(awaiting: Awaiting): Promise<void> {
  return writeTogether(['kept'], stores => {
    stores.kept.put(awaiting, awaitingKey)
  })
}

/** It came, or the student has left the picker. */
export function forgetAwaiting(): Promise<void> {
  return writeTogether(['kept'], stores => {
    stores.kept.delete(awaitingKey)
  })
}

/** What the last page was waiting for when it ended, and how many pages the camera has cost; each is counted once. */
export function findInterruption(now: number): Promise<{ awaiting: Awaiting | undefined; kills: number }> {
  return transact(['kept'], async ({ kept }) => {
    const reading: Promise<[Awaiting | undefined, number | undefined]> = Promise.all([
      promisifyRequest(kept.get(awaitingKey)),
      promisifyRequest(kept.get(killsKey)),
    ])
    const [awaiting, before = 0] = await reading
    if (!awaiting) return { awaiting, kills: before }
    if (Math.abs(now - awaiting.at) > freshMs) {
      kept.delete(awaitingKey)
      return { awaiting: undefined, kills: before }
    }
    if (awaiting.counted) return { awaiting, kills: before }
    kept.put({ ...awaiting, counted: true }, awaitingKey)
    if (awaiting.by === 'gallery') return { awaiting, kills: before }
    kept.put(before + 1, killsKey)
    return { awaiting, kills: before + 1 }
  })
}
