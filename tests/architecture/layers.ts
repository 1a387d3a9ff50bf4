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

/** Folders within a module: each may import those after it. `.` is what lies in none of them. */
const inner: Readonly<Record<string, readonly string[]>> = {
  documents: ['ui', '.', 'image'],
  outbox: ['ui', '.'],
}

/** What of the outbox others may import; what is not named here is its own. */
const entries = [
  ...[
    'api',
    'attention',
    'contents',
    'encrypt-dossier',
    'end-items',
    'export',
    'import',
    'item',
    'items',
    'replace-body',
    'unread',
    'whole-body',
    'not-yet-allowed',
    'meanwhile',
  ],
  ...['send', 'triggers.page', 'turn', 'use-outbox'],
]

/** `src/outbox/store.ts` → outbox, `src/core/api/call.ts` → core/api, `src/main.ts` → app, `sw/sw.ts` → sw. */
function layerOf(path: string): string {
  const [top = '', folder = '', inner = ''] = path.split('/')
  if (top !== 'src') return top
  if (folder === 'main.ts') return 'app'
  return folder === 'features' || folder === 'core' ? `${folder}/${inner}` : folder
}

const folderWithin = (path: string) => {
  const [, , folder, file] = path.split('/')
  return file && folder ? folder : '.'
}

/** Why this file may not import that one; undefined where it may. */
function refusal(from: string, to: string): string | undefined {
  const [layer, other] = [layerOf(from), layerOf(to)]
  const allowed = narrower[`${layer}/${folderWithin(from)}`] ?? mayImport[layer] ?? []
  if (other !== layer && !allowed.includes(other)) return `${layer} may import ${allowed.join(', ') || 'nothing'}`
  const order = inner[layer] ?? []
  if (other === layer && order.indexOf(folderWithin(from)) > order.indexOf(folderWithin(to)))
    return `${layer} is ordered ${order.join(', ')}`
  const isOwn = other !== 'outbox' || layer === 'outbox' || folderWithin(to) !== '.'
  const isOpen = isOwn || entries.some(file => to === `src/outbox/${file}.ts`)
  return isOpen ? undefined : `others may import ${entries.join(', ')}`
}

export function layering(sources: readonly Source[]): string[] {
  return sources.flatMap(source => {
    const { path } = source
    if (!(layerOf(path) in mayImport)) return [`${path}: its folder has no place in tests/architecture/layers.ts`]
    return importsOf(source).flatMap(name => {
      const leads = target(path, name)
      const why = leads && refusal(path, leads)
      return why ? [`${path} imports ${leads}: ${why}`] : []
    })
  })
}
