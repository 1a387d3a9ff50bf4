import jsqr from 'jsqr'
import { describe, expect, test } from 'vitest'
import { drawCode, leastModule, quietZone } from '../../../../src/features/transfer/qr.ts'

/** A canvas of pixels alone. */
function paper() {
  let side = 0
  let pixels = new Uint8ClampedArray()
  const pen = {
    fillStyle: '' as unknown,
    fillRect(left: number, top: number, width: number, height: number) {
      const ink = pen.fillStyle === '#fff' ? 255 : 0
      for (let y = top; y < top + height; y++)
        pixels.set(new Array(width).fill([ink, ink, ink, 255]).flat(), 4 * (y * side + left))
    },
  }
  return {
    height: 0,
    get width() {
      return side
    },
    set width(pixelsWide: number) {
      side = pixelsWide
      pixels = new Uint8ClampedArray(4 * side * side)
    },
    getContext: () => pen,
    read: () => jsqr(pixels, side, side, { inversionAttempts: 'dontInvert' }),
    isLight: (x: number, y: number) => pixels[4 * (y * side + x)] === 255,
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const encrypted = (length: number) => Array.from({ length }, (_, at) => letters[(at * 7919 + length) % 64]).join('')
const address = (length: number) => `https://inscription.exemple.ml/transfert#${encrypted(length)}`

describe('a code that a camera reads', () => {
  test.each([
    [300, 288],
    [700, 288],
    [700, 656],
    [900, 1312],
  ])('of %i letters, drawn in %i pixels, says the very address', (length, space) => {
    const canvas = paper()
    drawCode(canvas, address(length), space)
    expect(canvas.read()?.data).toBe(address(length))
  })

  test('has modules that a cheap camera tells apart, and light all round them', () => {
    const canvas = paper()
    drawCode(canvas, address(700), 100)
    const { location } = canvas.read() ?? {}
    const zone = quietZone * leastModule
    expect(location?.topLeftCorner.x).toBeCloseTo(zone)
    for (let at = 0; at < canvas.width; at++)
      for (const edge of [0, zone - 1, canvas.width - zone, canvas.width - 1])
        expect([canvas.isLight(at, edge), canvas.isLight(edge, at)]).toEqual([true, true])
  })
})
