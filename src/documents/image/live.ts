import type { Shape } from '../../spec/documents.ts'
import { outlineOf } from './corners.ts'
import type { Corners } from './geometry.ts'
import type { Pixels } from './planes.ts'

/** What is to be mended before the picture is taken, or that nothing is. */
export type Hint = 'tooDark' | 'moving' | 'cut' | 'tooFar' | 'framed'

/** A picture of the viewfinder, small, and what is to be photographed. */
export interface Frame extends Pixels {
  shape: Shape
}

export interface Sight {
  /** Where the sheet lies, where it stands out. */
  corners: Corners | null
  hint?: Hint
}

/** Grey levels of a picture's blocks. */
export type Blocks = Float32Array
const block = 8

/** The mean of each block: noise and print vanish in it, a moved sheet does not. */
export function blocksOf({ data, width, height }: Pixels): Blocks {
  const across = Math.floor(width / block)
  const blocks = new Float32Array(across * Math.floor(height / block))
  for (let at = 0; at < blocks.length; at += 1) {
    const first = Math.floor(at / across) * block * width + (at % across) * block
    for (let place = 0; place < block * block; place += 1) {
      const pixel = (first + (place >> 3) * width + (place & 7)) * 4
      blocks[at] =
        (blocks[at] ?? 0) +
        ((data[pixel] ?? 0) + 2 * (data[pixel + 1] ?? 0) + (data[pixel + 2] ?? 0)) / 256
    }
  }
  return blocks
}

/** Whether the blocks differ by so many grey levels, on average, that the phone has moved. */
export const hasMoved = (one: Blocks, other: Blocks): boolean =>
  one.reduce((sum, level, at) => sum + Math.abs(level - (other[at] ?? 0)), 0) > one.length * 9

/** What the brightest fiftieth of the blocks reaches: the paper, or a lit face. */
const lightOf = (blocks: Blocks): number =>
  blocks
    .slice()
    .sort()
    .at(-Math.ceil(blocks.length / 50)) ?? 0

const darkBelow = 70
const farBelow = { page: 0.3, card: 0.25, portrait: 0 }

/** @param before the blocks of the frame before, if there was one */
export function sightOf(frame: Frame, blocks: Blocks, before: Blocks | undefined): Sight {
  const outline = frame.shape === 'portrait' ? null : outlineOf(frame)
  const { corners = null, cut = [], share = 0 } = outline ?? {}
  const hints: [Hint, boolean][] = [
    ['tooDark', lightOf(blocks) < darkBelow],
    ['moving', before?.length === blocks.length && hasMoved(before, blocks)],
    ['cut', cut.length > 0],
    ['tooFar', share > 0 && share < farBelow[frame.shape]],
    ['framed', corners !== null],
  ]
  const hint = hints.find(([, is]) => is)?.[0]
  return { corners, ...(hint && { hint }) }
}

/** The squares of how much neighbours differ, on average: the sharper of two frames has more. */
export function sharpnessOf({ data, width, height }: Pixels): number {
  let sum = 0
  // Green alone: it has most of the light.
  for (let at = 1; at < (width * height - width) * 4; at += 4) {
    const here = data[at] ?? 0
    sum += (here - (data[at + 4] ?? 0)) ** 2 + (here - (data[at + width * 4] ?? 0)) ** 2
  }
  return sum / (width * height)
}
