import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { cornersSide, outlineOf } from '../../../../src/documents/image/corners.ts'
import type { Corners, Point } from '../../../../src/documents/image/geometry.ts'

/** The four corners, by x and y of each. */
const shape = (...at: number[]) => [0, 2, 4, 6].map(i => ({ x: at[i], y: at[i + 1] })) as unknown as Corners
const corners = shape(0.1, 0.12, 0.93, 0.06, 0.95, 0.9, 0.04, 0.95)
const [width, height] = [900, 1200]

const paper = (shape: readonly Point[], fill: string) =>
  `<polygon points="${shape.map(({ x, y }) => `${x * width},${y * height}`).join(' ')}" fill="${fill}"/>`
const line = (_: unknown, row: number) => `<rect x="220" y="${260 + row * 38}" width="470" height="9"/>`
const print = Array.from({ length: 20 }, line).join('')

/** A photograph as it comes: compressed, then shrunk to the size that is looked at. */
const laid = async (ground: string, content: string) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><pattern id="mat" width="60" height="60" patternUnits="userSpaceOnUse" patternTransform="rotate(12)"><rect width="60" height="60" fill="#a02030"/><rect width="30" height="30" fill="#d8c8c8"/></pattern></defs>
    <rect width="${width}" height="${height}" fill="${ground}"/>${content}</svg>`
  const { data, info } = await sharp(await sharp(Buffer.from(svg)).jpeg({ quality: 75 }).toBuffer())
    .resize(cornersSide, cornersSide, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
}

const cornersIn = (pixels: Parameters<typeof outlineOf>[0]) => outlineOf(pixels)?.corners ?? null

const farthest = (found: Corners | null, sheet = corners) =>
  found ? Math.max(...found.map(({ x, y }, at) => Math.hypot(x - (sheet[at]?.x ?? 9), y - (sheet[at]?.y ?? 9)))) : 9

describe('the corners that are suggested', () => {
  const [a, b, c, d] = corners
  test.each([
    ['on dark wood', '#5a3a20', '#eee8dc'],
    ['on a chequered cloth', 'url(#mat)', '#eee8dc'],
    ['in a dim room', '#171410', '#4a4842'],
    ['a dark passport on a white table', '#e8e8e4', '#1d2c4c'],
  ])('are the sheet’s %s', async (_, ground, sheet) => {
    const found = cornersIn(await laid(ground, paper([a, b, c, d], sheet) + print))
    expect(farthest(found)).toBeLessThan(0.015)
  })

  test('are the sheet’s when one of its corners is folded', async () => {
    const fold = [a, b, { x: 0.947, y: 0.8 }, { x: 0.85, y: 0.906 }, d]
    const found = cornersIn(await laid('#5a3a20', paper(fold, '#eee8dc') + print))
    expect(farthest(found)).toBeLessThan(0.02)
  })

  /** The sheet's part between two heights, each a part of the whole. */
  const part = (from: number, to: number): Corners => {
    const at = (one: Point, other: Point, down: number) => ({
      x: one.x + (other.x - one.x) * down,
      y: one.y + (other.y - one.y) * down,
    })
    return [at(a, d, from), at(b, c, from), at(b, c, to), at(a, d, to)]
  }
  const whole = paper(corners, '#eee8dc')
  const shadow = `<path d="M0 0H520C600 300 380 500 420 720S300 1000 250 1200H0Z" fill="#000" opacity="0.5"/>`
  const cloud = `<filter id="soft"><feGaussianBlur stdDeviation="6"/></filter>`
  const photograph =
    '<rect x="150" y="420" width="230" height="330" fill="#8890a8"/><circle cx="265" cy="560" r="80" fill="#3a2416"/>'
  test.each([
    ['that was folded, one half turned from the light', whole + paper(part(0.45, 1), '#a09a90') + print],
    ['with a coloured band at its top', whole + paper(part(0, 0.16), '#1c6a2c') + photograph + print],
    ['with a band at its foot', whole + paper(part(0.88, 1), '#b05a10') + print],
    ['half of which is another colour', whole + paper(part(0.55, 1), '#d88898') + print],
    ['over half of which a shadow lies', whole + print + shadow],
    ['over half of which a soft shadow lies', `${cloud}${whole}${print}<g filter="url(#soft)">${shadow}</g>`],
  ])('are those of the whole sheet %s', async (_, sheet) => {
    expect(farthest(cornersIn(await laid('#5a3a20', sheet)))).toBeLessThan(0.02)
  })

  test.each([
    ['where the page fills the frame', '#eee8dc', print],
    ['where nothing lies on the table', 'url(#mat)', ''],
    ['where the sheet is as white as its ground', '#eee8dc', paper([a, b, c, d], '#ece7db') + print],
    ['where a coin lies on the table', '#5a3a20', '<circle cx="450" cy="600" r="260" fill="#eee8dc"/>'],
  ])('are none %s', async (_, ground, content) => {
    expect(cornersIn(await laid(ground, content))).toBeNull()
  })
})

describe('a sheet that runs out of the picture', () => {
  test.each([
    ['left', shape(-0.2, 0.12, 0.75, 0.06, 0.78, 0.9, -0.24, 0.95)],
    ['right', shape(0.3, 0.12, 1.2, 0.06, 1.22, 0.9, 0.28, 0.95)],
    ['top', shape(0.1, -0.22, 0.93, -0.26, 0.95, 0.7, 0.06, 0.72)],
    ['bottom', shape(0.1, 0.3, 0.93, 0.26, 0.95, 1.2, 0.06, 1.22)],
  ] as const)('at its %s is said to, and no part of it is cut out', async (side, sheet) => {
    const found = outlineOf(await laid('#5a3a20', paper(sheet, '#eee8dc') + print))
    expect(found?.cut).toEqual([side])
    expect(found?.corners).toBeNull()
  })

  test('is not said of one that lies wholly in it, however small', async () => {
    const card = shape(0.4, 0.4, 0.7, 0.42, 0.69, 0.55, 0.39, 0.53)
    const name = [0, 30, 60].map(down => `<rect x="420" y="${530 + down}" width="120" height="9"/>`).join('')
    const found = outlineOf(await laid('#5a3a20', paper(card, '#eee8dc') + name))
    expect(found?.cut).toEqual([])
    expect(found?.share).toBeCloseTo(0.04, 2)
    expect(farthest(found?.corners ?? null, card)).toBeLessThan(0.015)
  })
})

test('a sheet seen from afar is found, though its ground has more fine dark lines than it has print', async () => {
  const gravel = Array.from({ length: 900 }, (_, at) => {
    const [x, y] = [(at * 367) % width, (at * 571) % height]
    return `<rect x="${x}" y="${y}" width="9" height="4" fill="#3a2a18" transform="rotate(${at * 37} ${x} ${y})"/>`
  })
  const sheet = shape(0.4, 0.4, 0.7, 0.42, 0.69, 0.7, 0.39, 0.68)
  const found = outlineOf(await laid('#8a7a60', gravel.join('') + paper(sheet, '#eee8dc')))
  expect(farthest(found?.corners ?? null, sheet)).toBeLessThan(0.015)
})

test('a strip of cloth from border to border hides no sheet that lies on it', async () => {
  const cloth = '<path d="M300 0H900V1200H220Z" fill="#283858"/>'
  const sheet = shape(0.45, 0.3, 0.85, 0.28, 0.86, 0.62, 0.44, 0.64)
  const found = outlineOf(await laid('#5a3a20', cloth + paper(sheet, '#8890a0')))
  expect(farthest(found?.corners ?? null, sheet)).toBeLessThan(0.015)
})

test('the portrait on a page that fills the picture is no sheet', async () => {
  const portrait = '<rect x="560" y="120" width="250" height="320" fill="#405878"/>'
  expect(outlineOf(await laid('#eee8dc', portrait + print.replaceAll('width="470"', 'width="300"')))).toBeNull()
})
