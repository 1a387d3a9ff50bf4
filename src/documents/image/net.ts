import { type Facts, factCount } from './facts.ts'
import { letters, type Weights } from './weights.ts'

/** Features of a grid, plane by plane and each row by row. */
interface Grid {
  columns: number
  rows: number
  planes: Float32Array
}

/** What the net says of a picture. */
export interface Outputs {
  /** Of each name, how likely it is: they sum to one. */
  names: number[]
  /** Of each kind of thing, how much it looks like it. */
  kinds: number[]
  /** Of each name, how much each cell of the grid speaks for it. */
  maps: Grid
}

/** Reads the weights in the order in which they are written, one letter each. */
function reader(text: string) {
  let at = 0
  const letter = () => letters.indexOf(text[at++] ?? '')
  // Two letters, 1/128 steps.
  const fine = () => (letter() * 64 + letter() - 2048) / 128
  return {
    numbers: (count: number) => Float32Array.from({ length: count }, fine),
    /** Weights of so many outputs, each with a step of its own. */
    rows: (outputs: number, inputs: number) => {
      const weights = new Float32Array(outputs * inputs)
      for (let output = 0; output < outputs; output += 1) {
        const step = 2 ** fine()
        for (let i = 0; i < inputs; i += 1) weights[output * inputs + i] = (letter() - 32) * step
      }
      return weights
    },
  }
}
type Reader = ReturnType<typeof reader>

/** Each output is a sum over the same cell of all inputs. */
function point(source: Grid, outputs: number, from: Reader): Grid {
  const { columns, rows } = source
  const cells = columns * rows
  const inputs = source.planes.length / cells
  const weights = from.rows(outputs, inputs)
  const biases = from.numbers(outputs)
  const planes = new Float32Array(outputs * cells)
  for (let output = 0; output < outputs; output += 1) {
    const target = planes.subarray(output * cells, (output + 1) * cells).fill(biases[output] ?? 0)
    for (let input = 0; input < inputs; input += 1) {
      const weight = weights[output * inputs + input] ?? 0
      const plane = source.planes.subarray(input * cells, (input + 1) * cells)
      for (let at = 0; at < cells; at += 1)
        target[at] = (target[at] ?? 0) + weight * (plane[at] ?? 0)
    }
  }
  return { columns, rows, planes }
}

/** Each plane with the eight cells round each cell; none is beyond the edges. */
function around({ columns, rows, planes }: Grid, from: Reader): Grid {
  const cells = columns * rows
  const count = planes.length / cells
  const weights = from.rows(count, 9)
  const mixed = new Float32Array(planes.length)
  for (let plane = 0; plane < count; plane += 1)
    for (let i = 0; i < 9; i += 1) {
      const [right, down] = [(i % 3) - 1, Math.floor(i / 3) - 1]
      const weight = weights[plane * 9 + i] ?? 0
      for (let y = Math.max(0, -down); y < Math.min(rows, rows - down); y += 1) {
        const row = plane * cells + y * columns
        const end = Math.min(columns, columns - right)
        for (let x = Math.max(0, -right); x < end; x += 1)
          mixed[row + x] =
            (mixed[row + x] ?? 0) + weight * (planes[row + x + down * columns + right] ?? 0)
      }
    }
  return { columns, rows, planes: mixed }
}

/** What is below zero is nothing. */
function positive(grid: Grid): Grid {
  const { planes } = grid
  for (let at = 0; at < planes.length; at += 1) if ((planes[at] ?? 0) < 0) planes[at] = 0
  return grid
}

function block(source: Grid, outputs: number, from: Reader): Grid {
  const grid = point(around(source, from), outputs, from)
  const { planes } = grid
  if (planes.length === source.planes.length)
    for (let at = 0; at < planes.length; at += 1)
      planes[at] = (planes[at] ?? 0) + (source.planes[at] ?? 0)
  return positive(grid)
}

/** Four facts of two by two tiles become planes of one cell, as the first layer wants them. */
function folded({ columns, rows, planes }: Facts): Grid {
  const cells = (columns * rows) / 4
  const wide = columns / 2
  const out = new Float32Array(planes.length)
  for (let plane = 0; plane < factCount; plane += 1)
    for (let y = 0; y < rows; y += 1)
      for (let x = 0; x < columns; x += 1)
        out[(plane * 4 + (y % 2) * 2 + (x % 2)) * cells + (y >> 1) * wide + (x >> 1)] =
          ((planes[(plane * rows + y) * columns + x] ?? 0) - 128) / 64
  return { columns: wide, rows: rows / 2, planes: out }
}

/** The greatest of two by two cells. */
function halved({ columns, rows, planes }: Grid): Grid {
  const wide = Math.ceil(columns / 2)
  const high = Math.ceil(rows / 2)
  const count = planes.length / (columns * rows)
  // All that comes here is positive.
  const out = new Float32Array(count * wide * high)
  for (let plane = 0; plane < count; plane += 1)
    for (let y = 0; y < rows; y += 1)
      for (let x = 0; x < columns; x += 1) {
        const at = (plane * high + (y >> 1)) * wide + (x >> 1)
        out[at] = Math.max(out[at] ?? 0, planes[(plane * rows + y) * columns + x] ?? 0)
      }
  return { columns: wide, rows: high, planes: out }
}

const planesIn = ({ columns, rows, planes }: Grid): Float32Array[] =>
  Array.from({ length: planes.length / (columns * rows) }, (_, at) =>
    planes.subarray(at * columns * rows, (at + 1) * columns * rows),
  )

/** The logarithm of the mean of exponentials: a soft greatest. */
function softPeak(plane: Float32Array): number {
  const most = Math.max(...plane)
  const sum = plane.reduce((total, value) => total + Math.exp(value - most), 0)
  return most + Math.log(sum / plane.length)
}

const vector = (values: Iterable<number>): Grid => ({
  columns: 1,
  rows: 1,
  planes: Float32Array.from(values),
})

/**
 * @param scalars what is known of the whole picture, in the order in which the net was taught
 */
export function judge(facts: Facts, scalars: readonly number[], weights: Weights): Outputs {
  const from = reader(weights.text)
  const { fine, coarse, hidden, names, kinds } = weights
  let grid = positive(point(folded(facts), fine, from))
  for (let i = 0; i < 2; i += 1) grid = block(grid, fine, from)
  grid = halved(grid)
  for (let i = 0; i < 3; i += 1) grid = block(grid, coarse, from)
  const maps = point(grid, names, from)
  const features = planesIn(grid)
  const whole = vector([
    ...features.map(plane => plane.reduce((sum, value) => sum + value, 0) / plane.length),
    ...features.map(plane => Math.max(...plane)),
    ...scalars,
  ])
  const { planes: out } = point(positive(point(whole, hidden, from)), names + kinds, from)
  const logits = planesIn(maps).map((plane, at) => softPeak(plane) + (out[at] ?? 0))
  const most = Math.max(...logits)
  const sum = logits.reduce((total, value) => total + Math.exp(value - most), 0)
  return {
    names: logits.map(value => Math.exp(value - most) / sum),
    kinds: [...out.subarray(names)],
    maps,
  }
}
