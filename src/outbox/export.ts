import { type Dossier, withKnownPackage } from '../core/db/dossier.ts'
import { changeDossier } from '../core/db/dossiers.ts'
import { markAsDrawn } from '../core/db/marker.ts'
import { type Contents, contentsOf } from './contents.ts'
import type { Item } from './item.ts'
import { announce, itemsIn, putItem } from './items.ts'
import { withoutSender } from './turn.ts'

/** The entry point for a dossier that moves to another device. */

/**
 * Marks the dossier as transferred (`transferred`), in one step with holding what waits. From then
 * on nothing of it is sent; a request on its way is cut off, or has its answer when this resolves.
 * @returns what the disk holds after that; undefined where there is no such dossier
 */
export async function exportContents(
  id: string,
  mark: NonNullable<Dossier['transferred']>,
): Promise<Contents | undefined> {
  markAsDrawn(false)
  await changeDossier(
    id,
    stored =>
      stored && {
        ...stored,
        transferred: mark,
        knownPackages: withKnownPackage(stored, mark.id, true),
      },
    queue => eachOf(id, queue, item => ({ ...item, held: true })),
  )
  announce({ kind: 'changed' })
  try {
    return await withoutSender(() => contentsOf(id))
  } finally {
    // The sender has stopped for the snapshot: it continues with the items of the other dossiers.
    announce({ kind: 'changed' })
  }
}

/** Cancels the transfer: held items may be sent again, from this device. */
export async function cancelExport(id: string): Promise<void> {
  await changeDossier(
    id,
    stored => {
      if (!stored?.transferred) return stored
      const { transferred: _, ...rest } = stored
      return rest
    },
    queue => eachOf(id, queue, ({ held: _, ...item }) => item),
  )
  announce({ kind: 'changed' })
}

async function eachOf(
  dossier: string,
  queue: IDBObjectStore,
  change: (item: Item) => Item,
): Promise<void> {
  for (const item of await itemsIn(queue))
    if (item.dossier === dossier && item.state !== 'accepted') putItem(queue, change(item))
}
