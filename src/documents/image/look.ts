import type { Shape } from '../../spec/documents.ts'
import { cornersSide, suggestCorners } from './corners.ts'
import { drawWhole } from './draw.ts'
import { type Corners, fitInside, longSide } from './geometry.ts'
import type { Pixels } from './planes.ts'
import type { Picture, Platform, Sheet } from './platform.ts'
import { type Luma, lookSide, lumaOf } from './quality.ts'

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
  corners: Corners | null
}

// The smallest picture is drawn from the small one, so that twelve megapixels are read only once.
export const look = (platform: Platform, picture: Picture, shape: Shape): Look =>
  lookAt(platform, picture, lookSide, small => ({
    whole: lumaIn(small),
    // A portrait holds no sheet to cut out.
    corners:
      shape === 'portrait' ? null : suggestCorners(lookAt(platform, small, cornersSide, pixelsOf)),
  }))
