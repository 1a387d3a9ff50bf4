import type { DocumentRow } from '../../spec/documents.ts'
import type { Wire } from './ceilings.ts'
import type { Finding } from './finding.ts'
import type { Corners, Edit } from './geometry.ts'

/**
 * What made the bytes: the browser's canvas, the npm package, or neither (the source file without
 * its metadata).
 */
export type Engine = 'platform' | 'package' | 'original'

/**
 * What to prepare a picture for. `lead` exists for the benchmark, which runs both engines side by
 * side.
 */
export interface Order extends Pick<DocumentRow, 'shape' | 'smallestSide'> {
  economy: boolean
  /** Bytes, where less than the ceiling is let through. */
  most?: number
  lead: 'platform' | 'package'
  edit?: Edit
  /** Decoding this picture has ended pages: the code only removes its metadata. */
  asItIs?: boolean
}

/**
 * A photo ready to send. `corners` is where its sheet or card seems to lie, null where nothing
 * stands out.
 */
export interface PreparedPhoto {
  bytes: Uint8Array<ArrayBuffer>
  format: 'jpeg' | 'png'
  width: number
  height: number
  /** For `isSamePicture`; empty when no decoder could read the picture. */
  fingerprint: string
  advice: Finding[]
  corners: Corners | null
  /**
   * For the estimate in bytes, which adds up the size that this provider accepts: gzipped or not.
   */
  wire: Wire
  engine: Engine
}

export type Prepared = { ok: true; photo: PreparedPhoto } | { ok: false; reason: PhotoRefusal }

/**
 * A picked file twice: its bytes in memory for the preparation, and a Blob, which the browser can
 * move out of memory.
 */
export interface Whole {
  bytes: ArrayBuffer
  picture: Blob
}

/** One message each way between the page and the worker. */
export interface Job extends Whole {
  order: Order
}

/** EXIF's eight ways of holding the camera; 1 is upright. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const orientationTag = 0x0112

/**
 * From the TIFF block that JPEG and PNG carry alike; anything unreadable counts as upright, as
 * browsers do.
 */
export function readOrientation(tiff: DataView): Orientation | undefined {
  if (tiff.byteLength < 14) return undefined
  const little = tiff.getUint16(0) === 0x4949
  const directory = tiff.getUint32(4, little)
  if (directory + 2 > tiff.byteLength) return undefined
  const entries = tiff.getUint16(directory, little)
  for (
    let at = directory + 2;
    at + 12 <= tiff.byteLength && at < directory + 2 + entries * 12;
    at += 12
  ) {
    if (tiff.getUint16(at, little) !== orientationTag) continue
    const value = tiff.getUint16(at + 8, little)
    return value >= 1 && value <= 8 ? (value as Orientation) : undefined
  }
  return undefined
}

/**
 * Why a chosen file is refused. A closed list, so that a reason without its French sentence does
 * not compile.
 */
export type PhotoRefusal =
  | 'empty'
  | 'tooLarge'
  | 'truncated'
  | 'notAPicture'
  | 'otherFormat'
  | 'gif'
  | 'webp'
  | 'heic'
  | 'svg'
  | 'pdf'
  | 'bomb'
  | 'zeroSized'
  /** This browser does not give back what is drawn: what was chosen can't be edited. */
  | 'altered'

/** Width and height as stored, before the orientation is applied. */
export interface PhotoFacts {
  format: 'jpeg' | 'png'
  width: number
  height: number
  orientation: Orientation
  /**
   * Opaque, eight bits, grey or RGB: every officer's viewer shows it alike, so it may be sent as it
   * is.
   */
  isSimple: boolean
}
