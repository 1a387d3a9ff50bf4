import { join } from 'node:path'
import { build, type Plugin } from 'vite'

export type Portal = typeof import('./realm.entry.ts')

/** What the portal's code finds around it in a browser; a tab is this function called once. */
export const surroundings = [
  'globalThis',
  'navigator',
  'document',
  'indexedDB',
  'caches',
  'BroadcastChannel',
  'XMLHttpRequest',
  'fetch',
  'Blob',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'addEventListener',
  'reportError',
  'crypto',
  'Date',
  'Math',
  'prepareHere',
] as const
export type Surroundings = Record<(typeof surroundings)[number], unknown>

/** Exports of the portal that a mutant may change, each seen so by all who import it. */
const seams = {
  'core/api/send-in-parts.ts': ['sendInParts'],
  'core/db/database.ts': ['transact'],
  'core/db/dossiers.ts': ['changeDossier'],
  'features/transfer/merge.rule.ts': ['merged'],
  'outbox/ports.ts': ['ports'],
  'outbox/api.ts': ['queueRequest'],
  'outbox/transitions.ts': ['hurryItem', 'findDueItem', 'findWakeTime'],
  'outbox/turn.ts': ['withoutSender'],
} as const

type From<M, F extends keyof typeof seams> = Pick<M, (typeof seams)[F][number] & keyof M>
type Real = From<typeof import('../../src/core/api/send-in-parts.ts'), 'core/api/send-in-parts.ts'> &
  From<typeof import('../../src/core/db/database.ts'), 'core/db/database.ts'> &
  From<typeof import('../../src/core/db/dossiers.ts'), 'core/db/dossiers.ts'> &
  From<typeof import('../../src/features/transfer/merge.rule.ts'), 'features/transfer/merge.rule.ts'> &
  From<typeof import('../../src/outbox/ports.ts'), 'outbox/ports.ts'> &
  From<typeof import('../../src/outbox/api.ts'), 'outbox/api.ts'> &
  From<typeof import('../../src/outbox/transitions.ts'), 'outbox/transitions.ts'> &
  From<typeof import('../../src/outbox/turn.ts'), 'outbox/turn.ts'>

/** What is wrong with a portal, told by what it does; asked for once in each tab and worker. */
export type Worse = { readonly [Name in keyof Real]?: (real: Real[Name], portal: () => Portal) => Real[Name] } & {
  /** The verbs as a screen has them. */
  readonly verbs?: (real: Portal) => Partial<Portal>
  readonly around?: (real: Surroundings) => Partial<Surroundings>
}

/** Words of a file that are replaced by others. */
export interface Fault {
  file: string
  find: string
  write: string
}

const here = import.meta.dirname
const root = join(here, '..', '..')

/** Pictures are their names here: what is small on a phone is small in proportion. */
const scale: readonly Fault[] = [
  { file: 'core/api/whole-or-parts.ts', find: 'const worthwhile = 16_000', write: 'const worthwhile = 40' },
  { file: 'core/api/portion.rule.ts', find: 'const leastPart = 4096', write: 'const leastPart = 12' },
]

/** The code of the portal, or of a deliberately broken one. */
export async function bundlePortal({
  verbs,
  around: changed,
  ...worse
}: Worse = {}): Promise<(around: Surroundings) => Portal> {
  const plugins = [photoStub(), breaking(scale), opened()]
  const make = new Function(...surroundings, 'worsened', await bundled(join(here, 'realm.entry.ts'), plugins))
  const changes = worse as Record<string, ((real: unknown, portal: () => Portal) => unknown) | undefined>
  return real => {
    const around = { ...real, ...changed?.(real) }
    let portal: Portal
    const worsened = (name: string, value: unknown) => {
      if (value === undefined)
        throw new Error(`The portal exports no ${name} where tests/model/bundle.ts looks for it.`)
      return changes[name]?.(value, () => portal) ?? value
    }
    portal = make(...surroundings.map(name => around[name]), worsened)
    return verbs ? { ...portal, ...verbs(portal) } : portal
  }
}

/** fake-indexeddb, with `globalThis.setImmediate` in our hands: each of its steps is one of the schedule's. */
export async function bundleDatabases(): Promise<(queueStep: (step: () => void) => void) => IDBFactory> {
  const make = new Function('globalThis', await bundled(join(here, 'databases.entry.ts'), []))
  return queueStep => new (make({ setImmediate: queueStep }).IDBFactory)()
}

async function bundled(entry: string, plugins: Plugin[]): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    envFile: false,
    logLevel: 'silent',
    plugins,
    build: { write: false, minify: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'bundle' } },
  })
  const outputs = Array.isArray(built) ? built : [built]
  for (const output of outputs) if ('output' in output) return `${output.output[0].code}\nreturn bundle`
  throw new Error('Nothing was built.')
}

function photoStub(): Plugin {
  return {
    name: 'photo-stub',
    enforce: 'pre',
    resolveId: source => (source.endsWith('/image/photo-worker.page.ts') ? join(here, 'prepare.stub.ts') : undefined),
  }
}

/** Between each module with a seam and those who import it stands one that has the same names. */
function opened(): Plugin {
  const mark = '\0seam:'
  const used = new Set<string>()
  const seamOf = (id: string) => Object.entries(seams).find(([file]) => id.endsWith(`/src/${file}`))
  return {
    name: 'seams',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (importer?.startsWith(mark)) return source
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found && seamOf(found.id) ? mark + found.id : undefined
    },
    load(id) {
      const [file, names] = (id.startsWith(mark) && seamOf(id)) || []
      if (!file || !names) return undefined
      used.add(file)
      const real = JSON.stringify(id.slice(mark.length))
      const own = names.map(name => `export const ${name} = worsened('${name}', real.${name})`)
      return [`import * as real from ${real}`, `export * from ${real}`, ...own].join('\n')
    },
    buildEnd(error) {
      const lost = Object.keys(seams).filter(file => !used.has(file))
      if (!error && lost.length > 0) throw new Error(`Nothing imports ${lost}: look at tests/model/bundle.ts again.`)
    },
  }
}

/** @throws Error when the code has moved on: a fault that is not there any more would prove nothing */
export function breaking(faults: readonly Fault[]): Plugin {
  const left = new Set(faults)
  return {
    name: 'breaking',
    enforce: 'pre',
    transform(code, id) {
      for (const fault of faults) {
        if (!id.endsWith(`/${fault.file}`)) continue
        if (code.split(fault.find).length !== 2) throw new Error(`${fault.file} has not just one "${fault.find}".`)
        code = code.replace(fault.find, () => fault.write)
        left.delete(fault)
      }
      return code
    },
    buildEnd(error) {
      if (!error && left.size > 0) throw new Error(`Not found: ${[...left].map(({ file }) => file)}.`)
    },
  }
}
