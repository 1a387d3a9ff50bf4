import type { Dossier } from '../../core/db/dossier.ts'
import type { SourceFile } from '../../core/db/source-files.ts'
import type { Item } from '../../outbox/item.ts'
import type { DocumentType } from '../../spec/documents.ts'

type Travels = 'id' | 'slot' | 'bytes' | 'state' | 'createdAt'
type MayTravel = 'digest' | 'settledAt' | 'reply' | 'left' | 'fingerprint' | 'gzippedBytes'

/** A request as it travels, without what only its first device needs. */
export interface PackageItem extends Pick<Item, Travels>, Partial<Pick<Item, MayTravel>> {
  /** The frozen request body, byte for byte; an accepted request has none. */
  body?: string | undefined
}

/** All that a transfer moves of one dossier. Times in milliseconds, by the clock of the sending device. */
export interface TransferPackage {
  /** Its id is the origin id, the same on all devices; `savedAt` is when its answers were last changed. */
  dossier: Dossier & {
    /** This one package: when it was made, and an id that only the devices involved know. */
    handed: NonNullable<Dossier['handed']>
  }
  items: readonly PackageItem[]
  /** Source files: chosen and not prepared, or prepared and not yet allowed to be sent. */
  files: readonly (SourceFile & { document: DocumentType })[]
}

/**
 * Why a file or a text can't be imported: not a dossier, made by a later or an earlier build, incomplete, another code,
 * or damaged.
 */
export type PackageFault = 'foreign' | 'newer' | 'older' | 'cut' | 'wrongCode' | 'unreadable'

/** In bytes. A larger file is not a dossier, and need not be read. */
export const mostPackageBytes = 40 * 1024 * 1024
