import type { Shape } from '../../spec/documents.ts'
import { cornersSide, type Outline, outlineOf } from './corners.ts'
import { deskSide, readOn } from './draw.ts'
import {
  type Facts,
  factsOf,
  measuredSide,
  measuredSize,
  type Part,
  partOf,
  wholePart,
} from './facts.ts'
import { type Luma, lookSide, lumaOf } from './fingerprint.ts'
import { fitInside, inPixels, longSide, type Size, sheetSize } from './geometry.ts'
import type { Pixels } from './planes.ts'
import type { Picture, Sheet } from './platform.ts'

const readWhole = (desk: Sheet, source: Picture | Sheet, side: number): Pixels =>
  readOn(desk, source, wholePart, fitInside(source, side))

export function lumaIn(desk: Sheet, source: Picture | Sheet): Luma {
  const { data, width, height } = readWhole(desk, source, lookSide)
  return lumaOf(data, width, height)
}

/** What is seen of the whole picture: its sheet or card, where one stands out. */
export interface Look {
  whole: Luma
  outline: Outline | null
}

export const look = (desk: Sheet, picture: Picture, shape: Shape): Look => ({
  whole: lumaIn(desk, picture),
  // A portrait holds no sheet to cut out.
  outline:
    shape === 'portrait'
      ? null
      : outlineOf(readWhole(desk, picture, Math.min(deskSide, longSide(cornersSide, picture)))),
})

/** The facts of a picture's sheet, or of all of it where none stands out. */
export interface Measured {
  facts: Facts
  part: Part
  outline: Outline | null
  /** Pixels of the photo, as it was taken, for each that was measured. */
  scale: number
  /** The sheet's size in pixels of the picture; null where its corners are not known. */
  sheet: Size | null
}

/** @param taken size in the photo of what `source` shows: it may have been decoded at a reduced one */
export function measure(
  desk: Sheet,
  source: Picture | Sheet,
  outline: Outline | null,
  taken: Size,
): Measured {
  const corners = outline?.corners ?? null
  const part = partOf(corners, source)
  const pixels = readOn(desk, source, part, measuredSize(part, source))
  return {
    facts: factsOf(pixels, part, corners),
    part,
    outline,
    scale: Math.max(part.width * taken.width, part.height * taken.height) / measuredSide,
    sheet: corners && sheetSize(inPixels(corners, source)),
  }
}
