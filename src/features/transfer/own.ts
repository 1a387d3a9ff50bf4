import type { Dossier } from '../../core/db/dossier.ts'
import { listMine } from '../../core/db/dossiers.ts'
import { keptOriginals } from '../../core/db/originals.ts'
import { isDocument } from '../../outbox/item.ts'
import { itemsOf } from '../../outbox/items.ts'

/** A dossier that can be given away from here. */
export interface Own {
  dossier: Dossier
  /** Photographs that the provider has. */
  sent: number
  /** Those that it has not, prepared or not. */
  waiting: number
  /** Nothing of it waits: its answers are all that has to travel. */
  light: boolean
}

/** The newest first; where nothing was answered or photographed, there is none. */
export async function ownDossiers(): Promise<Own[]> {
  const { mine } = await listMine()
  const own = await Promise.all(mine.map(look))
  return own.filter(({ dossier, sent, waiting }) => Object.keys(dossier.answers).length + sent + waiting > 0)
}

async function look(dossier: Dossier): Promise<Own> {
  const [items, originals] = await Promise.all([itemsOf(dossier.id), keptOriginals(dossier.id)])
  const open = items.filter(({ state }) => state !== 'accepted').map(({ slot }) => slot)
  return {
    dossier,
    sent: items.filter(({ slot, state }) => isDocument(slot) && state === 'accepted').length,
    waiting: new Set([...open.filter(isDocument), ...originals]).size,
    light: open.length + originals.length === 0,
  }
}
