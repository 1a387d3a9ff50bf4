import { importsOf, type Source, target } from './source.ts'

/** "Who may import whom" (docs/architecture.md), as a table. */

const features = [
  ...['enrolment', 'home', 'countdown', 'status', 'reclamation', 'update', 'receipt'],
  ...['prepare', 'incoming', 'waiting', 'transfer', 'install'],
] as const
// What several screens share: below the features, above the rest. `sending` says how a waiting call stands.
const shared = ['documents', 'forms', 'sending', 'shared-device', 'sms-code']
const base = [
  ...['common', 'photos', 'outbox', 'storage', 'vault', 'provider'],
  ...['rules', 'ui', 'browser', 'signals', 'notify'],
]

const mayImport: Readonly<Record<string, readonly string[]>> = {
  start: ['app', 'worker', ...features, ...shared, ...base],
  app: ['worker', ...features, ...shared, ...base],
  ...Object.fromEntries(features.map(feature => [feature, [...shared, ...base]])),
  documents: ['sending', ...base],
  'shared-device': ['documents', 'sending', ...base],
  'sms-code': ['forms', 'sending', ...base],
  forms: base,
  sending: base,
  worker: ['provider', 'browser', 'signals'],
  ui: ['browser', 'common'],
  browser: [],
  common: [],
  photos: ['rules', 'browser', 'common'],
  outbox: ['provider', 'storage', 'vault', 'rules', 'signals'],
  storage: ['vault', 'rules', 'signals'],
  // What is told to who is not looking.
  notify: ['outbox', 'storage', 'rules', 'browser'],
  vault: ['signals'],
  provider: ['rules', 'signals'],
  rules: [],
  signals: [],
  sw: ['notify', 'outbox', 'provider', 'storage', 'vault', 'rules', 'common'],
}

/** `src/outbox/queue.ts` → outbox, `sw/sw.ts` → sw. */
export function layerOf(path: string): string {
  const [top = '', folder = ''] = path.split('/')
  return top === 'src' ? folder : top
}

export function layering(sources: readonly Source[]): string[] {
  return sources.flatMap(source => {
    const layer = layerOf(source.path)
    const allowed = mayImport[layer]
    if (!allowed) return [`${source.path}: the folder "${layer}" has no place in tests/architecture/layers.ts`]
    return importsOf(source).flatMap(name => {
      const leads = target(source.path, name)
      const other = leads && layerOf(leads)
      if (!other || other === layer || allowed.includes(other)) return []
      return [`${source.path} imports ${leads}: ${layer} may import ${allowed.join(', ') || 'nothing'}`]
    })
  })
}

/** Rooms within a room: each may import those after it, none those before. What lies in none of them comes first. */
const inner: Readonly<Record<string, readonly string[]>> = {
  'shared-device': ['door', 'session', 'erasing'],
}

export function innerLayering(sources: readonly Source[]): string[] {
  return sources.flatMap(source =>
    importsOf(source).flatMap(name => {
      const leads = target(source.path, name)
      const room = layerOf(source.path)
      const order = inner[room]
      if (!leads || !order || layerOf(leads) !== room) return []
      const place = (path: string) => order.indexOf(path.split('/')[2] ?? '')
      return place(source.path) <= place(leads)
        ? []
        : [`${source.path} imports ${leads}: ${room} is ordered ${order.join(', ')}`]
    }),
  )
}

/** What of a room others may import; what is not named here is nobody else's. */
const doors: Readonly<Record<string, readonly string[]>> = {
  outbox: [
    'arriving',
    'contents',
    'door',
    'ending',
    'handing',
    'item',
    'items',
    'keeping',
    'sealing',
    'send-due',
    'triggers.page',
    'use-outbox',
  ],
}

/** Who writes to the outbox past its door forgets to tell the other tabs of it. */
export function pastDoors(sources: readonly Source[]): string[] {
  return sources.flatMap(source =>
    importsOf(source).flatMap(name => {
      const leads = target(source.path, name)
      const room = leads && layerOf(leads)
      const open = room && room !== layerOf(source.path) ? doors[room] : undefined
      const isOpen = !leads || !open || open.some(file => leads === `src/${room}/${file}.ts`)
      return isOpen ? [] : [`${source.path} imports ${leads}: others may import ${open?.join(', ')}`]
    }),
  )
}
