import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { eachMapping, TraceMap } from '@jridgewell/trace-mapping'
import { build } from 'vite'

/** Where every kilobyte of the download goes: each built file by what stands in it. `npm run analyze [-- modules]` */

const root = join(import.meta.dirname, '..', '..')
const outDir = join(root, 'tests', '.output', 'analyze')
const perModule = process.argv.includes('modules')

/** Of a package its name, of the portal its file. */
function ownerOf(source: string | null): string {
  if (!source) return '(joins)'
  const [, module] = /node_modules\/(.+)$/.exec(source) ?? []
  if (module && perModule) return module
  if (module) return module.split('/', module.startsWith('@') ? 2 : 1).join('/')
  return source.replace(/^.*?(src|sw)\//, '$1/')
}

/** @param apart what stands in the code that the map is of, and is counted elsewhere */
function bytesByOwner(code: string, map: string, apart?: string): [string, number][] {
  const lines = code.split('\n')
  const mappings: { line: number; column: number; source: string | null }[] = []
  eachMapping(new TraceMap(map), ({ generatedLine: line, generatedColumn: column, source }) =>
    mappings.push({ line, column, source }),
  )
  const bytes = new Map<string, number>()
  for (const [index, { line, column, source }] of mappings.entries()) {
    const next = mappings[index + 1]
    const text = (lines[line - 1] ?? '').slice(column, next?.line === line ? next.column : undefined)
    const owner = ownerOf(source)
    const length = apart && text.includes(apart) ? text.length - apart.length : text.length
    bytes.set(owner, (bytes.get(owner) ?? 0) + length)
  }
  return [...bytes].sort(([, a], [, b]) => b - a)
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10)

process.env.NODE_ENV = 'production'
await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true, sourcemap: true } })
const read = (name: string) => readFileSync(join(outDir, name), 'utf8')
const names = readdirSync(outDir, { recursive: true, encoding: 'utf8' })
const weighed = names
  .filter(name => /\.(?:js|css|html|svg|webmanifest)$/.test(name))
  .map(name => ({ name, code: read(name), brotli: brotliCompressSync(readFileSync(join(outDir, name))).length }))
  .sort((a, b) => b.brotli - a.brotli)

for (const { name, code, brotli } of weighed) {
  console.log(`\n${name}${kilobytes(Buffer.byteLength(code))} raw${kilobytes(brotli)} brotli`)
  const isWorker = name.startsWith('assets/worker-')
  // The map of sw.js is of the worker before build/worker-parts.ts has taken the list out of it.
  const [, list = ''] = (isWorker && /^self\.__WB_MANIFEST=(\[.*?\]);/.exec(read('sw.js'))) || []
  const map = isWorker ? 'sw.js.map' : `${name}.map`
  if (!names.includes(map) || name === 'sw.js') continue
  const whole = isWorker ? code.replace('self.__WB_MANIFEST', () => list) : code
  for (const [owner, bytes] of bytesByOwner(whole, read(map), list)) console.log(`  ${kilobytes(bytes)}  ${owner}`)
}
