import { describe, expect, test } from 'vitest'
import { factCount, factsOf, measuredSize, partOf } from '../../../../src/documents/image/facts.ts'
import type { Corners } from '../../../../src/documents/image/geometry.ts'

const all = { left: 0, top: 0, width: 1, height: 1 }
const sheet: Corners = [
  { x: 0.25, y: 0.25 },
  { x: 0.75, y: 0.25 },
  { x: 0.75, y: 0.75 },
  { x: 0.25, y: 0.75 },
]

type Colour = [number, number, number]

const drawn = (width: number, height: number, colour: (x: number, y: number) => Colour) => {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let at = 0; at < width * height; at += 1) data.set(colour(at % width, Math.floor(at / width)), at * 4)
  return { data, width, height }
}

/** One fact of the tile in a column and a row. */
const reader = (pixels: ReturnType<typeof drawn>, corners: Corners | null = null) => {
  const { columns, rows, planes } = factsOf(pixels, all, corners)
  return (plane: number, x: number, y: number) => planes[(plane * rows + y) * columns + x]
}

describe('what is measured', () => {
  test('is the whole picture in whole tiles, 64 along its longer side', () => {
    const size = { width: 1200, height: 1600 }
    expect(partOf(null, size)).toEqual(all)
    expect(measuredSize(all, size)).toEqual({ width: 768, height: 1024 })
    expect(measuredSize(all, { width: 4000, height: 30 })).toEqual({ width: 1024, height: 32 })
  })

  test('is a sheet with a little of its ground, and never more than the picture', () => {
    const { left, top, width, height } = partOf(sheet, { width: 1000, height: 500 })
    expect(left).toBeCloseTo(0.25 - 0.03)
    expect(top).toBeCloseTo(0.25 - 0.06)
    expect([left + width, top + height]).toEqual([expect.closeTo(0.78), expect.closeTo(0.81)])
    const filling = sheet.map(({ x, y }) => ({ x: x < 0.5 ? 0 : 1, y: y < 0.5 ? 0.01 : 1 })) as unknown as Corners
    expect(partOf(filling, { width: 100, height: 100 })).toEqual(all)
  })
})

describe('facts', () => {
  test('of an even grey: its light, no change, no colour, and where the picture ends', () => {
    const fact = reader(drawn(64, 64, () => [90, 90, 90]))
    expect(Array.from({ length: factCount }, (_, plane) => fact(plane, 1, 1))).toEqual([
      90, 90, 90, 0, 128, 128, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 0,
    ])
    expect([fact(16, 0, 1), fact(16, 3, 2), fact(16, 2, 2)]).toEqual([255, 255, 0])
  })

  test('of lines lying: they change down, not across', () => {
    const fact = reader(drawn(64, 64, (_, y) => (y % 8 < 4 ? [0, 0, 0] : [255, 255, 255])))
    expect(fact(7, 1, 1)).toBe(0)
    expect(fact(8, 1, 1)).toBeGreaterThan(200)
    // Over four pixels black has become white everywhere: 16 for each doubling of 255².
    expect(fact(12, 1, 1)).toBe(255)
  })

  test('of softer edges: less change over one pixel, as much over four', () => {
    const ramp = (x: number) => Math.min(255, Math.max(0, ((x % 16) - 4) * 32))
    const soft = reader(drawn(64, 64, x => [ramp(x), ramp(x), ramp(x)]))
    const sharp = reader(drawn(64, 64, x => (x % 16 < 8 ? [0, 0, 0] : [255, 255, 255])))
    expect(sharp(7, 1, 1)).toBeGreaterThan((soft(7, 1, 1) ?? 0) + 8)
    expect(Math.abs((sharp(11, 1, 1) ?? 0) - (soft(11, 1, 1) ?? 0))).toBeLessThan(20)
  })

  test('of colours and of what shines', () => {
    const fact = reader(drawn(64, 64, x => (x < 32 ? [220, 160, 120] : [255, 255, 255])))
    expect([fact(4, 0, 1), fact(5, 0, 1)]).toEqual([188, 88])
    expect([fact(3, 0, 1), fact(3, 3, 1)]).toEqual([0, 255])
  })

  test('of diagonals: which way they go', () => {
    const falling = reader(drawn(64, 64, (x, y) => ((x - y + 64) % 8 < 4 ? [0, 0, 0] : [255, 255, 255])))
    expect(falling(13, 1, 1)).toBe(0)
    expect(falling(14, 1, 1)).toBeGreaterThan(200)
  })

  test('of a sheet: which tiles lie in it', () => {
    const fact = reader(
      drawn(64, 64, () => [0, 0, 0]),
      sheet,
    )
    expect([fact(15, 0, 0), fact(15, 1, 1), fact(15, 2, 2), fact(15, 3, 1)]).toEqual([0, 255, 255, 0])
  })
})
