import type { DocumentType } from '../rules/documents.ts'

/** The most that one prepared photo may take: bytes of the JPEG, pixels of its longest side. */
export type Ceiling = { bytes: number; side: number; quality: number }

const page: Ceiling = { bytes: 108_000, side: 1600, quality: 0.6 }

const usual: Record<DocumentType, Ceiling> = {
  actenaiss: page,
  // A card lost in a wide frame keeps about 14 pixels per em of its small print only at 2048.
  carteid: { bytes: 108_000, side: 2048, quality: 0.6 },
  simcard: page,
  attest: page,
  photobuste: { bytes: 45_000, side: 900, quality: 0.7 },
}

const economyPage: Ceiling = { bytes: 80_000, side: 1500, quality: 0.5 }

/** One step lower, for Save-Data or a slow line: fewer bytes, and still the pixels that the smallest print needs. */
const economical: Record<DocumentType, Ceiling> = {
  actenaiss: economyPage,
  carteid: { bytes: 80_000, side: 1900, quality: 0.5 },
  simcard: economyPage,
  attest: economyPage,
  photobuste: { bytes: 30_000, side: 800, quality: 0.6 },
}

/** The ceiling of one document, ordinary or one step lower. */
export const ceilingOf = (document: DocumentType, economy = false): Ceiling => (economy ? economical : usual)[document]

// Measured on prepared photos: gzip takes base64 back to a little more than the JPEG itself.
const gzippedBase64 = 1.016
const envelopeBytes = 600

/** What one prepared photo costs on the line, in bytes: base64 in JSON with its headers, gzipped or not. */
export const wireBytes = (photoBytes: number, gzipped: boolean): number =>
  Math.round(gzipped ? photoBytes * gzippedBase64 : Math.ceil(photoBytes / 3) * 4) + envelopeBytes

/** The promise before anything is chosen: these documents will not cost more than this many bytes. */
export const promisedBytes = (documents: readonly DocumentType[], economy: boolean, gzipped: boolean): number =>
  documents.reduce((sum, document) => sum + wireBytes(ceilingOf(document, economy).bytes, gzipped), 0)
