import { join } from 'node:path'
import type { Plugin, Rollup } from 'vite'

/** What each page brings itself, by the modules that are asked for by name. */
const start = ['src/main.ts', 'src/app/react.tsx', 'src/app/tanstack.tsx', 'src/app/hydrate.tsx']
/** What an enrolment needs besides without a network: an installation brings it. */
const first = ['src/app/screens.tsx', 'src/documents/ui/camera.tsx']
/** What follows when the line is idle, in this order. */
const later = [
  'src/app/follow-up-screens.tsx',
  'src/app/optional-screens.tsx',
  'src/documents/ui/editor.tsx',
  'src/features/shared-device/later.ts',
  'src/features/shared-device/words-text.ts',
  'src/features/transfer/qr.ts',
]

export interface Stages {
  plugin: Plugin
  /** The place of a file among those that follow; undefined for what comes first, as pages, styles and the photo worker do. */
  placeOf(fileName: string): number | undefined
  /** Whether each page asks for it itself. */
  isAtStart(fileName: string): boolean
}

/** Each script of the build has its stage, told by what imports what. */
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
    placeOf(fileName) {
      const place = stages.following.indexOf(fileName)
      return place < 0 ? undefined : place
    },
    isAtStart: fileName => stages.start.includes(fileName) || fileName.endsWith('.css'),
  }
}

export interface FileStages {
  start: readonly string[]
  following: readonly string[]
}

/**
 * Of a part that follows, what it imports stands before it: whoever has the part has it whole.
 * @throws Error for a script that belongs to neither stage: a part that is new must say how soon a student needs it
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
    const chunk = chunks.find(({ facadeModuleId, moduleIds }) => facadeModuleId === id || moduleIds.includes(id))
    if (!chunk) throw new Error(`build/stages.ts names ${module}, which is in no script: name its new place.`)
    return chunk.fileName
  }
  for (const module of start) follow(chunkWith(module))
  const atStart = [...reached]
  for (const module of first) follow(chunkWith(module))
  const before = reached.size
  for (const module of later) follow(chunkWith(module))
  const forgotten = chunks.filter(({ fileName }) => !reached.has(fileName)).map(({ fileName }) => fileName)
  if (forgotten.length > 0) throw new Error(`build/stages.ts gives no stage to ${forgotten.join(', ')}.`)
  return { start: atStart, following: [...reached].slice(before) }
}
