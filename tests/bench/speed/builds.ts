import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { ensureServer } from '../../../provider/tests/setup/built.ts'
import { type Build, buildEnvironment, ensureBuild } from '../../e2e/setup/builds.ts'
import { layStaticPages } from './static-page.ts'

export const root = join(import.meta.dirname, '..', '..', '..')
export const output = join(root, 'tests', '.output', 'bench-speed')
export const portalEnv = { VITE_WIZARD: 'complete' }

/** The folders that are served: the portal as delivered, (a) its pages without scripts, (b) the ordinary build. */
export interface Sites {
  portal: string
  page: string
  ordinary: string
  beside?: string | undefined
}

export function buildSites(): Sites {
  const portal = join(output, 'portal')
  const page = join(output, 'page')
  const ordinary = join(output, 'ordinary')
  ensureBuild({ dir: portal, env: portalEnv }, true)
  ensureServer()
  buildOrdinary({ dir: ordinary, env: portalEnv })
  layStaticPages(portal, page)
  for (const dir of [page, ordinary]) compress(dir)
  return { portal, page, ordinary }
}

function buildOrdinary(which: Build): void {
  const args = ['--import', 'tsx', join(import.meta.dirname, 'ordinary', 'build.ts'), which.dir]
  const done = spawnSync(process.execPath, args, { cwd: root, env: buildEnvironment(which), stdio: 'inherit' })
  if (done.status !== 0) throw new Error(`vite build failed for ${which.dir}`)
}

const compressible = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt'])

export const brotli = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })

/** Beside each file its brotli, as the portal's own build does; the project's own host then sends that. */
function compress(dir: string): void {
  for (const file of filesIn(dir)) {
    if (compressible.has(extname(file))) writeFileSync(join(dir, `${file}.br`), brotli(readFileSync(join(dir, file))))
  }
}

/** Paths within the folder. */
export function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(dir.length + 1))
}
