import type { Shape } from '../../spec/documents.ts'
import { cornersSide, type Outline, outlineOf } from './corners.ts'
import { drawPart, drawWhole } from './draw.ts'
import { type Facts, factsOf, measuredSize, type Part, partOf } from './facts.ts'
import { type Luma, lookSide, lumaOf } from './fingerprint.ts'
import { fitInside, inPixels, longSide, type Size, sheetSize } from './geometry.ts'
import type { Pixels } from './planes.ts'
import type { Picture, Platform, Sheet } from './platform.ts'

const pixelsOf = ({ pen, width, height }: Sheet): Pixels => ({
  data: pen.getImageData(0, 0, width, height).data,
  width,
  height,
})

export function lumaIn(sheet: Sheet): Luma {
  const { data, width, height } = pixelsOf(sheet)
  return lumaOf(data, width, height)
}

/** Draws a picture small, passes it to `see`, and releases it. */
export function lookAt<T>(
  platform: Platform,
  source: Picture | Sheet,
  side: number,
  see: (sheet: Sheet) => T,
): T {
  const sheet = drawWhole(platform, source, fitInside(source, longSide(side, source)))
  const found = see(sheet)
  sheet.release()
  return found
}

/** What is seen of the whole picture: its sheet or card, where one stands out. */
export interface Look {
  whole: Luma
  outline: Outline | null
}

// The smallest picture is drawn from the small one, so that twelve megapixels are read only once.
export const look = (platform: Platform, picture: Picture, shape: Shape): Look =>
  lookAt(platform, picture, lookSide, small => ({
    whole: lumaIn(small),
    // A portrait holds no sheet to cut out.
    outline:
      shape === 'portrait' ? null : outlineOf(lookAt(platform, small, cornersSide, pixelsOf)),
  }))

/** The facts of a picture's sheet, or of all of it where none stands out. */
export interface Measured {
  facts: Facts
  part: Part
  outline: Outline | null
  /** Pixels of the picture for each that was measured. */
  scale: number
  /** The sheet's size in pixels of the picture; null where its corners are not known. */
  sheet: Size | null
}

export function measure(
  platform: Platform,
  source: Picture | Sheet,
  outline: Outline | null,
): Measured {
  const corners = outline?.corners ?? null
  const part = partOf(corners, source)
  const size = measuredSize(part, source)
  const sheet = drawPart(platform, source, part, size)
  const facts = factsOf(pixelsOf(sheet), part, corners)
  sheet.release()
  return {
    facts,
    part,
    outline,
    scale: (part.width * source.width) / size.width,
    sheet: corners && sheetSize(inPixels(corners, source)),
  }
}
