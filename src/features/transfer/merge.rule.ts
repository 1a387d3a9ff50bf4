import { answeredAt, type Dossier, withKnownPackage } from '../../core/db/dossier.ts'
import type { Item } from '../../outbox/item.ts'
import type { DocumentType } from '../../spec/documents.ts'
import type { PackageItem, TransferPackage } from './schema.ts'

/** Merges a transfer package into a dossier that is on this device already. Pure. */

export interface Here {
  dossier: Dossier
  items: readonly Pick<Item, 'id' | 'requestKey' | 'state' | 'createdAt'>[]
  /** Chosen and not prepared. */
  files: readonly { document: DocumentType; at: number }[]
}

export interface Merged extends Pick<TransferPackage, 'items' | 'files'> {
  dossier: Dossier
  /** Requests and source files that the package replaces. */
  forgotten: readonly Pick<Item, 'id'>[]
  dropped: readonly DocumentType[]
}

/** @returns undefined when nothing in the package is newer */
export function merged(here: Here, pkg: TransferPackage, now: number): Merged | undefined {
  const oursIn = (requestKey: Item['requestKey']) =>
    here.items.find(item => item.requestKey === requestKey)
  const items = pkg.items.filter(item => replacesOurs(item, oursIn(item.requestKey)))
  const files = pkg.files.filter(
    ({ document, at }) =>
      at > (oursIn(document)?.createdAt ?? 0) &&
      !here.files.some(file => file.document === document && file.at >= at),
  )
  // A source file older than the imported request of its document would be prepared in place of
  // that request.
  const dropped = here.files.filter(({ document, at }) =>
    items.some(({ requestKey, createdAt }) => requestKey === document && createdAt > at),
  )
  const ours = asOnAnyDevice(here.dossier)
  const isNewer = pkg.dossier.savedAt > ours.savedAt
  if (!isNewer && !ours.transferred && items.length + files.length === 0) return undefined
  // Answers are taken whole: a mix of both devices' answers would fit no student.
  const { transferred, ...dossier } = isNewer ? pkg.dossier : ours
  return {
    dossier: asImported(
      { ...dossier, id: here.dossier.id, originId: ours.id },
      pkg,
      here.dossier,
      now,
    ),
    items,
    files,
    forgotten: items.flatMap(({ id, requestKey }) => {
      const older = oursIn(requestKey)
      return older && older.id !== id ? [older] : []
    }),
    dropped: dropped.map(({ document }) => document),
  }
}

/**
 * Of the same request the accepted one stands; of two requests the newer, as on one device, if
 * neither arrived.
 */
function replacesOurs(theirs: PackageItem, ours: Here['items'][number] | undefined): boolean {
  if (!ours) return true
  const isNews = theirs.state === 'accepted' && ours.state !== 'accepted'
  if (theirs.id === ours.id) return isNews
  return theirs.createdAt > ours.createdAt && (isNews || theirs.state !== 'accepted')
}

/** The dossier as on every device, under its origin id: importing it did not change its answers. */
export function asOnAnyDevice(stored: Dossier): Dossier {
  const { originId, taken: _, touched: __, knownPackages: ___, revision: ____, ...dossier } = stored
  return { ...dossier, id: originId ?? dossier.id, savedAt: answeredAt(stored) }
}

/** Finds the same dossier, else another one of the same student. */
export function counterpart(
  mine: readonly Dossier[],
  { id, kind, answers }: Dossier,
): Dossier | undefined {
  const { matricule } = answers
  return (
    mine.find(one => asOnAnyDevice(one).id === id) ??
    mine.find(one => one.kind === kind && !!matricule && one.answers.matricule === matricule)
  )
}

/**
 * An imported dossier counts as touched now, and keeps what this device knows of earlier packages.
 */
export function asImported(
  dossier: Dossier,
  pkg: TransferPackage,
  before: Dossier,
  now: number,
): Dossier {
  const { id } = pkg.dossier.transferred
  const taken = { id, at: now, savedAt: dossier.savedAt }
  return { ...dossier, savedAt: now, taken, knownPackages: withKnownPackage(before, id, false) }
}

/** Whether this device made or imported the package. */
export function knownAs({ knownPackages }: Dossier, id: string): 'made' | 'taken' | undefined {
  const known = knownPackages?.find(pkg => pkg.id === id)
  return known && (known.made ? 'made' : 'taken')
}

// What this device holds beside a dossier that is about to be imported. Pure.

export interface Beside {
  /** Another student's enrolment was started here: it comes back after the imported one. */
  waits: boolean
  /**
   * The same dossier is here, and its phone number for the payment differs: this is that number.
   */
  phone?: string
}

export function besideOf(mine: readonly Dossier[], coming: Dossier): Beside {
  const { matricule, phone = '' } = coming.answers
  const started = mine.find(({ kind, closed }) => kind === 'enrolment' && !closed)?.answers ?? {}
  const waits = Object.keys(started).length > 0 && started.matricule !== matricule
  const ours = counterpart(mine, coming)?.answers.phone?.trim()
  return ours && phone && ours !== phone.trim() ? { waits, phone: ours } : { waits }
}
