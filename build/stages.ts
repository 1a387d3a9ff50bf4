import { join } from 'node:path'
import type { Plugin, Rollup } from 'vite'

/** The scripts that each page requests itself, named by their modules. */
const start = [
  'src/main.ts',
  'src/app/early.tsx',
  'src/app/react.tsx',
  'src/app/tanstack.tsx',
  'src/app/hydrate.tsx',
]
/**
 * What an enrolment without a network needs as well: the worker downloads it during the
 * installation.
 */
const first = ['src/app/screens.tsx', 'src/documents/ui/camera.tsx']
/** What the worker downloads when the line is idle, in this order. */
const later = [
  'src/app/follow-up-screens.tsx',
  'src/app/optional-screens.tsx',
  'src/documents/ui/editor.tsx',
  'src/core/api/send-in-parts.ts',
  'src/documents/lighten.ts',
  'src/features/shared-device/later.ts',
  'src/features/shared-device/words-text.ts',
  'src/features/transfer/qr.ts',
]
/** Of the photo worker, whose files no script of a page imports. */
const wanted = /\/browser-image-compression-/

/**
 * How soon a student needs a file: at once, for an enrolment without a network, later, or perhaps
 * never. Pages, styles and the photo worker belong to the first two.
 */
export type Stage = 'start' | 'first' | 'later' | 'wanted'

export interface Stages {
  plugin: Plugin
  stageOf(fileName: string): Stage
  /** Its place among the later files, -1 for any other. */
  placeOf(fileName: string): number
}

/** Gives each file of the build its stage, by following the imports. */
export function stagesOf(root: string): Stages {
  let stages: FileStages = { start: [], following: [] }
  return {
    plugin: {
      name: 'stages',
      apply: 'build',
      writeBundle(_, bundle) {
        const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
        stages = fileStages(chunks, root)
      },
    },
    stageOf(fileName) {
      if (stages.following.includes(fileName)) return 'later'
      if (stages.start.includes(fileName) || fileName.endsWith('.css')) return 'start'
      return wanted.test(fileName) ? 'wanted' : 'first'
    },
    placeOf: fileName => stages.following.indexOf(fileName),
  }
}

export interface FileStages {
  start: readonly string[]
  following: readonly string[]
}

/**
 * The imports of a later file come before it in the order, so that a downloaded file can always
 * run.
 * @throws Error for a script without a stage: a new one must say how soon a student needs it
 */
export function fileStages(chunks: readonly Rollup.OutputChunk[], root: string): FileStages {
  const reached = new Set<string>()
  const follow = (fileName: string): void => {
    const chunk = chunks.find(one => one.fileName === fileName)
    if (!chunk || reached.has(fileName)) return
    for (const other of chunk.imports) follow(other)
    reached.add(fileName)
  }
  const chunkWith = (module: string): string => {
    const id = join(root, module)
    const chunk = chunks.find(
      ({ facadeModuleId, moduleIds }) => facadeModuleId === id || moduleIds.includes(id),
    )
    if (!chunk)
      throw new Error(`build/stages.ts names ${module}, which is in no script: name its new place.`)
    return chunk.fileName
  }
  for (const module of start) follow(chunkWith(module))
  const atStart = [...reached]
  for (const module of first) follow(chunkWith(module))
  const before = reached.size
  for (const module of later) follow(chunkWith(module))
  const forgotten = chunks
    .filter(({ fileName }) => !reached.has(fileName))
    .map(({ fileName }) => fileName)
  if (forgotten.length > 0)
    throw new Error(`build/stages.ts gives no stage to ${forgotten.join(', ')}.`)
  return { start: atStart, following: [...reached].slice(before) }
}
