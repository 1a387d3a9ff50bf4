import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { socketPath } from '../../src/database/data-folder.ts'
import { lockDataDir } from '../../src/database/lock.ts'
import { type Child, endCleanly, runToEnd, serveChild } from '../setup/child.ts'
import { makeDataDir } from '../setup/data-dir.ts'
import { base64Photograph } from '../setup/photographs.ts'
import { completeBody, readCode, students, Visitor } from '../setup/visitor.ts'

/** Other accounts of the machine: what they may read, write, and slip between the operator and the server. */

const isRoot = process.getuid?.() === 0
/** `nobody`, where this test may be it. */
const stranger = isRoot ? { uid: 65_534, gid: 65_534 } : {}
const { matricule } = students.aminata

let folder: string
const running: ChildProcess[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portail-'))
  // Strangers come this far.
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'dist', 'index.html'), 'portail')
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const envOf = (dataDir: string) => ({ DATA_DIR: dataDir, DIST_DIR: join(folder, 'dist') })
const provider = (dataDir: string, ...args: string[]) => runToEnd('cli.ts', args, envOf(dataDir))

async function serve(dataDir: string): Promise<Child> {
  const child = await serveChild(envOf(dataDir))
  running.push(child.process)
  return child
}

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
    // Made beforehand and readable for all, with what an earlier version left in it.
    await makeDataDir(dataDir)
    await chmod(dataDir, 0o755)
    await writeFile(join(folder, 'outside'), '')
    await symlink(join(folder, 'outside'), join(dataDir, 'link'))
    let child = await serve(dataDir)
    const visitor = new Visitor(child)
    await visitor.call('enrolement/add', completeBody(students.aminata, '76000001'))
    await visitor.call('otp/valide', { matricule, otp: await readCode(child, '76000001') })
    for (const [index, type] of documentTypes.entries()) {
      const { json } = await visitor.call('files/upload', { matricule, type, image: await base64Photograph(index) })
      expect(json.status).toBe(1)
    }
    expect(await openTo(dataDir)).toEqual([])
    for (const args of [['backup'], ['review'], ['export', matricule]])
      expect(await provider(dataDir, ...args, join(folder, args[0] ?? ''))).toMatchObject({ code: 0 })
    expect(await openTo(dataDir)).toEqual([])
    await endCleanly(child)
    child = await serve(dataDir)
    await endCleanly(child)
    expect(await provider(dataDir, 'restore', join(folder, 'backup'))).toMatchObject({ code: 0 })
    expect(await provider(dataDir, 'files', matricule)).toMatchObject({ code: 0 })
    for (const name of ['walked', 'backup', 'review', 'export']) expect(await openTo(join(folder, name))).toEqual([])
    expect((await lstat(join(folder, 'outside'))).mode & 0o777).toBe(0o666)
  } finally {
    process.umask(mask)
  }
}, 120_000)

test.runIf(isRoot)(
  'what the machine keeps in a volume of its own does not stop the start',
  async () => {
    const dataDir = join(folder, 'volume')
    await makeDataDir(dataDir)
    await writeFile(join(dataDir, 'old'), '')
    await chmod(join(dataDir, 'old'), 0o666)
    execFileSync('chown', ['-R', '65534:65534', dataDir])
    for (const [name, mode] of [
      ['lost+found', 0o700],
      ['.snapshot', 0o755],
    ] as const)
      await mkdir(join(dataDir, name), { mode })
    const child = await serveChild(envOf(dataDir), stranger)
    running.push(child.process)
    await endCleanly(child)
    expect(await openTo(dataDir)).toEqual([`${join(dataDir, '.snapshot')} 755`])
  },
  60_000,
)

describe('a data folder that is not this account’s alone', () => {
  test.each([0o770, 0o707, 0o1777])('is refused with what to do: mode %o', async mode => {
    const dataDir = join(folder, `mode-${mode}`)
    await mkdir(dataDir)
    await chmod(dataDir, mode)
    for (const { code, err } of [
      await runToEnd('serve.ts', [], { ...envOf(dataDir), PORT: '0' }),
      await provider(dataDir, 'stats'),
    ]) {
      expect([code, err]).toEqual([1, expect.stringContaining(`Make it this account's alone: chmod 700 ${dataDir}`)])
      expect(err.trim().split('\n')).toHaveLength(1)
    }
    expect(await readdir(dataDir)).toEqual([])
    // As the sentence says: a volume that a whole group may write to holds a folder that is this account's alone.
    await (await lockDataDir(join(dataDir, 'own')))()
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

describe('a stranger who waits for the student list', () => {
  const list = 'matricule,nom,prenom,anneeBac,numPlace,serie,ae\nBKO2026N001,Keïta,Aïcha,2026,7001,TSE,BKORD\n'

  /** Says what it was sent on its standard output, and answers as the server would. */
  async function squat(path: string): Promise<() => string> {
    const script = `require('node:http').createServer((asked, answer) => {
      asked.pipe(process.stdout)
      asked.on('end', () => answer.end('{"done":true,"lines":["1 students imported."]}\\n'))
    }).listen(process.argv[1], () => { require('node:fs').chmodSync(process.argv[1], 0o777); console.log('squats') })`
    const child = spawn(process.execPath, ['-e', script, path], { ...stranger, stdio: ['ignore', 'pipe', 'inherit'] })
    running.push(child)
    let heard = ''
    await new Promise<void>(ready =>
      child.stdout.on('data', chunk => {
        heard += String(chunk)
        if (heard.includes('squats')) ready()
      }),
    )
    return () => heard
  }

  const importing = async (dataDir: string) => {
    const path = join(folder, 'list.csv')
    await writeFile(path, list)
    return provider(dataDir, 'import', path)
  }

  test('in the temporary folder, where the socket of a deep data folder lay, gets nothing', async () => {
    const dataDir = join(folder, 'a-rather-long-folder-name'.repeat(4), 'data')
    await makeDataDir(dataDir)
    const name = createHash('sha256').update(join(dataDir, 'admin.sock')).digest('hex').slice(0, 24)
    const heard = await squat(join(tmpdir(), `portail-${name}.sock`))
    const { code, out } = await importing(dataDir)
    expect([code, out]).toEqual([0, '1 students imported.\n'])
    expect(heard()).toBe('squats\n')
    await rm(join(tmpdir(), `portail-${name}.sock`), { force: true })
    // It is in the database, and by the unlock screen of the folder the next command finds it.
    const child = await serve(dataDir)
    expect((await readdir(dataDir)).sort()).toEqual(['admin.sock', 'lock', 'pg'])
    expect(await provider(dataDir, 'files')).toMatchObject({ code: 0, err: '' })
    await endCleanly(child)
    expect((await readdir(dataDir)).sort()).toEqual(['lock', 'pg'])
  })

  test.runIf(isRoot)('with a socket of his own in the folder is not asked', async () => {
    const dataDir = join(folder, 'planted')
    await mkdir(dataDir, { mode: 0o700 })
    await mkdir(join(folder, 'his'))
    await chmod(join(folder, 'his'), 0o777)
    const heard = await squat(join(folder, 'his', 'admin.sock'))
    await rename(join(folder, 'his', 'admin.sock'), join(dataDir, 'admin.sock'))
    const { code, err } = await importing(dataDir)
    expect([code, err]).toEqual([1, expect.stringContaining('admin.sock belongs to another account (number 65534)')])
    expect(heard()).toBe('squats\n')
  })
})

test('where no open folder has a short name, a long path is refused and never shortened', () => {
  const folder = `/srv/${'a'.repeat(90)}`
  expect(() => socketPath(folder, 'admin.sock')).toThrow('Set DATA_DIR to a folder with a shorter path.')
  expect(socketPath('/srv/portail', 'admin.sock')).toBe('/srv/portail/admin.sock')
})
