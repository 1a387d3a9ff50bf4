import { answeredAt, type Dossier, knowing } from '../../core/db/dossier.ts'
import type { Item } from '../../outbox/item.ts'
import type { DocumentType } from '../../spec/documents.ts'
import type { PackageItem, TransferPackage } from './package.ts'

/** What becomes of a dossier that is here already when a parcel of it comes. Pure. */

export interface Here {
  dossier: Dossier
  items: readonly Pick<Item, 'id' | 'slot' | 'state' | 'createdAt'>[]
  /** Picked and not prepared. */
  files: readonly { document: DocumentType; at: number }[]
}

export interface Merged extends Pick<TransferPackage, 'items' | 'files'> {
  dossier: Dossier
  /** Requests and picks that give way. */
  forgotten: readonly Pick<Item, 'id'>[]
  dropped: readonly DocumentType[]
}

/** @returns undefined when nothing of it is newer */
export function merged(here: Here, pkg: TransferPackage, now: number): Merged | undefined {
  const oursIn = (requestKey: Item['slot']) => here.items.find(item => item.slot === requestKey)
  const items = pkg.items.filter(item => stands(item, oursIn(item.slot)))
  const files = pkg.files.filter(
    ({ document, at }) =>
      at > (oursIn(document)?.createdAt ?? 0) && !here.files.some(file => file.document === document && file.at >= at),
  )
  // A pick that was made before the request which takes its slot would be prepared in place of it.
  const dropped = here.files.filter(({ document, at }) =>
    items.some(({ slot: requestKey, createdAt }) => requestKey === document && createdAt > at),
  )
  const ours = itself(here.dossier)
  const isNewer = pkg.dossier.savedAt > ours.savedAt
  if (!isNewer && !ours.handed && items.length + files.length === 0) return undefined
  // Answers are taken whole: half of one and half of the other would be nobody's.
  const { handed, ...dossier } = isNewer ? pkg.dossier : ours
  return {
    dossier: cameIn({ ...dossier, id: here.dossier.id, lineage: ours.id }, pkg, here.dossier, now),
    items,
    files,
    forgotten: items.flatMap(({ id, slot: requestKey }) => {
      const older = oursIn(requestKey)
      return older && older.id !== id ? [older] : []
    }),
    dropped: dropped.map(({ document }) => document),
  }
}

/** Of one and the same request, what was accepted; else the newer one, as on one device, if both have not arrived. */
function stands(theirs: PackageItem, ours: Here['items'][number] | undefined): boolean {
  if (!ours) return true
  const isNews = theirs.state === 'accepted' && ours.state !== 'accepted'
  if (theirs.id === ours.id) return isNews
  return theirs.createdAt > ours.createdAt && (isNews || theirs.state !== 'accepted')
}

/** As it is on whichever device, by the id that it began with: taking it in was no change of its answers. */
export function itself(stored: Dossier): Dossier {
  const { lineage: originId, taken: _, touched: __, parcels: ___, ...dossier } = stored
  return { ...dossier, id: originId ?? dossier.id, savedAt: answeredAt(stored) }
}

/** The same dossier, or another one of the same student; the closest first. */
export function counterpart(mine: readonly Dossier[], { id, kind, answers }: Dossier): Dossier | undefined {
  const { matricule } = answers
  return (
    mine.find(one => itself(one).id === id) ??
    mine.find(one => one.kind === kind && !!matricule && one.answers.matricule === matricule)
  )
}

/** It counts as touched now, and what is known here of earlier parcels stays known. */
export function cameIn(dossier: Dossier, pkg: TransferPackage, before: Dossier, now: number): Dossier {
  const { id } = pkg.dossier.handed
  const taken = { id, at: now, savedAt: dossier.savedAt }
  return { ...dossier, savedAt: now, taken, parcels: knowing(before, id, false) }
}

/** Whether this parcel was made here, or has come before. What earlier builds wrote knows the last one only. */
export function knownAs({ parcels, handed, taken }: Dossier, id: string): 'made' | 'taken' | undefined {
  const known = parcels?.find(pkg => pkg.id === id)
  if (known) return known.made ? 'made' : 'taken'
  if (handed?.id === id) return 'made'
  return taken?.id === id ? 'taken' : undefined
}

// What there is on this device beside a dossier that comes. Pure.

export interface Beside {
  /** Somebody else's enrolment that was begun: it comes back after this one. */
  waits: boolean
  /** The same dossier is here, and says that the money goes to this number: another one. */
  phone?: string
}

export function besideOf(mine: readonly Dossier[], coming: Dossier): Beside {
  const { matricule, phone = '' } = coming.answers
  const started = mine.find(({ kind, closed }) => kind === 'enrolment' && !closed)?.answers ?? {}
  const waits = Object.keys(started).length > 0 && started.matricule !== matricule
  const ours = counterpart(mine, coming)?.answers.phone?.trim()
  return ours && phone && ours !== phone.trim() ? { waits, phone: ours } : { waits }
}
