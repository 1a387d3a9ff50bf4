/** EXIF's eight ways of holding the camera; 1 is upright. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const orientationTag = 0x0112

/** From the TIFF block that JPEG and PNG carry alike; anything unreadable counts as upright, as browsers do. */
export function readOrientation(tiff: DataView): Orientation | undefined {
  if (tiff.byteLength < 14) return undefined
  const little = tiff.getUint16(0) === 0x4949
  const directory = tiff.getUint32(4, little)
  if (directory + 2 > tiff.byteLength) return undefined
  const entries = tiff.getUint16(directory, little)
  for (let at = directory + 2; at + 12 <= tiff.byteLength && at < directory + 2 + entries * 12; at += 12) {
    if (tiff.getUint16(at, little) !== orientationTag) continue
    const value = tiff.getUint16(at + 8, little)
    return value >= 1 && value <= 8 ? (value as Orientation) : undefined
  }
  return undefined
}

/** Why a chosen file is not taken. Closed, so that a reason without its French sentence does not compile. */
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

/** Width and height are the stored ones, before the orientation is applied; `end` is where the picture's own bytes stop. */
export interface PhotoFacts {
  format: 'jpeg' | 'png'
  width: number
  height: number
  orientation: Orientation
  /** Opaque, eight bits, grey or RGB: what every officer's viewer shows alike, so that it may travel as it is. */
  plain: boolean
  end: number
}
