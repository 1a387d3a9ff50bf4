import type { DocumentType } from '../rules/documents.ts'

/** The most that one prepared photo may take: bytes of the JPEG, pixels of its longest side. */
export type Ceiling = { bytes: number; side: number; quality: number }

type Ceilings = Record<DocumentType, Ceiling>

const pages = (page: Ceiling, card: Ceiling, portrait: Ceiling): Ceilings => ({
  actenaiss: page,
  carteid: card,
  simcard: page,
  attest: page,
  photobuste: portrait,
})

// What is read is about 14 pixels per em of the smallest print: a whole page has them at 1600 on its longest side, a
// card lost in a wide frame at 2048, the same card cut out of it at 1200.
const portrait: Ceiling = { bytes: 42_000, side: 900, quality: 0.7 }
const whole = pages(
  { bytes: 108_000, side: 1600, quality: 0.6 },
  { bytes: 108_000, side: 2048, quality: 0.6 },
  portrait,
)
const cropped = pages(
  { bytes: 90_000, side: 1600, quality: 0.6 },
  { bytes: 60_000, side: 1200, quality: 0.65 },
  portrait,
)

// One step lower keeps the pixels that the print needs and gives up smoothness.
const smallPortrait: Ceiling = { bytes: 30_000, side: 800, quality: 0.6 }
const wholeEconomy = pages(
  { bytes: 80_000, side: 1520, quality: 0.5 },
  { bytes: 80_000, side: 1920, quality: 0.5 },
  smallPortrait,
)
const croppedEconomy = pages(
  { bytes: 68_000, side: 1520, quality: 0.5 },
  { bytes: 46_000, side: 1100, quality: 0.55 },
  smallPortrait,
)

export type Circumstances = { economy?: boolean; cropped?: boolean }

/** The ceiling of one document: whole or cut out of its ground, ordinary or one step lower. */
export const ceilingOf = (document: DocumentType, circumstances: Circumstances = {}): Ceiling => {
  const { economy = false, cropped: isCropped = false } = circumstances
  if (isCropped) return (economy ? croppedEconomy : cropped)[document]
  return (economy ? wholeEconomy : whole)[document]
}

/** What one photo costs on the line, in bytes: its request with its headers, body gzipped or plain. */
export type Wire = { gzipped: number; plain: number }

const envelopeBytes = 600
// Where the browser cannot gzip, it sends plain; the figure then only stands in. Measured: 0.90 to 0.99.
const gzippedShare = 0.97

/** From the sizes in bytes of a photo and, where it was measured, of its gzipped base64. */
export const wireOf = (photoBytes: number, gzippedBytes = photoBytes * gzippedShare): Wire => ({
  gzipped: Math.round(gzippedBytes) + envelopeBytes,
  plain: Math.ceil(photoBytes / 3) * 4 + envelopeBytes,
})

/** The promise before anything is chosen: these documents will not cost more than this many bytes. */
export const promisedBytes = (documents: readonly DocumentType[], economy: boolean, gzipped: boolean): number =>
  documents.reduce((sum, document) => {
    const { bytes } = ceilingOf(document, { economy })
    return sum + wireOf(bytes, bytes)[gzipped ? 'gzipped' : 'plain']
  }, 0)
