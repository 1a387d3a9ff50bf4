import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { inPixels, type Point } from '../../../src/documents/image/geometry.ts'
import type { Prepared } from '../../../src/documents/image/photo.ts'
import { prepareWith } from '../../../src/documents/image/pipeline.ts'
import { type DocumentType, documents } from '../../../src/spec/documents.ts'
import { nodePlatform } from './node-platform.ts'

/** What is known of a photograph; pixels are those of the upright picture. */
export interface Truth {
  file: string
  row: DocumentType
  defect: string
  label: 'fine' | 'unacceptable' | 'unclear'
  /** The sheet's corners, clockwise from its own top left. Absent where none is there to crop. */
  quad?: number[][] | null
  /** The corners of what must be readable. */
  fields?: number[][][] | null
  named?: { is: string; side?: string[] } | null
}

/** What the portal said of a picture: the worst first. */
export interface Said {
  is: string
  side?: string
}

/** One picture, judged. */
export interface Judged extends Truth {
  said: Said[]
  /** The suggested corners in pixels; null where none were suggested. */
  corners: Point[] | null
  milliseconds: number
}

// Neither says that the picture is wrong: the one asks for nothing, the other could not look.
const silent = ['notChecked', 'received']

/** Advice is a word, or a word with its place. */
const saidOf = (advice: readonly (string | Said)[]): Said[] =>
  advice.map(one => (typeof one === 'string' ? { is: one } : one)).filter(({ is }) => !silent.includes(is))

async function judge(folder: string, truth: Truth): Promise<Judged> {
  const bytes = new Uint8Array(readFileSync(join(folder, truth.file)))
  const { shape, smallestSide } = documents[truth.row]
  const job = {
    bytes: bytes.buffer,
    picture: new Blob([bytes]),
    order: { row: truth.row, shape, smallestSide, economy: false, lead: 'platform' as const },
  }
  const start = performance.now()
  const prepared: Prepared = await prepareWith(nodePlatform, job)
  const milliseconds = performance.now() - start
  if (!prepared.ok) return { ...truth, said: [{ is: prepared.reason }], corners: null, milliseconds }
  const { advice, corners } = prepared.photo
  const { autoOrient } = await sharp(bytes).metadata()
  return { ...truth, said: saidOf(advice), corners: corners && [...inPixels(corners, autoOrient)], milliseconds }
}

const generator = join(import.meta.dirname, '..', '..', 'photos', 'generate', 'main.py')
const generatedFolder = join(import.meta.dirname, '..', '..', '.output', 'photos-generated')
const seed = '20261'
const count = '600'

/** The held-back pictures of the generator: made once, since they take minutes. */
export function generatedPictures(): string {
  if (!existsSync(join(generatedFolder, 'truth.json'))) {
    const ask = ['--part', 'held', '--seed', seed, '--count', count, '--out', generatedFolder]
    execFileSync('/usr/bin/python3', [generator, ...ask], { stdio: 'inherit' })
  }
  return generatedFolder
}

/**
 * Gives every picture of a folder to the portal's own preparation.
 * @throws Error where the folder has no truth.json
 */
export async function judgeAll(folder: string): Promise<Judged[]> {
  const list = join(folder, 'truth.json')
  if (!existsSync(list)) throw new Error(`${list} is missing: name a folder that the generator wrote`)
  const judged: Judged[] = []
  for (const truth of JSON.parse(readFileSync(list, 'utf8')) as Truth[]) judged.push(await judge(folder, truth))
  return judged
}
