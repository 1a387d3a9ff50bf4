import { chmod, chown, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { ownDataDir } from '../../src/database/data-folder.ts'
import { oneFolder } from '../setup/campus.ts'
import { endCleanly, runToEnd, serveChild } from '../setup/child.ts'
import { makeDataDir } from '../setup/folders.ts'
import { base64Photograph } from '../setup/photographs.ts'
import { enrolAndConfirm, students, Visitor } from '../setup/visitor.ts'

/** Other accounts of the machine: what they may read and write. */

const isRoot = process.getuid?.() === 0
const { matricule } = students.aminata

const { folder, distDir } = await oneFolder()
// Strangers come this far.
await chmod(folder, 0o755)

const envOf = (dataDir: string) => ({ DATA_DIR: dataDir, DIST_DIR: distDir })
const provider = (dataDir: string, ...args: string[]) => runToEnd('cli.ts', args, envOf(dataDir))

/** All that somebody else could read or write, the folder itself included. */
async function openTo(path: string): Promise<string[]> {
  const info = await lstat(path)
  if (info.isSymbolicLink()) return []
  const inside = info.isDirectory() ? await readdir(path) : []
  const below = await Promise.all(inside.map(name => openTo(join(path, name))))
  return [...(info.mode & 0o077 ? [`${path} ${(info.mode & 0o777).toString(8)}`] : []), ...below.flat()]
}

test('nothing is ever anybody else’s to read, whatever the shell allows', async () => {
  const dataDir = join(folder, 'walked')
  const mask = process.umask(0)
  try {
    // Made beforehand and readable for all.
    await makeDataDir(dataDir)
    await chmod(dataDir, 0o755)
    const child = await serveChild(envOf(dataDir))
    const visitor = new Visitor(child)
    await enrolAndConfirm(child, visitor, students.aminata, '76000001')
    for (const [index, type] of documentTypes.entries())
      expect((await visitor.send(students.aminata, type, await base64Photograph(index))).status).toBe(1)
    const modeOf = async () => (await lstat(dataDir)).mode & 0o777
    expect(await modeOf()).toBe(0o700)
    for (const args of [['review'], ['export', matricule]])
      expect(await provider(dataDir, ...args, join(folder, args[0] ?? ''))).toMatchObject({ code: 0 })
    await endCleanly(child)
    expect(await provider(dataDir, 'files', matricule)).toMatchObject({ code: 0 })
    expect(await modeOf()).toBe(0o700)
    for (const name of ['review', 'export']) expect(await openTo(join(folder, name))).toEqual([])
  } finally {
    process.umask(mask)
  }
}, 120_000)

describe('a data folder that is not this account’s alone', () => {
  test.each([0o770, 0o707, 0o1777])('is refused with what to do: mode %o', async mode => {
    const dataDir = join(folder, `mode-${mode}`)
    await mkdir(dataDir)
    await chmod(dataDir, mode)
    for (const { code, err } of [await runToEnd('serve.ts', [], envOf(dataDir)), await provider(dataDir, 'stats')]) {
      expect([code, err]).toEqual([1, expect.stringContaining(`Make it this account's alone: chmod 700 ${dataDir}`)])
      expect(err.trim().split('\n')).toHaveLength(1)
    }
    expect(await readdir(dataDir)).toEqual([])
    // As the sentence says: a volume that a whole group may write to holds a folder that is this
    // account's alone.
    await ownDataDir(join(dataDir, 'own'))
    expect((await lstat(join(dataDir, 'own'))).mode & 0o777).toBe(0o700)
  })

  test.runIf(isRoot)(
    `is refused when it belongs to somebody else${isRoot ? '' : ' (only root can make one)'}`,
    async () => {
      const dataDir = join(folder, 'foreign')
      await mkdir(dataDir, { mode: 0o700 })
      await chown(dataDir, 65_534, 65_534)
      const { code, err } = await provider(dataDir, 'stats')
      expect([code, err]).toEqual([1, expect.stringContaining('belongs to another account (number 65534)')])
      expect(await readdir(dataDir)).toEqual([])
    },
  )
})
