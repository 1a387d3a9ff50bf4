import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { eachMapping, TraceMap } from '@jridgewell/trace-mapping'
import { build } from 'vite'

/** Where every kilobyte of the download goes: each built file by what stands in it. `npm run analyze [-- modules]` */

const root = join(import.meta.dirname, '..', '..')
const outDir = join(root, 'tests', '.output', 'analyze')
const perModule = process.argv.includes('modules')

interface Mapping {
  generatedLine: number
  generatedColumn: number
  source: string | null
}

/** Of a package its name, of the portal its file. */
function ownerOf(source: string | null): string {
  if (!source) return '(joins)'
  const [, module] = /node_modules\/(.+)$/.exec(source) ?? []
  if (module && perModule) return module
  if (module) return module.split('/', module.startsWith('@') ? 2 : 1).join('/')
  return source.replace(/^.*?(src|sw)\//, '$1/')
}

function bytesByOwner(path: string): Map<string, number> {
  const lines = readFileSync(path, 'utf8').split('\n')
  const mappings: Mapping[] = []
  eachMapping(new TraceMap(readFileSync(`${path}.map`, 'utf8')), mapping => mappings.push(mapping))
  const bytes = new Map<string, number>()
  for (const [index, { generatedLine, generatedColumn, source }] of mappings.entries()) {
    const next = mappings[index + 1]
    const end =
      next?.generatedLine === generatedLine
        ? next.generatedColumn
        : (lines[generatedLine - 1]?.length ?? generatedColumn)
    const owner = ownerOf(source)
    bytes.set(owner, (bytes.get(owner) ?? 0) + end - generatedColumn)
  }
  return bytes
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10)
const brotli = (path: string) => brotliCompressSync(readFileSync(path)).length

process.env.NODE_ENV = 'production'
await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true, sourcemap: true } })
const names = readdirSync(outDir, { recursive: true, encoding: 'utf8' })
const weighed = names
  .filter(name => /\.(?:js|css|html|svg|webmanifest)$/.test(name))
  .map(name => ({ name, path: join(outDir, name) }))
  .map(file => ({ ...file, raw: readFileSync(file.path).length, brotli: brotli(file.path) }))
  .sort((a, b) => b.brotli - a.brotli)

for (const { name, path, raw, brotli: small } of weighed) {
  console.log(`\n${name}${kilobytes(raw)} raw${kilobytes(small)} brotli`)
  if (!names.includes(`${name}.map`)) continue
  for (const [owner, bytes] of [...bytesByOwner(path)].sort(([, a], [, b]) => b - a))
    console.log(`  ${kilobytes(bytes)}  ${owner}`)
}
