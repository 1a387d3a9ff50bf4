import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { ceilingOf } from '../../src/documents/image/ceilings.ts'
import { blank, deskSide } from '../../src/documents/image/draw.ts'
import { eighthsOf, type Size } from '../../src/documents/image/geometry.ts'
import { look, measure } from '../../src/documents/image/look.ts'
import type { Picture } from '../../src/documents/image/platform.ts'
import { documents, type Shape } from '../../src/spec/documents.ts'
import type { Truth } from '../bench/photos/judged.ts'
import { nodePlatform } from '../bench/photos/node-platform.ts'

/**
 * What teach/ learns from: the portal's own facts of every picture in a folder, beside its truth:
 * facts.bin, one picture after the other, and facts.json, which says where each begins. Of a fine
 * picture to learn from more are made: asked for as another thing, and cut by the frame.
 */

type Known = Omit<Truth, 'quad' | 'fields'> & { part?: string; face?: number[][] }
type Side = (typeof sides)[number]

const sides = ['left', 'top', 'right', 'bottom'] as const
const shapes: Shape[] = ['page', 'card', 'portrait']

const [folder = '.'] = process.argv.slice(2)
const file = openSync(join(folder, 'facts.bin'), 'w')
const desk = blank(nodePlatform, { width: deskSide, height: deskSide })
const rows: unknown[] = []
let end = 0

function take(known: Known, shape: Shape, picture: Picture, whole: Size) {
  const { facts, part, outline, scale } = measure(desk, picture, look(desk, picture, shape).outline, whole)
  writeSync(file, facts.planes)
  rows.push({
    ...known,
    shape,
    at: end,
    columns: facts.columns,
    rows: facts.rows,
    box: part,
    isFound: Boolean(outline?.corners),
    cut: outline?.cut ?? [],
    share: outline?.share ?? 0,
    scale,
  })
  end += facts.planes.length
}

/** A picture without its parts beyond lines that cut off so much of what it holds, on each of these sides. */
function cropped(picture: Picture, off: readonly Side[], held: number[][], share: number): Picture {
  const box = { left: 0, top: 0, right: picture.width, bottom: picture.height }
  for (const side of off) {
    const axis = side === 'left' || side === 'right' ? 0 : 1
    const places = held.map(point => point[axis] ?? 0)
    const [low, high] = [Math.min(...places), Math.max(...places)]
    const isLow = side === 'left' || side === 'top'
    box[side] = Math.max(0, Math.round(isLow ? low + share * (high - low) : high - share * (high - low)))
  }
  const [width, height] = [box.right - box.left, box.bottom - box.top]
  const { data } = picture.image as unknown as { data: Uint8ClampedArray }
  const part = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    const start = ((box.top + y) * picture.width + box.left) * 4
    part.set(data.subarray(start, start + width * 4), y * width * 4)
  }
  return { ...picture, width, height, image: { width, height, data: part } as unknown as CanvasImageSource }
}

/**
 * Most of what a frame cuts it cuts by little; of a head a seventh may go, of a sheet nothing that is printed. A
 * sheet that was too near goes beyond two sides, or all.
 */
function takeCut(known: Known, held: number[][], index: number, picture: Picture, whole: Size) {
  const { shape } = documents[known.row]
  const isFace = shape === 'portrait'
  const side = sides[index % 4] ?? 'left'
  // The frame is below every face.
  if (isFace && side === 'bottom') return
  const opposite = sides[(index + 2) % 4] ?? 'left'
  const off = isFace || index % 7 > 1 ? [side] : index % 7 ? [side, opposite] : sides
  const share = (isFace ? 0.15 : 0.06) + 0.4 * (((index * 7919) % 1000) / 1000) ** 2
  const inPicture = held.map(point => point.map(value => (value * picture.width) / whole.width))
  const truth = { label: 'unacceptable' as const, named: { is: 'cut', side: [...off] } }
  take(
    { ...known, ...truth, defect: isFace ? 'portrait-cut' : 'cut' },
    shape,
    cropped(picture, off, inPicture, off.length > 1 ? Math.max(0.08, share / 2) : share),
    whole,
  )
}

function takeOtherwise(known: Known, index: number, picture: Picture, whole: Size) {
  const { shape } = documents[known.row]
  const asked = shapes[(shapes.indexOf(shape) + 1 + (index % 2)) % 3] ?? shape
  const truth = { label: 'unacceptable' as const, named: { is: 'otherThing', kind: shape } }
  take({ ...known, ...truth, defect: 'wrong-asked' }, asked, picture, whole)
}

const truths = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as (Known & Truth)[]
for (const [index, { quad, fields: _, ...known }] of truths.entries()) {
  const bytes = new Uint8Array(readFileSync(join(folder, known.file)))
  const { shape } = documents[known.row]
  const { autoOrient: whole } = await sharp(bytes).metadata()
  const eighths = eighthsOf(whole, ceilingOf(shape).side)
  const picture = await nodePlatform.decode(new Blob([bytes]), { ...whole, orientation: 1, eighths })
  take(known, shape, picture, whole)
  if (known.part === 'train' && known.label === 'fine') {
    const held = quad ?? known.face
    if (held) takeCut(known, held, index, picture, whole)
    if (index % 3 === 0) takeOtherwise(known, index, picture, whole)
  }
  if (index % 200 === 199) process.stderr.write(`${index + 1} of ${truths.length}\n`)
}
closeSync(file)
writeFileSync(join(folder, 'facts.json'), JSON.stringify(rows))
