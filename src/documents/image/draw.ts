import type { Part } from './facts.ts'
import {
  type Corners,
  type Edit,
  fitInside,
  inPixels,
  type Size,
  sheetSize,
  squareTo,
  turned,
} from './geometry.ts'
import { isReadable } from './known-pixels.ts'
import type { Pixels } from './planes.ts'
import type { Picture, Platform, Sheet } from './platform.ts'

const white = '#fff'

/**
 * A white sheet: JPEG has no transparency, and a transparent page would turn black.
 * @throws Error where the browser does not let its pixels be read as they are
 */
export function blank(platform: Platform, size: Size): Sheet {
  const sheet = platform.sheet(size)
  if (!isReadable(sheet.pen, size.width)) throw new Error('altered pixels')
  sheet.pen.fillStyle = white
  sheet.pen.fillRect(0, 0, size.width, size.height)
  sheet.pen.imageSmoothingQuality = 'high'
  return sheet
}

/** The whole of a picture or sheet at another size. */
export function drawWhole(
  platform: Platform,
  source: Size & { image: CanvasImageSource },
  size: Size,
): Sheet {
  const sheet = blank(platform, size)
  sheet.pen.drawImage(source.image, 0, 0, size.width, size.height)
  return sheet
}

/** Sides, in pixels, of the one sheet for all that is only read. */
export const deskSide = 1024

/**
 * The pixels of a part of a picture, drawn at another size on a sheet that is used again: in a worker,
 * Chromium's canvas waits for the page.
 */
export function readOn(
  desk: Sheet,
  source: Picture | Sheet,
  part: Part,
  { width, height }: Size,
): Pixels {
  const { pen } = desk
  const [wide, high] = [width / part.width, height / part.height]
  pen.fillRect(0, 0, deskSide, deskSide)
  // The whole is drawn, shifted: see `straighten`.
  pen.drawImage(source.image, -part.left * wide, -part.top * high, wide, high)
  return { data: pen.getImageData(0, 0, width, height).data, width, height }
}

function turn(platform: Platform, source: Sheet, turns: Edit['turns']): Sheet {
  if (turns === 0) return source
  const size = turned(source, turns)
  const sheet = blank(platform, size)
  const quarter = [
    [1, 0, 0, 1, 0, 0],
    [0, 1, -1, 0, size.width, 0],
    [-1, 0, 0, -1, size.width, size.height],
    [0, -1, 1, 0, 0, size.height],
  ] as const
  const [a, b, c, d, e, f] = quarter[turns]
  sheet.pen.setTransform(a, b, c, d, e, f)
  sheet.pen.drawImage(source.image, 0, 0)
  source.release()
  return sheet
}

/**
 * Bilinear, in the destination's order: for every pixel of the straightened sheet, where it lies in
 * the picture.
 */
function warp(from: ImageData, into: ImageData, corners: Corners): void {
  const matrix = squareTo(corners)
  if (!matrix) return
  const [a, b, c, d, e, f, g, h, i] = matrix
  const source = from.data
  const target = into.data
  const lastX = from.width - 1.001
  const lastY = from.height - 1.001
  const stride = from.width * 4
  for (let row = 0, at = 0; row < into.height; row += 1) {
    const v = (row + 0.5) / into.height
    for (let column = 0; column < into.width; column += 1, at += 4) {
      const u = (column + 0.5) / into.width
      const w = g * u + h * v + i
      const x = Math.min(Math.max((a * u + b * v + c) / w - 0.5, 0), lastX)
      const y = Math.min(Math.max((d * u + e * v + f) / w - 0.5, 0), lastY)
      const left = Math.floor(x)
      const top = Math.floor(y)
      const fx = x - left
      const fy = y - top
      const here = top * stride + left * 4
      const below = here + stride
      for (let channel = 0; channel < 3; channel += 1) {
        const p = source[here + channel] ?? 0
        const q = source[below + channel] ?? 0
        const upper = p + ((source[here + channel + 4] ?? 0) - p) * fx
        const lower = q + ((source[below + channel + 4] ?? 0) - q) * fx
        target[at + channel] = upper + (lower - upper) * fy
      }
      target[at + 3] = 255
    }
  }
}

// The cut keeps more pixels than the sheet will have, so that straightening does not soften print a
// second time.
export const finer = 1.5

function straighten(platform: Platform, picture: Picture, corners: Corners, side: number): Sheet {
  const inSource = inPixels(corners, picture)
  const whole = sheetSize(inSource)
  const size = fitInside(whole, side)
  const scale = Math.min(1, (size.width / whole.width) * finer)
  const xs = inSource.map(({ x }) => x)
  const ys = inSource.map(({ y }) => y)
  const left = Math.max(0, Math.floor(Math.min(...xs)))
  const top = Math.max(0, Math.floor(Math.min(...ys)))
  const box = {
    width: Math.max(2, Math.ceil((Math.min(picture.width, Math.max(...xs)) - left) * scale)),
    height: Math.max(2, Math.ceil((Math.min(picture.height, Math.max(...ys)) - top) * scale)),
  }
  const cut = blank(platform, box)
  // Chromium 156 cuts the wrong source rectangle out of an EXIF-rotated bitmap, so the whole is
  // drawn, shifted.
  cut.pen.setTransform(scale, 0, 0, scale, -left * scale, -top * scale)
  cut.pen.drawImage(picture.image, 0, 0)
  const [a, b, c, d] = inSource
  const onCut = (point: { x: number; y: number }) => ({
    x: (point.x - left) * scale,
    y: (point.y - top) * scale,
  })
  const sheet = blank(platform, size)
  const pixels = sheet.pen.getImageData(0, 0, size.width, size.height)
  warp(cut.pen.getImageData(0, 0, box.width, box.height), pixels, [
    onCut(a),
    onCut(b),
    onCut(c),
    onCut(d),
  ])
  cut.release()
  sheet.pen.putImageData(pixels, 0, 0)
  return sheet
}

/**
 * Draws the photo to send: upright, cropped and straightened, turned, on white, never larger than
 * the picture was.
 */
export function drawEdited(
  platform: Platform,
  picture: Picture,
  side: number,
  edit: Edit | undefined,
): Sheet {
  const sheet = edit?.corners
    ? straighten(platform, picture, edit.corners, side)
    : drawWhole(platform, picture, fitInside(picture, side))
  return turn(platform, sheet, edit?.turns ?? 0)
}
