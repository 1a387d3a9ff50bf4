import { cp, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'

const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url))

/**
 * A data folder with an empty database in it. Making one takes PGlite four seconds, copying one a fraction; our own
 * tables and samples are not part of the copy. One test starts on a bare folder and so proves the slow way.
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
  const database = await PGlite.create(join(making, 'pg'))
  await database.close()
  // A rename is whole or not at all; when another test file was quicker, its folder is as good.
  await rename(join(making, 'pg'), kept).catch(() => undefined)
  await rm(making, { recursive: true, force: true })
  return kept
}
