import type { Dossier } from '../../core/db/dossier.ts'
import type { Item } from '../../outbox/item.ts'
import type { DocumentType } from '../../spec/documents.ts'
import { cameIn, itself } from './lineage.rule.ts'
import type { Parcel, ParcelItem } from './parcel.ts'

/** What becomes of a dossier that is here already when a parcel of it comes. Pure. */

export interface Here {
  dossier: Dossier
  items: readonly Pick<Item, 'id' | 'slot' | 'state' | 'createdAt'>[]
  /** Picked and not prepared. */
  files: readonly { document: DocumentType; at: number }[]
}

export interface Merged extends Pick<Parcel, 'items' | 'files'> {
  dossier: Dossier
  /** Requests and picks that give way. */
  forgotten: readonly Pick<Item, 'id'>[]
  dropped: readonly DocumentType[]
}

/** @returns undefined when nothing of it is newer */
export function merged(here: Here, parcel: Parcel, now: number): Merged | undefined {
  const oursIn = (slot: Item['slot']) => here.items.find(item => item.slot === slot)
  const items = parcel.items.filter(item => stands(item, oursIn(item.slot)))
  const files = parcel.files.filter(
    ({ document, at }) =>
      at > (oursIn(document)?.createdAt ?? 0) && !here.files.some(file => file.document === document && file.at >= at),
  )
  // A pick that was made before the request which takes its slot would be prepared in place of it.
  const dropped = here.files.filter(({ document, at }) =>
    items.some(({ slot, createdAt }) => slot === document && createdAt > at),
  )
  const ours = itself(here.dossier)
  const isNewer = parcel.dossier.savedAt > ours.savedAt
  if (!isNewer && !ours.handed && items.length + files.length === 0) return undefined
  // Answers are taken whole: half of one and half of the other would be nobody's.
  const { handed, ...dossier } = isNewer ? parcel.dossier : ours
  return {
    dossier: cameIn({ ...dossier, id: here.dossier.id, lineage: ours.id }, parcel, here.dossier, now),
    items,
    files,
    forgotten: items.flatMap(({ id, slot }) => {
      const older = oursIn(slot)
      return older && older.id !== id ? [older] : []
    }),
    dropped: dropped.map(({ document }) => document),
  }
}

/** Of one and the same request, what was accepted; else the newer one, as on one device, if both have not arrived. */
function stands(theirs: ParcelItem, ours: Here['items'][number] | undefined): boolean {
  if (!ours) return true
  const isNews = theirs.state === 'accepted' && ours.state !== 'accepted'
  if (theirs.id === ours.id) return isNews
  return theirs.createdAt > ours.createdAt && (isNews || theirs.state !== 'accepted')
}
