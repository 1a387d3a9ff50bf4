import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { inventStudents } from '../setup/campus.ts'
import { endCleanly, serveChild } from '../setup/child.ts'
import { Crowd } from '../setup/crowd.ts'
import { makeFolders } from '../setup/folders.ts'
import { addConfirmed, queryCluster, startCluster } from '../setup/postgres.ts'

const undo: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'ignore' })

function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return process.getuid?.() === 0
  } catch {
    return false
  }
}
const isPossible = canMount()
const where = isPossible ? '' : ' (this machine lets no test mount a small disk)'

/** A disk of so many megabytes, which can be made larger. */
async function smallDisk(megabytes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'portail-disk-'))
  mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)
  undo.push(async () => {
    execFileSync('umount', ['--lazy', folder])
    await rm(folder, { recursive: true, force: true })
  })
  return { folder, grow: (to: number) => mount('-o', `remount,size=${to}m`, folder) }
}

const told = 'The disk of the database is full: make room on it'

test.runIf(isPossible)(
  `PostgreSQL on a full disk refuses, goes on once there is room, and has lost nothing${where}`,
  async () => {
    const cluster = await startCluster()
    undo.push(() => cluster.stop())
    const disk = await smallDisk(4)
    const { uid, gid } = statSync(cluster.folder)
    const place = join(disk.folder, 'photographs')
    mkdirSync(place)
    for (const path of [disk.folder, place]) chownSync(path, uid, gid)
    const folders = await makeFolders()
    undo.push(() => folders.remove())
    const child = await serveChild({ ...folders.env, DATABASE_URL: cluster.url })
    const students = inventStudents(400)
    await addConfirmed(cluster.url, students)
    await queryCluster(cluster.url, `CREATE TABLESPACE small LOCATION '${place}'`)
    await queryCluster(cluster.url, 'ALTER TABLE documents SET TABLESPACE small')
    const crowd = new Crowd(child.address, students, { phones: 4, isDirect: true })
    await crowd.more(4, 'putOff')
    expect(child.output().err).toContain(told)
    disk.grow(200)
    await crowd.more(40)
    expect(crowd.acknowledged.length).toBeGreaterThan(50)
    expect(crowd.putOff[0]?.headers['retry-after']).toBe('60')
    await crowd.expectNothingLost(sql => queryCluster(cluster.url, sql))
    await endCleanly(child)
  },
  120_000,
)
