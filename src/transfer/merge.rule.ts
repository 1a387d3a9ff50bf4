import type { Item } from '../outbox/item.ts'
import type { DocumentType } from '../rules/documents.ts'
import type { Dossier } from '../storage/dossier.ts'
import { answersWritten } from './lineage.rule.ts'
import type { Parcel, ParcelFile, ParcelItem } from './parcel.ts'

/** What becomes of a dossier that is here already when a parcel of it comes. Pure. */

export interface Here {
  dossier: Dossier
  items: readonly Item[]
  /** Picked and not prepared, by the time of the pick. */
  picks: Readonly<Partial<Record<DocumentType, number>>>
}

export interface Merged {
  dossier: Dossier
  /** These come with the parcel. */
  items: readonly ParcelItem[]
  /** These are gone. */
  forgotten: readonly Item[]
  /** These stay, and were accepted where the parcel comes from. */
  accepted: readonly { item: Item; by: ParcelItem }[]
  files: readonly ParcelFile[]
  dropped: readonly DocumentType[]
}

/** @returns undefined when nothing of it is newer */
export function merged(here: Here, parcel: Parcel, now: number): Merged | undefined {
  const { dossier, picks } = here
  const pairs = parcel.items.map(theirs => ({ theirs, ours: here.items.find(({ slot }) => slot === theirs.slot) }))
  const accepted = pairs.flatMap(({ ours, theirs }) =>
    ours && theirs.state === 'accepted' && ours.state !== 'accepted' && isSame(ours, theirs)
      ? [{ item: ours, by: theirs }]
      : [],
  )
  const items = pairs.flatMap(({ ours, theirs }) => (!ours || replaces(theirs, ours) ? [theirs] : []))
  const newest = (document: DocumentType) =>
    Math.max(picks[document] ?? -1, ...here.items.flatMap(one => (one.slot === document ? [one.createdAt] : [])))
  const files = parcel.files.filter(({ document, at }) => at > newest(document))
  // A pick that was made before the request which takes its slot would be prepared in place of it.
  const dropped = items.flatMap(({ slot, createdAt }) => {
    const at = picks[slot as DocumentType]
    return at !== undefined && at < createdAt ? [slot as DocumentType] : []
  })
  const isNewer = parcel.dossier.savedAt > answersWritten(dossier)
  if (!isNewer && !dossier.handed && [accepted, items, files].every(({ length }) => length === 0)) return undefined
  return {
    dossier: laidTogether(dossier, parcel, isNewer, now),
    items,
    forgotten: pairs.flatMap(({ ours, theirs }) => (ours && items.includes(theirs) ? [ours] : [])),
    accepted,
    files,
    dropped,
  }
}

/** One and the same request, wherever it has got to. */
const isSame = (ours: Item, theirs: ParcelItem) => ours.id === theirs.id || ours.digest === theirs.digest

/** The newer request stands, as on one device; of two that have arrived, the one that is here. */
function replaces(theirs: ParcelItem, ours: Item): boolean {
  if (isSame(ours, theirs) || (ours.state === 'accepted' && theirs.state === 'accepted')) return false
  return theirs.createdAt > ours.createdAt
}

/** Answers are taken whole: half of one and half of the other would be nobody's. */
function laidTogether(dossier: Dossier, { id, dossier: theirs }: Parcel, isNewer: boolean, now: number): Dossier {
  const { handed: _, ...here } = dossier
  const { answers: __, lookedUp: ___, closed: ____, ...about } = here
  const { answers, lookedUp, closed } = isNewer ? theirs : here
  return {
    ...about,
    answers,
    ...(lookedUp === undefined ? {} : { lookedUp }),
    ...(closed ? { closed } : {}),
    savedAt: now,
    taken: { id, at: now, savedAt: Math.max(theirs.savedAt, answersWritten(dossier)) },
  }
}
