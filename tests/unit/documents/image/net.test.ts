import { describe, expect, test } from 'vitest'
import { type Facts, factCount } from '../../../../src/documents/image/facts.ts'
import { judge } from '../../../../src/documents/image/net.ts'
import { letters, type Weights } from '../../../../src/documents/image/weights.ts'

/** The net, cell by cell and as it is described, beside the portal's, plane by plane. */

const shape = { fine: 3, coarse: 4, hidden: 5, names: 3, kinds: 2 }
const scalars = [1, 0, -0.5]

/** The same numbers in each run, unlike each other. */
const numbers = (seed: number) => {
  let state = seed
  const next = () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
  return (count: number) => Array.from({ length: count }, next)
}

/** A layer as it is written, and as numbers. */
interface Layer {
  text: string
  weights: number[][]
  biases: number[]
}

const fine = (value: number) => {
  const whole = Math.round(value * 128) + 2048
  return `${letters[whole >> 6]}${letters[whole & 63]}`
}

const layerOf = (draw: (count: number) => number[], outputs: number, inputs: number, hasBias = true): Layer => {
  const whole = Array.from({ length: outputs }, () => draw(inputs).map(value => Math.round(value * 60) - 30))
  const biases = hasBias ? draw(outputs).map(value => Math.round(value * 128) / 128) : []
  const text = whole.map(row => fine(-5.5) + row.map(value => letters[value + 32]).join('')).join('')
  return {
    text: text + biases.map(fine).join(''),
    weights: whole.map(row => row.map(value => value * 2 ** -5.5)),
    biases,
  }
}

type Cells = number[][][]
const positive = (value: number) => Math.max(0, value)
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const weighed = ({ weights, biases }: Layer, inputs: number[]) =>
  weights.map((row, at) => (biases[at] ?? 0) + sum(row.map((weight, i) => weight * (inputs[i] ?? 0))))

const blockOf = (cells: Cells, deep: Layer, point: Layer): Cells =>
  cells.map((row, y) =>
    row.map((cell, x) => {
      const mixed = cell.map((_, plane) =>
        sum(
          (deep.weights[plane] ?? []).map(
            (weight, i) => weight * (cells[y + Math.floor(i / 3) - 1]?.[x + (i % 3) - 1]?.[plane] ?? 0),
          ),
        ),
      )
      const out = weighed(point, mixed)
      return out.map((value, plane) => positive(value + (out.length === cell.length ? (cell[plane] ?? 0) : 0)))
    }),
  )

const halvedOf = (cells: Cells): Cells =>
  Array.from({ length: Math.ceil(cells.length / 2) }, (_, y) =>
    Array.from({ length: Math.ceil((cells[0]?.length ?? 0) / 2) }, (_, x) => {
      const four = [0, 1].flatMap(down => [0, 1].flatMap(right => [cells[2 * y + down]?.[2 * x + right] ?? []]))
      return (four[0] ?? []).map((_, plane) => Math.max(...four.map(cell => cell[plane] ?? 0)))
    }),
  )

describe('the net', () => {
  test.each([
    [6, 10],
    [8, 4],
  ])('says of %i by %i tiles what its description says', (columns, rows) => {
    const draw = numbers(columns)
    const facts: Facts = {
      columns,
      rows,
      planes: Uint8Array.from(draw(columns * rows * factCount), value => Math.floor(value * 256)),
    }
    const stem = layerOf(draw, shape.fine, factCount * 4)
    const blocks = [0, 1, 2, 3, 4].map(at => {
      const inputs = at < 3 ? shape.fine : shape.coarse
      const deep = layerOf(draw, inputs, 9, false)
      return { deep, point: layerOf(draw, at < 2 ? shape.fine : shape.coarse, inputs) }
    })
    const maps = layerOf(draw, shape.names, shape.coarse)
    const hidden = layerOf(draw, shape.hidden, shape.coarse * 2 + scalars.length)
    const out = layerOf(draw, shape.names + shape.kinds, shape.hidden)
    const text = [stem, ...blocks.flatMap(({ deep, point }) => [deep, point]), maps, hidden, out]
      .map(layer => layer.text)
      .join('')
    const weights: Weights = { ...shape, text }

    let cells: Cells = Array.from({ length: rows / 2 }, (_, y) =>
      Array.from({ length: columns / 2 }, (_, x) =>
        weighed(
          stem,
          Array.from({ length: factCount * 4 }, (_, i) => {
            const [plane, down, right] = [i >> 2, (i >> 1) & 1, i & 1]
            return ((facts.planes[(plane * rows + 2 * y + down) * columns + 2 * x + right] ?? 0) - 128) / 64
          }),
        ).map(positive),
      ),
    )
    for (const [at, { deep, point }] of blocks.entries()) {
      if (at === 2) cells = halvedOf(cells)
      cells = blockOf(cells, deep, point)
    }
    const all = cells.flat()
    const planes = Array.from({ length: shape.coarse }, (_, plane) => all.map(cell => cell[plane] ?? 0))
    const whole = [...planes.map(plane => sum(plane) / plane.length), ...planes.map(plane => Math.max(...plane))]
    const said = weighed(out, weighed(hidden, [...whole, ...scalars]).map(positive))
    const spoken = all.map(cell => weighed(maps, cell))
    const logits = Array.from(
      { length: shape.names },
      (_, name) => Math.log(sum(spoken.map(cell => Math.exp(cell[name] ?? 0))) / all.length) + (said[name] ?? 0),
    )
    const likely = logits.map(value => Math.exp(value) / sum(logits.map(Math.exp)))

    const outputs = judge(facts, scalars, weights)
    expect(outputs.maps).toMatchObject({ columns: cells[0]?.length, rows: cells.length })
    for (const [at, value] of likely.entries()) expect(outputs.names[at]).toBeCloseTo(value, 4)
    for (const [at, value] of outputs.kinds.entries()) expect(value).toBeCloseTo(said[shape.names + at] ?? 0, 3)
    expect(sum(outputs.names)).toBeCloseTo(1, 6)
  })
})
