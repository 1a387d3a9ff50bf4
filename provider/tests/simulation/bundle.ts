import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

export type ProviderCode = typeof import('./provider.entry.ts')

/** What the provider's code finds around it in Node; a process is this function called once. */
export const surroundings = [
  'setTimeout',
  'clearTimeout',
  'performance',
  'Date',
  'AbortSignal',
  'fetch',
  'decodeHere',
] as const

export interface Surroundings extends Record<(typeof surroundings)[number], unknown> {
  /** In the place of modules of Node whose answers chance or time decides. */
  modules: Readonly<Record<string, unknown>>
}

const here = import.meta.dirname
const root = join(here, '..', '..', '..')
const required = createRequire(join(root, 'package.json'))

/** The provider's code. */
export async function bundleProvider(): Promise<(around: Surroundings) => ProviderCode> {
  const built = await build({
    root,
    configFile: false,
    envFile: false,
    logLevel: 'silent',
    plugins: [decoderStub()],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      ssr: join(here, 'provider.entry.ts'),
      rollupOptions: { output: { format: 'cjs' } },
    },
  })
  const outputs = Array.isArray(built) ? built : [built]
  const [chunk] = outputs.flatMap(one => ('output' in one ? [one.output[0]] : []))
  if (!chunk) throw new Error('Nothing was built.')
  const make = new Function('require', 'exports', '__filename', ...surroundings, chunk.code)
  return around => {
    const exports = {}
    const find = (name: string) => around.modules[name] ?? required(name)
    make(find, exports, join(here, 'provider.entry.ts'), ...surroundings.map(name => around[name]))
    return exports as ProviderCode
  }
}

function decoderStub(): Plugin {
  return {
    name: 'decoder-stub',
    enforce: 'pre',
    resolveId: source => (source.endsWith('/decoder.ts') ? join(here, 'decoder.stub.ts') : undefined),
  }
}
