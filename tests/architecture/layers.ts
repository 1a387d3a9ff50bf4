import { importsOf, type Source, target } from './source.ts'

/** "Who may import whom" (docs/architecture.md), as a table. */

const screens = [
  ...['home', 'enrolment', 'status', 'reclamation', 'receipt', 'queue'],
  ...['prepare', 'share-target', 'transfer', 'install'],
] as const
const core = ['core/api', 'core/db', 'core/crypto', 'core/platform']
const base = ['outbox', ...core, 'ui', 'spec']
/** A feature that the others stand behind: what lies on a device that students share is encrypted. */
const gate = 'features/shared-device'

const mayImport: Readonly<Record<string, readonly string[]>> = {
  app: [...screens.map(screen => `features/${screen}`), gate, 'documents', ...base],
  ...Object.fromEntries(screens.map(screen => [`features/${screen}`, [gate, 'documents', ...base]])),
  [gate]: ['documents', ...base],
  documents: base,
  outbox: [...core, 'ui', 'spec'],
  ui: ['core/platform', 'spec'],
  'core/api': ['core/crypto', 'core/platform', 'spec'],
  'core/db': ['core/crypto', 'core/platform', 'spec'],
  'core/crypto': ['core/platform', 'spec'],
  'core/platform': [],
  spec: [],
  sw: ['outbox', ...core, 'spec'],
}

/** Where less is allowed than in the rest of their module: the worker runs them, too, and draws nothing. */
const narrower: Readonly<Record<string, readonly string[]>> = {
  'outbox/.': [...core, 'spec'],
  'documents/image': ['core/platform', 'spec'],
}

/** `src/outbox/store.ts` → outbox, `src/core/api/call.ts` → core/api, `src/main.ts` → app, `sw/sw.ts` → sw. */
export function layerOf(path: string): string {
  const [top = '', folder = '', inner = ''] = path.split('/')
  if (top !== 'src') return top
  if (folder === 'main.ts') return 'app'
  return folder === 'features' || folder === 'core' ? `${folder}/${inner}` : folder
}

const folderWithin = (path: string) => {
  const [, , folder, file] = path.split('/')
  return file && folder ? folder : '.'
}

const folderOf = (path: string) => `${layerOf(path)}/${folderWithin(path)}`

export function layering(sources: readonly Source[]): string[] {
  return sources.flatMap(source => {
    const layer = layerOf(source.path)
    const allowed = narrower[folderOf(source.path)] ?? mayImport[layer]
    if (!allowed) return [`${source.path}: the folder "${layer}" has no place in tests/architecture/layers.ts`]
    return importsOf(source).flatMap(name => {
      const leads = target(source.path, name)
      const other = leads && layerOf(leads)
      if (!other || other === layer || allowed.includes(other)) return []
      return [`${source.path} imports ${leads}: ${layer} may import ${allowed.join(', ') || 'nothing'}`]
    })
  })
}

/** Folders within a module: each may import those after it, none before it. `.` is what lies in none of them. */
const inner: Readonly<Record<string, readonly string[]>> = {
  documents: ['ui', '.', 'image'],
  outbox: ['ui', '.'],
}

export function innerLayering(sources: readonly Source[]): string[] {
  return sources.flatMap(source =>
    importsOf(source).flatMap(name => {
      const leads = target(source.path, name)
      const module = layerOf(source.path)
      const order = inner[module]
      if (!leads || !order || layerOf(leads) !== module) return []
      const place = (path: string) => order.indexOf(folderWithin(path))
      return place(source.path) <= place(leads)
        ? []
        : [`${source.path} imports ${leads}: ${module} is ordered ${order.join(', ')}`]
    }),
  )
}

/** What of the outbox others may import; what is not named here is its own. */
const entries = [
  ...[
    'api',
    'attention',
    'encrypt-dossier',
    'end-items',
    'export',
    'import',
    'item',
    'items',
    'replace-body',
    'not-yet-allowed',
    'meanwhile',
  ],
  ...['send', 'triggers.page', 'use-outbox'],
]

/** Who writes to the outbox past its entry points forgets to tell the other tabs of it. */
export function pastEntries(sources: readonly Source[]): string[] {
  return sources.flatMap(source =>
    importsOf(source).flatMap(name => {
      const leads = target(source.path, name)
      if (!leads || !isQueue(leads) || isQueue(source.path)) return []
      const isOpen = entries.some(file => leads === `src/outbox/${file}.ts`)
      return isOpen ? [] : [`${source.path} imports ${leads}: others may import ${entries.join(', ')}`]
    }),
  )
}

const isQueue = (path: string) => /^src\/outbox\/[^/]+$/.test(path)
