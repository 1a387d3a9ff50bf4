import type { Dossier } from '../../core/db/dossier.ts'
import type { SourceFile } from '../../core/db/source-files.ts'
import type { Item } from '../../outbox/item.ts'
import type { DocumentType } from '../../spec/documents.ts'

type Travels = 'id' | 'slot' | 'bytes' | 'state' | 'createdAt'
type MayTravel = 'digest' | 'settledAt' | 'reply' | 'left' | 'fingerprint' | 'gzippedBytes'

/** A request as it travels: what only the device that it leaves needs of it stays there. */
export interface PackageItem extends Pick<Item, Travels>, Partial<Pick<Item, MayTravel>> {
  /** The frozen request, to the byte; what the provider has accepted has none. */
  body?: string | undefined
}

/** All that moves of one dossier. Times in milliseconds, by the clock of the device that it leaves. */
export interface TransferPackage {
  /** Its id is what it is known by on all its devices; it was saved when its answers were written last. */
  dossier: Dossier & {
    /** This one parcel: when it was made, and a secret of the devices that know it. */
    handed: NonNullable<Dossier['handed']>
  }
  items: readonly PackageItem[]
  /** Picked, and not prepared; or prepared, and waiting for the provider to be asked. */
  files: readonly (SourceFile & { document: DocumentType })[]
}

/**
 * Why a file or a text can't be taken in: no dossier at all, of a later or an earlier build, not all of it, another code,
 * or damaged.
 */
export type PackageFault = 'foreign' | 'newer' | 'older' | 'cut' | 'wrongCode' | 'unreadable'

/** In bytes. What is larger is no dossier, and need not be read. */
export const mostPackageBytes = 40 * 1024 * 1024
