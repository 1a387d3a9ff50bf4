import type { Locator } from 'playwright-core'
import sharp from 'sharp'

/** What is really drawn, as an eye has it: colours of pixels, and how well two of them can be told apart. */

export type Colour = readonly [number, number, number]

export class Picture {
  readonly width: number
  readonly height: number
  readonly #pixels: Buffer

  constructor(width: number, height: number, pixels: Buffer) {
    this.width = width
    this.height = height
    this.#pixels = pixels
  }

  at(x: number, y: number): Colour {
    const from = (Math.round(y) * this.width + Math.round(x)) * 3
    const [red = 0, green = 0, blue = 0] = this.#pixels.subarray(from, from + 3)
    return [red, green, blue]
  }

  centre(): Colour {
    return this.at((this.width - 1) / 2, (this.height - 1) / 2)
  }

  /** A strip of it, pixel by pixel. */
  *part(left: number, top: number, width: number, height: number): Generator<Colour> {
    for (let y = top; y < top + height; y++) for (let x = left; x < left + width; x++) yield this.at(x, y)
  }
}

/** As it lies in the viewport, with what is around it. Pixels of CSS. */
export async function picture(place: Locator, around = 0): Promise<Picture> {
  const box = await place.boundingBox()
  if (!box) throw new Error(`${place} is not drawn`)
  const clip = {
    x: Math.max(0, Math.round(box.x) - around),
    y: Math.max(0, Math.round(box.y) - around),
    width: Math.round(box.width) + 2 * around,
    height: Math.round(box.height) + 2 * around,
  }
  const png = await place.page().screenshot({ clip, scale: 'css', animations: 'disabled' })
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return new Picture(info.width, info.height, data)
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map(value => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG's ratio, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
