import { type Dossier, knowing } from '../core/db/dossier.ts'
import { changeDossier } from '../core/db/dossiers.ts'
import { type Contents, contentsOf } from './contents.ts'
import type { Item } from './item.ts'
import { itemsIn } from './items.ts'
import { undisturbed } from './ports.ts'
import { announce } from './signals.ts'

/** The part of the door through which a dossier leaves for another device. */

/**
 * Marks it as handed over, in one step with holding what waits. From then on nothing of it is sent; what is on its way is
 * cut off, or has an answer when this resolves.
 * @returns what lies there after that; undefined where there is no such dossier
 */
export async function handed(id: string, mark: NonNullable<Dossier['handed']>): Promise<Contents | undefined> {
  await changeDossier(
    id,
    stored => stored && { ...stored, handed: mark, parcels: knowing(stored, mark.id, true) },
    queue => eachOf(id, queue, item => ({ ...item, held: true })),
  )
  announce({ kind: 'changed' })
  try {
    return await undisturbed(() => contentsOf(id))
  } finally {
    // Whoever made room for this goes on with what waits of the others.
    announce({ kind: 'changed' })
  }
}

/** What was held may go again, from here. */
export async function release(id: string): Promise<void> {
  await changeDossier(
    id,
    stored => stored && unhanded(stored),
    queue => eachOf(id, queue, ({ held: _, ...item }) => item),
  )
  announce({ kind: 'changed' })
}

function unhanded(dossier: Dossier): Dossier {
  if (!dossier.handed) return dossier
  const { handed: _, ...rest } = dossier
  return rest
}

async function eachOf(dossier: string, queue: IDBObjectStore, change: (item: Item) => Item): Promise<void> {
  for (const item of await itemsIn(queue))
    if (item.dossier === dossier && item.state !== 'accepted') queue.put(change(item), item.id)
}
