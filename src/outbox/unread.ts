import { entries, values } from 'idb-keyval'
import { isNewer } from '../core/db/damage.ts'
import { storeOf, writeTogether } from '../core/db/database.ts'
import { isDossierRow } from '../core/db/dossiers.ts'
import { readItem } from './item.ts'
import { announce, listRows } from './items.ts'

/** What lies on this device and has no place on any screen, since it can't be read. */
export interface Unread {
  /** A newer build has written it, and reads it. */
  newer: number
  /** Keys of dossiers and requests that nobody can read any more. */
  dossiers: readonly string[]
  queue: readonly string[]
}

// The queue first: its rows are read together with those of every screen.
const stores = ['queue', 'dossiers'] as const
const reads = { dossiers: isDossierRow, queue: (row: unknown) => readItem(row) !== undefined }

export async function readUnread(): Promise<Unread> {
  const found: Unread = { newer: 0, dossiers: [], queue: [] }
  for (const name of stores) {
    // After each change of the outbox, and almost always all is well: no key is read then.
    const rows = name === 'queue' ? await listRows() : await values<unknown>(storeOf(name))
    if (rows.every(row => reads[name](row))) continue
    const unread = (await entries<string, unknown>(storeOf(name))).filter(
      ([, row]) => !reads[name](row),
    )
    const damaged = unread.filter(([, row]) => !isNewer(row)).map(([key]) => key)
    found.newer += unread.length - damaged.length
    found[name] = damaged
  }
  return found
}

/** The student has read of it: what holds nothing any more goes. */
export async function forgetUnread({ dossiers, queue }: Unread): Promise<void> {
  await writeTogether(['dossiers', 'queue', 'payloads'], stores => {
    for (const key of dossiers) stores.dossiers.delete(key)
    for (const key of queue) {
      stores.queue.delete(key)
      stores.payloads.delete(key)
    }
  })
  announce({ kind: 'changed' })
}
