import { cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'

const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url))

export interface Folders {
  folder: string
  dataDir: string
  distDir: string
  env: Record<string, string>
  remove(): Promise<void>
}

/**
 * Folders of a server, with an empty database and one page.
 * @param hasDatabase false where it has another one
 */
export async function makeFolders(hasDatabase = true): Promise<Folders> {
  const folder = await mkdtemp(join(tmpdir(), 'portail-'))
  const [dataDir, distDir] = [join(folder, 'data'), join(folder, 'dist')]
  await mkdir(distDir)
  await writeFile(join(distDir, 'index.html'), '<!doctype html><title>Portail</title>')
  if (hasDatabase) await makeDataDir(dataDir)
  const env = { DATA_DIR: dataDir, DIST_DIR: distDir }
  return { folder, dataDir, distDir, env, remove: () => rm(folder, { recursive: true, force: true }) }
}

/**
 * With an empty database, which is copied: making one takes PGlite four seconds. It has no table of
 * ours yet.
 */
export async function makeDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await cp(await emptyDatabase(), join(dataDir, 'pg'), { recursive: true })
}

async function emptyDatabase(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(modules, '@electric-sql/pglite/package.json'), 'utf8'))
  const cache = join(modules, '.cache')
  const kept = join(cache, `empty-database-${version}`)
  if (await stat(kept).catch(() => undefined)) return kept
  await mkdir(cache, { recursive: true })
  const making = await mkdtemp(join(cache, 'making-'))
  await (await PGlite.create(join(making, 'pg'))).close()
  // A rename is whole or not at all; when another test file was quicker, its folder is as good.
  await rename(join(making, 'pg'), kept).catch(() => undefined)
  await rm(making, { recursive: true, force: true })
  return kept
}
