import { type DocumentType, documents, type Shape } from '../../spec/documents.ts'

/** The most that one prepared photo may take: bytes of the JPEG, pixels of its longest side. */
export interface Ceiling {
  bytes: number
  side: number
  quality: number
}

type Ceilings = Record<Shape, Ceiling>

// Reading needs about 14 pixels per em of the smallest print: a whole page has them at 1600 on its
// longest side, a card lost in a wide frame at 2000, the same card cut out of it at 1160.
const portrait: Ceiling = { bytes: 42_000, side: 900, quality: 0.7 }
const whole: Ceilings = {
  page: { bytes: 104_000, side: 1600, quality: 0.57 },
  // Half the width of twelve megapixels (4000): with 48 pixels more, a third more would be decoded.
  card: { bytes: 106_000, side: 2000, quality: 0.6 },
  portrait,
}
const cropped: Ceilings = {
  page: { bytes: 79_000, side: 1540, quality: 0.56 },
  card: { bytes: 54_000, side: 1160, quality: 0.6 },
  portrait,
}

// The economy ceilings keep the pixels that print needs and give up smoothness.
const smallPortrait: Ceiling = { bytes: 30_000, side: 800, quality: 0.6 }
const wholeEconomy: Ceilings = {
  page: { bytes: 80_000, side: 1520, quality: 0.5 },
  card: { bytes: 80_000, side: 1920, quality: 0.5 },
  portrait: smallPortrait,
}
const croppedEconomy: Ceilings = {
  page: { bytes: 66_000, side: 1500, quality: 0.5 },
  card: { bytes: 46_000, side: 1100, quality: 0.55 },
  portrait: smallPortrait,
}

export interface Circumstances {
  economy?: boolean
  cropped?: boolean
}

/** The ceiling of one photo: whole or cropped, ordinary or economy. */
export function ceilingOf(shape: Shape, circumstances: Circumstances = {}): Ceiling {
  const { economy = false, cropped: isCropped = false } = circumstances
  return isCropped ? (economy ? croppedEconomy : cropped)[shape] : ceilingOfWhole(shape, economy)
}

// So many times the pixels of a side, for the same bytes: small print loses less to coarser JPEG
// steps than to fewer pixels (a card on a wide table: 12.1 points of character error, now 6.6).
export const mostFiner = 1.25

/** How much finer a whole picture is made whose sheet's longest side is only this part of its own. */
export const finerFor = (shape: Shape, economy: boolean, part: number): number =>
  Math.min(
    mostFiner,
    Math.max(1, cropped[shape].side / (ceilingOfWhole(shape, economy).side * part)),
  )

// A function of its own: the page estimates with these ceilings alone, and its bundle leaves the
// cropped ones out.
const ceilingOfWhole = (shape: Shape, economy: boolean): Ceiling =>
  (economy ? wholeEconomy : whole)[shape]

/**
 * What one photo costs on the line, in bytes: its request with its headers, body gzipped or
 * uncompressed.
 */
export interface Wire {
  gzipped: number
  plain: number
}

const envelopeBytes = 600
// Gzip undoes what base64 adds: measured at 0.90 to 0.99 of the photo's own bytes.
const mostGzipped = 0.99
/**
 * Computed from the size of a photo in bytes: no photo is compressed only to be measured, and the
 * estimate is never too low.
 */
export const wireOf = (photoBytes: number): Wire => ({
  gzipped: Math.ceil(photoBytes * mostGzipped) + envelopeBytes,
  plain: Math.ceil(photoBytes / 3) * 4 + envelopeBytes,
})

/**
 * The estimate before any photo is chosen: these documents will not cost more than this many bytes.
 */
export const promisedBytes = (
  types: readonly DocumentType[],
  economy: boolean,
  gzipped: boolean,
): number =>
  types.reduce((sum, type) => {
    const { bytes } = ceilingOfWhole(documents[type].shape, economy)
    return sum + wireOf(bytes)[gzipped ? 'gzipped' : 'plain']
  }, 0)
