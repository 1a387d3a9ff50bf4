import { cornersSide } from '../image/corners.ts'
import { fitInside } from '../image/geometry.ts'
import { type Blocks, blocksOf, hasMoved, sharpnessOf } from '../image/live.ts'

/** A finger that presses moves the phone: so many frames are looked at. */
const frames = 3
/** The middle of a frame, in pixels of its own: as much as tells two frames apart. */
const middle = 400

/** @throws Error where this browser has no canvas left */
export function blankPen(): CanvasRenderingContext2D {
  const pen = document.createElement('canvas').getContext('2d', { alpha: false })
  if (!pen) throw new Error('no canvas')
  return pen
}

const sizeOf = ({ videoWidth: width, videoHeight: height }: HTMLVideoElement) => ({ width, height })

/** Looks at this frame and the next ones, until one is seen to suffice or no other comes. */
async function lookAtFrames(
  side: { width: number; height: number },
  next: () => Promise<void>,
  suffices: (pen: CanvasRenderingContext2D) => boolean,
): Promise<void> {
  const pen = blankPen()
  Object.assign(pen.canvas, side)
  for (let left = frames; left > 0 && !suffices(pen); left -= 1)
    await next().catch(() => {
      left = 0
    })
  pen.canvas.width = 0
}

/** Draws the sharpest of some frames. */
export async function drawSharpest(
  pen: CanvasRenderingContext2D,
  video: HTMLVideoElement,
  next: () => Promise<void>,
): Promise<void> {
  const { width, height } = Object.assign(pen.canvas, sizeOf(video))
  let best = -1
  await lookAtFrames({ width: middle, height: middle }, next, small => {
    small.drawImage(video, (middle - width) / 2, (middle - height) / 2)
    const sharpness = sharpnessOf(small.getImageData(0, 0, middle, middle))
    if (sharpness > best) pen.drawImage(video, 0, 0)
    best = Math.max(best, sharpness)
    return false
  })
}

/** Waits for a moment until the phone is held still. */
export async function heldStill(video: HTMLVideoElement, next: () => Promise<void>): Promise<void> {
  const { width, height } = fitInside(sizeOf(video), cornersSide)
  let before: Blocks | undefined
  await lookAtFrames({ width, height }, next, small => {
    small.drawImage(video, 0, 0, width, height)
    const blocks = blocksOf(small.getImageData(0, 0, width, height))
    const isStill = before !== undefined && !hasMoved(before, blocks)
    before = blocks
    return isStill
  })
}
