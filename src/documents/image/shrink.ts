import { loadPart } from '../../core/platform/lazy-part.ts'
import type { Ceiling } from './ceilings.ts'
import { drawWhole } from './draw.ts'
import { fitInside, type Size } from './geometry.ts'
import type { Platform, Sheet } from './platform.ts'

/** A JPEG under its ceiling, and its size in pixels. */
export interface Shrunk extends Size {
  blob: Blob
}

// On rough ground, small print loses less to coarser JPEG steps than to fewer pixels.
const lowestQuality = 0.3
const guesses = 2
// Close enough to the limit: one more encoding would cost a slow phone more than the bytes are
// worth.
const nearEnough = 0.97

/**
 * The best quality that fits, or the lowest where none does. A JPEG's size grows about as e to its
 * quality.
 */
async function encodeUnder(sheet: Sheet, bytes: number, quality: number): Promise<Blob> {
  const encode = async (at: number) => ({ at, blob: await sheet.encode('image/jpeg', at) })
  let below = await encode(lowestQuality)
  // A photo seldom fits as it was drawn: the coarser JPEG tells by how much, in a third of the time.
  if (below.blob.size > bytes * nearEnough) return below.blob
  let above = await encode(quality)
  if (above.blob.size <= bytes) return above.blob
  for (let guess = 0; guess < guesses && below.blob.size < bytes * nearEnough; guess += 1) {
    const share =
      Math.log((bytes * 0.98) / below.blob.size) / Math.log(above.blob.size / below.blob.size)
    const next = await encode(
      below.at + (above.at - below.at) * Math.min(0.95, Math.max(0.05, share)),
    )
    if (next.blob.size <= bytes) below = next
    else above = next
  }
  return below.blob
}

// Under this a JPEG is mostly its own tables, and a picture that has to be redrawn may outgrow the
// source file.
const tinyBytes = 4096

/**
 * Limits for one chosen file: the encoder aims at `wanted`, never more than the source file;
 * `bytes` must not be exceeded.
 */
export interface Limit extends Ceiling {
  wanted: number
}

// Bytes grow as a power of the side: 1.6 on rough ground, 2 on a smooth one. Print needs each pixel.
const sideFor = (share: number) => Math.min(0.98, (share * 0.985) ** (1 / 1.8))

export const limitFor = (ceiling: Ceiling, chosen: number): Limit => ({
  ...ceiling,
  bytes: Math.min(ceiling.bytes, Math.max(chosen, tinyBytes)),
  wanted: Math.min(ceiling.bytes, chosen),
})

/** The platform's own encoder: quality gives way first, then pixels, until the limit holds. */
export async function shrinkByPlatform(
  platform: Platform,
  sheet: Sheet,
  limit: Limit,
): Promise<Shrunk> {
  let size: Size = sheet
  for (;;) {
    const drawn = size === sheet ? sheet : drawWhole(platform, sheet, size)
    const blob = await encodeUnder(drawn, limit.wanted, limit.quality)
    if (drawn !== sheet) drawn.release()
    if (blob.type !== 'image/jpeg') throw new Error('no JPEG encoder')
    const { width, height } = size
    if (blob.size <= limit.bytes) return { blob, width, height }
    if (Math.max(width, height) < 16) throw new Error('limit out of reach')
    size = fitInside(size, Math.max(width, height) * sideFor(limit.bytes / blob.size))
  }
}

/**
 * Only the type is asked for: the package takes a Blob as well as a File, and its typings do not
 * say so.
 */
const asFile = (blob: Blob) => new File([blob], 'photo', { type: blob.type })

/**
 * The package, in this thread (its own worker loads code from a CDN and must never run:
 * useWebWorker false). It comes when the platform's encoder has failed, and few phones ever need
 * it.
 */
export async function shrinkByPackage(
  platform: Platform,
  blob: Blob,
  limit: Limit,
): Promise<Shrunk> {
  const { default: imageCompression } = await loadPart(() => import('browser-image-compression'))
  for (let side = limit.side; side >= 16; side *= 0.85) {
    const shrunk = await imageCompression(asFile(blob), {
      maxSizeMB: limit.bytes / 1024 / 1024,
      maxWidthOrHeight: Math.round(side),
      initialQuality: limit.quality,
      alwaysKeepResolution: true,
      maxIteration: 8,
      fileType: 'image/jpeg',
      useWebWorker: false,
    })
    if (shrunk.size > limit.bytes) continue
    const picture = await platform.decode(shrunk)
    const { width, height } = picture
    picture.release()
    return { blob: shrunk, width, height }
  }
  throw new Error('limit out of reach')
}
