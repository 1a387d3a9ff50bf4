import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { lockDataDir } from '../../src/database/lock.ts'

const script = fileURLToPath(new URL('../setup/holder.ts', import.meta.url))
const ownNamespace = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
const started: ChildProcess[] = []
let folder: string
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portail-'))
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const freshFolder = () => join(folder, String(++count))

interface Holder {
  process: ChildProcess
  said: string
  ended: Promise<unknown>
}

/** A process that wants the folder, once it has said whether it holds it. */
async function want(dataDir: string, before: readonly string[] = []): Promise<Holder> {
  const [program = '', ...args] = [...before, process.execPath, '--import', 'tsx', script, dataDir]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  const ended = new Promise(resolve => child.once('exit', resolve))
  const said = await new Promise<string>(resolve => child.stdout.once('data', chunk => resolve(String(chunk).trim())))
  return { process: child, said, ended }
}

function canUnshare(): boolean {
  try {
    execFileSync('unshare', [...ownNamespace.slice(1), 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test('the lock file of an earlier version counts as long as its process lives', async () => {
  const dataDir = freshFolder()
  const stat = await readFile('/proc/self/stat', 'utf8')
  const started = stat.split(') ').at(-1)?.split(' ')[19]
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'lock'), `${process.pid} ${started}`)
  await expect(lockDataDir(dataDir)).rejects.toThrow(`in use by process ${process.pid}`)
  await writeFile(join(dataDir, 'lock'), `${process.pid} 1`)
  const release = await lockDataDir(dataDir)
  await release()
})

test('a folder that is held says by whom, and is free at once after kill -9', async () => {
  const dataDir = freshFolder()
  const first = await want(dataDir)
  expect(first.said).toBe('held')
  const inUse = `The data folder ${dataDir} is in use by process ${first.process.pid} on ${hostname()}.`
  await expect(lockDataDir(dataDir)).rejects.toThrow(inUse)
  first.process.kill('SIGKILL')
  await first.ended
  const release = await lockDataDir(dataDir)
  expect(await readdir(join(dataDir, 'lock'))).toHaveLength(1)
  await release()
  expect(await readdir(join(dataDir, 'lock'))).toEqual([])
})

test('a holder that is stopped and answers nobody holds it all the same, until it is killed', async () => {
  const dataDir = freshFolder()
  const first = await want(dataDir)
  first.process.kill('SIGSTOP')
  await expect(lockDataDir(dataDir)).rejects.toThrow('in use by a process that does not answer')
  const judging = lockDataDir(dataDir)
  first.process.kill('SIGKILL')
  await (await judging)()
})

test('of many that start at once over a dead one exactly one holds it', async () => {
  const dataDir = freshFolder()
  for (let round = 0; round < 3; round += 1) {
    const all = await Promise.all(Array.from({ length: 4 }, () => want(dataDir)))
    expect(all.map(({ said }) => said).sort()).toEqual([
      ...Array(3).fill(expect.stringContaining('is in use by')),
      'held',
    ])
    const holder = all.find(({ said }) => said === 'held')
    holder?.process.kill('SIGKILL')
    await holder?.ended
  }
})

test('of twenty within one process exactly one holds it', async () => {
  const dataDir = freshFolder()
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDir(dataDir)))
  const held = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(held).toHaveLength(1)
  await held[0]?.()
})

test('a very deep folder is locked like any other', async () => {
  const dataDir = join(freshFolder(), 'a-rather-long-folder-name'.repeat(6))
  const first = await want(dataDir)
  expect(first.said).toBe('held')
  await expect(lockDataDir(dataDir)).rejects.toThrow(`in use by process ${first.process.pid}`)
})

test('a lock file of an earlier version is in nobody’s way', async () => {
  const dataDir = freshFolder()
  await (await lockDataDir(dataDir))()
  await rm(join(dataDir, 'lock'), { recursive: true })
  await writeFile(join(dataDir, 'lock'), '1 2345')
  await (await lockDataDir(dataDir))()
})

const isPossible = canUnshare()
test.runIf(isPossible)(
  `processes of other PID namespaces${isPossible ? '' : ' (this machine lets no test make any)'} see each other’s lock, and that its holder was killed`,
  async () => {
    const dataDir = freshFolder()
    const inside = await want(dataDir, ownNamespace)
    expect(inside.said).toBe('held')
    await expect(lockDataDir(dataDir)).rejects.toThrow('is in use by process 1 on')
    expect((await want(dataDir, ownNamespace)).said).toContain('is in use by process 1 on')
    const [, child] = execFileSync('pgrep', ['-P', String(inside.process.pid)])
      .toString()
      .split('\n')
      .reverse()
    process.kill(Number(child), 'SIGKILL')
    await inside.ended
    const other = await want(dataDir, ownNamespace)
    expect(other.said).toBe('held')
  },
)
