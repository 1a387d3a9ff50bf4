import { access, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockDataDir } from '../../src/database/lock.ts'
import { migrate } from '../../src/database/migrate.ts'
import { openPglite } from '../../src/database/pglite.ts'
import { copyBeside } from '../../src/operator/backup.ts'
import { makeFolders } from '../setup/campus.ts'
import { type Child, endCleanly, runToEnd, serveChild } from '../setup/child.ts'

/** Where a backup of PGlite works, and what it must not touch there. */

const folders = await makeFolders()
const { dataDir, env } = folders
const underWay = join(dataDir, 'backup-under-way')
const outside = join(folders.folder, 'copies')
const backUp = (to: string) => runToEnd('cli.ts', ['backup', to], env)
let child: Child
beforeAll(async () => {
  child = await serveChild(env)
}, 120_000)
afterAll(async () => {
  await endCleanly(child)
  await folders.remove()
})

test('a folder that is in DATA_DIR, or has it where the copy goes, is refused and left as it is', async () => {
  const within = join(dataDir, 'backup')
  await mkdir(within)
  await writeFile(join(within, 'notes.txt'), 'kept')
  for (const folder of [within, dataDir]) {
    const refused = await backUp(folder)
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('outside of DATA_DIR')])
  }
  expect(await readdir(within)).toEqual(['notes.txt'])
  await access(join(dataDir, 'pg', 'PG_VERSION'))
})

test('while one is carried away another is told to wait, and a server that starts leaves it alone', async () => {
  const release = await lockDataDir(underWay)
  await mkdir(join(underWay, 'pg'))
  const refused = await backUp(outside)
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Another backup is being made')])
  await endCleanly(child)
  child = await serveChild(env)
  expect(await readdir(underWay)).toContain('pg')
  await release()
}, 120_000)

test('what a killed one left is cleared away by the next start, and by the next backup', async () => {
  const left = join(underWay, 'pg')
  await mkdir(join(left, 'base'), { recursive: true })
  await endCleanly(child)
  child = await serveChild(env)
  expect(await readdir(underWay)).not.toContain('pg')
  await mkdir(left)
  await writeFile(join(left, 'half'), 'of a file')
  expect(await backUp(outside)).toMatchObject({ code: 0 })
  expect(await readdir(underWay)).not.toContain('pg')
  expect(await readdir(join(outside, 'pg'))).toEqual(expect.not.arrayContaining(['half']))
}, 120_000)

test('whoever holds the database makes one copy at a time', async () => {
  const database = await openPglite(join(folders.folder, 'pg'))
  await migrate(database)
  const to = join(folders.folder, 'copy')
  const copy = () => copyBeside({ database, now: () => new Date() }, to, { name: 'tests' })
  const [first, second] = await Promise.all([copy(), copy()])
  expect([first.done, second.done, second.lines]).toEqual([true, false, [expect.stringContaining('Another backup')]])
  expect((await copy()).done).toBe(true)
  await database.close()
})
