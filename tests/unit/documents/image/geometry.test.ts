import { describe, expect, test } from 'vitest'
import {
  type Corners,
  eighthsOf,
  fitInside,
  isConvex,
  longSide,
  type Point,
  project,
  sheetSize,
  squareTo,
  turned,
} from '../../../../src/documents/image/geometry.ts'

/** The four corners, by x and y of each. */
const shape = (...at: number[]) => [0, 2, 4, 6].map(i => ({ x: at[i], y: at[i + 1] })) as unknown as Corners
const corners = shape(0.1, 0.12, 0.93, 0.06, 0.95, 0.9, 0.04, 0.95)

describe('a sheet seen askew', () => {
  test('the square’s corners fall on the sheet’s', () => {
    const matrix = squareTo(corners)
    for (const [at, place] of shape(0, 0, 1, 0, 1, 1, 0, 1).entries()) {
      const seen = matrix && project(matrix, place)
      expect(seen?.x).toBeCloseTo(corners[at]?.x ?? Number.NaN, 9)
      expect(seen?.y).toBeCloseTo(corners[at]?.y ?? Number.NaN, 9)
    }
  })

  test('the middle of the sheet is where its diagonals cross, not the mean of its corners', () => {
    const matrix = squareTo(shape(0.3, 0, 0.7, 0, 1, 1, 0, 1))
    const middle = matrix && project(matrix, { x: 0.5, y: 0.5 })
    expect(middle?.x).toBeCloseTo(0.5, 9)
    expect(middle?.y).toBeCloseTo(2 / 7, 9)
  })

  test('corners on one line are no sheet', () => {
    const at = (x: number): Point => ({ x, y: 0.5 })
    expect(squareTo([at(0), at(0.2), at(0.6), at(1)])).toBeUndefined()
    expect(isConvex([at(0), at(0.2), at(0.6), at(1)])).toBe(false)
  })

  test('a bow tie or a dart is not convex, a sheet is', () => {
    const [a, b, c, d] = corners
    expect(isConvex(corners)).toBe(true)
    expect(isConvex([a, c, b, d])).toBe(false)
    expect(isConvex([a, b, { x: 0.3, y: 0.3 }, d])).toBe(false)
  })

  test('its straightened size is that of its longer sides', () => {
    expect(sheetSize(shape(0, 0, 100, 0, 120, 200, 0, 200))).toEqual({ width: 120, height: 201 })
  })
})

test.each([
  ['a photo', { width: 4000, height: 3000 }, 1600],
  ['a tall photo', { width: 1080, height: 1920 }, 1600],
  ['a screenshot of a tall screen', { width: 1080, height: 2400 }, 1600],
  ['two of them', { width: 1080, height: 4800 }, 3200],
  ['a whole document', { width: 1080, height: 9600 }, 6400],
  ['a panorama', { width: 9600, height: 1080 }, 6400],
  ['a line', { width: 3, height: 30_000 }, 8192],
])('%s of %o is at most as long as its print needs', (_, size, most) => expect(longSide(1600, size)).toBe(most))

test.each([
  [{ width: 4000, height: 3000 }, 1600, { width: 1600, height: 1200 }],
  [{ width: 800, height: 600 }, 1600, { width: 800, height: 600 }],
  [{ width: 3, height: 30_000 }, 1600, { width: 1, height: 1600 }],
])('a picture of %o fits %i pixels and never grows', (size, side, fitted) =>
  expect(fitInside(size, side)).toEqual(fitted),
)

test('a quarter turn swaps width and height, a half turn does not', () => {
  expect(turned({ width: 3, height: 2 }, 1)).toEqual({ width: 2, height: 3 })
  expect(turned({ width: 3, height: 2 }, 2)).toEqual({ width: 3, height: 2 })
})

describe('the eighths in which a JPEG is decoded', () => {
  test.each([
    ['twelve megapixels for a page', 4000, 1600, 3],
    ['eight megapixels for a page', 3264, 1600, 4],
    ['three megapixels for a page, of which each pixel counts', 2000, 1600, 7],
    ['twelve megapixels for a card', 4000, 2000, 4],
    ['a picture that is hardly larger than what is wanted', 1620, 1600, 8],
    ['a picture that is smaller than what is wanted', 900, 1600, 8],
  ])('%s', (_, side, enough, eighths) => {
    expect(eighthsOf({ width: side, height: side * 0.75 }, enough)).toBe(eighths)
    expect(eighthsOf({ width: side * 0.75, height: side }, enough)).toBe(eighths)
  })
})
