import { join } from 'node:path'
import { build, type Plugin } from 'vite'

export type Portal = typeof import('./realm.entry.ts')

/** What the portal's code finds around it in a browser; a tab is this function called once. */
export const surroundings = [
  'globalThis',
  'navigator',
  'document',
  'indexedDB',
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

/** Where a fault can stand in the place of the real thing, by what it does and wherever that is written. */
const seams = {
  'outbox/ports.ts': ['ports'],
  'outbox/transitions.ts': ['hurried', 'nextDue', 'nextWake'],
} as const

export type Real = Pick<typeof import('../../src/outbox/ports.ts'), (typeof seams)['outbox/ports.ts'][number]> &
  Pick<typeof import('../../src/outbox/transitions.ts'), (typeof seams)['outbox/transitions.ts'][number]>

/** Is asked once in each tab and worker. */
export type Worse = { readonly [Name in keyof Real]?: (real: Real[Name]) => Real[Name] }

/** A fault that no seam can hold: what is replaced by what, in which file. */
export interface Fault {
  file: string
  find: string
  write: string
}

const here = import.meta.dirname
const root = join(here, '..', '..')

/** Pictures are their names here: what is small on a phone is small in proportion. */
const scale: readonly Fault[] = [
  { file: 'core/api/parts.ts', find: 'const worthwhile = 16_000', write: 'const worthwhile = 40' },
  { file: 'core/api/portion.rule.ts', find: 'const leastPart = 4096', write: 'const leastPart = 12' },
]

/** The code of the portal, or of a deliberately broken one. */
export async function bundlePortal(
  faults: readonly Fault[] = [],
  worse: Worse = {},
): Promise<(around: Surroundings) => Portal> {
  const plugins = [photoStub(), breaking([...scale, ...faults]), opened()]
  const make = new Function(...surroundings, 'worsened', await bundled(join(here, 'realm.entry.ts'), plugins))
  const changes = Object.entries(worse) as [string, (real: unknown) => unknown][]
  const worsened = (module: Record<string, unknown>) => ({
    ...module,
    ...Object.fromEntries(changes.flatMap(([name, change]) => (name in module ? [[name, change(module[name])]] : []))),
  })
  return around => make(...surroundings.map(name => around[name]), worsened)
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
  const fileOf = (id: string) => Object.keys(seams).find(file => id.endsWith(`/src/${file}`))
  return {
    name: 'seams',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (importer?.startsWith(mark)) return source
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found && fileOf(found.id) ? mark + found.id : undefined
    },
    load(id) {
      if (!id.startsWith(mark)) return undefined
      const real = JSON.stringify(id.slice(mark.length))
      const names = Object.entries(seams).find(([file]) => file === fileOf(id))?.[1] ?? []
      return `import * as real from ${real}
        export * from ${real}
        export const { ${names.join(', ')} } = worsened(real)`
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
