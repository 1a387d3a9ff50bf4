import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Corners, inPixels, sheetSize, squareTo } from '../../../src/documents/image/geometry.ts'
import type { Truth } from './subjects.ts'

export type Sample = { key: string; bytes: Uint8Array; truth: Truth }

/** Character error rate (0–1) and how many critical fields were read. */
export type Legibility = { key: string; cer: number; crit_ok: number; crit_n: number; min_em: number; error?: string }

type Matrix = number[][]

const multiply = (a: Matrix, b: Matrix): Matrix =>
  a.map(row => [0, 1, 2].map(column => row.reduce((sum, value, at) => sum + value * (b[at]?.[column] ?? 0), 0)))

const inverse = (m: Matrix): Matrix => {
  const [[a = 0, b = 0, c = 0] = [], [d = 0, e = 0, f = 0] = [], [g = 0, h = 0, i = 0] = []] = m
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  return [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ].map(row => row.map(value => value / determinant))
}

/** The truth as seen after the sheet between those corners was cut out and straightened. */
export const straightened = (truth: Truth, corners: Corners): Truth => {
  const inPhoto = inPixels(corners, { width: truth.W, height: truth.H })
  const square = squareTo(inPhoto)
  if (!square) throw new Error('corners of nothing')
  const { width, height } = sheetSize(inPhoto)
  const [a, b, c, d, e, f, g, h, i] = square
  const fromSheet = multiply(
    [
      [a, b, c],
      [d, e, f],
      [g, h, i],
    ],
    [
      [1 / width, 0, 0],
      [0, 1 / height, 0],
      [0, 0, 1],
    ],
  )
  return { ...truth, W: width, H: height, H_css_to_upright: multiply(inverse(fromSheet), truth.H_css_to_upright) }
}

/** Reads all samples by Tesseract through the given legibility.py; its Python and packages are Debian's. */
export const readAll = (script: string, output: string, samples: Sample[]): Legibility[] => {
  const folder = join(output, 'samples')
  mkdirSync(folder, { recursive: true })
  const jobs = samples.map(({ key, bytes, truth }) => {
    const img = join(folder, `${key.replace(/[^\w-]+/g, '_')}.jpg`)
    writeFileSync(img, bytes)
    return { key, img, id: truth.id, g: truth }
  })
  const list = join(folder, 'list.json')
  const result = join(folder, 'result.json')
  writeFileSync(list, JSON.stringify(jobs))
  execFileSync('/usr/bin/python3', [script, '--batch', list, result, '2'], { stdio: 'inherit' })
  return JSON.parse(readFileSync(result, 'utf8')) as Legibility[]
}
