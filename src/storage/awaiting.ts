import type { DocumentType } from '../rules/documents.ts'
import { readThenWrite, writeTogether } from './database.ts'

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
export async function findInterruption(now: number): Promise<{ awaiting: Awaiting | undefined; kills: number }> {
  let awaiting: Awaiting | undefined
  let kills = 0
  await readThenWrite(['kept'], ({ kept }) => {
    const reading = kept.get(awaitingKey)
    const counting = kept.get(killsKey)
    counting.onsuccess = () => {
      kills = (counting.result as number | undefined) ?? 0
      const left = reading.result as Awaiting | undefined
      if (!left) return
      if (Math.abs(now - left.at) > freshMs) {
        kept.delete(awaitingKey)
        return
      }
      awaiting = left
      if (left.counted) return
      kept.put({ ...left, counted: true }, awaitingKey)
      if (left.by === 'gallery') return
      kills += 1
      kept.put(kills, killsKey)
    }
  })
  return { awaiting, kills }
}
