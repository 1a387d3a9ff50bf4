import type { Item } from '../outbox/item.ts'
import type { DocumentType } from '../rules/documents.ts'
import type { Dossier } from '../storage/dossier.ts'
import type { Original } from '../storage/originals.ts'

type Travels = 'id' | 'slot' | 'endpoint' | 'digest' | 'bytes' | 'state' | 'createdAt'
type MayTravel = 'settledAt' | 'reply' | 'left' | 'fingerprint' | 'gzippedBytes'

/** A request as it travels: what only the device that it leaves needs of it stays there. */
export interface ParcelItem extends Pick<Item, Travels>, Partial<Pick<Item, MayTravel>> {
  /** The frozen request, to the byte; what the provider has accepted has none. */
  body?: string
}

/** A picked file that was not prepared yet, or one that is and waits for the provider to be asked. */
export interface ParcelFile extends Original {
  document: DocumentType
}

/** All that moves of one dossier. Times in milliseconds, by the clock of the device that it leaves. */
export interface Parcel {
  /** Of this one parcel, and a secret of the two devices that know it. */
  id: string
  madeAt: number
  /** The dossier on whichever device. */
  lineage: string
  /** `savedAt` is when its answers were written last. */
  dossier: Pick<Dossier, 'kind' | 'createdAt' | 'savedAt' | 'answers' | 'lookedUp' | 'closed'>
  items: readonly ParcelItem[]
  files: readonly ParcelFile[]
}

/**
 * Why a file or a text can't be taken in: no dossier at all, of a later or an earlier build, not all of it, another code,
 * or damaged.
 */
export type ParcelFault = 'foreign' | 'newer' | 'older' | 'cut' | 'wrongCode' | 'unreadable'

/** In bytes. What is larger is no dossier, and need not be read. */
export const mostParcelBytes = 40 * 1024 * 1024

/** Five documents and four short calls. */
export const shortCalls = ['save', 'newCode', 'code', 'validate'] as const
