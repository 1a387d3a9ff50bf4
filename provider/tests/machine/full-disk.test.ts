import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { confirmAll, importStudents, inventStudents, makeFolders } from '../setup/campus.ts'
import { type Child, endCleanly, serveChild } from '../setup/child.ts'
import { makeDataDir } from '../setup/data-dir.ts'
import { addConfirmed, expectNothingLost, isAccepted, Load } from '../setup/load.ts'
import { photograph } from '../setup/photographs.ts'
import { queryCluster, startCluster } from '../setup/postgres.ts'
import { photosOf } from '../setup/stored.ts'
import { Visitor } from '../setup/visitor.ts'

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

/** Large enough that a small disk is full before the limits on uploads are met. */
const upload = async (server: Child, index: number, matricule: string) => {
  const bytes = await photograph(index, 1400, 1000)
  const type = documentTypes[index % documentTypes.length] ?? 'attest'
  const reply = await new Visitor(server).call('files/upload', { matricule, type, image: bytes.toString('base64') })
  return { ...reply, sent: { matricule, type, bytes } }
}

test.runIf(isPossible)(
  `PGlite on a full disk refuses, goes on once there is room, and has lost nothing${where}`,
  async () => {
    const disk = await smallDisk(190)
    const folders = await makeFolders()
    undo.push(() => folders.remove())
    const dataDir = join(disk.folder, 'data')
    await makeDataDir(dataDir)
    const child = await serveChild({ ...folders.env, DATA_DIR: dataDir })
    const students = inventStudents(40)
    await importStudents(dataDir, students)
    await confirmAll(child, students)
    const accepted: { matricule: string; type: string; bytes: Buffer }[] = []
    const fill = async (from: number) => {
      for (let index = from; index < students.length * 5; index += 1) {
        const { http, json, headers, sent } = await upload(
          child,
          index,
          students[Math.floor(index / 5)]?.matricule ?? '',
        )
        if (http === 200) accepted.push(sent)
        else return { index, http, json, retryAfter: Number(headers.get('retry-after')) }
      }
      return undefined
    }
    const refused = await fill(0)
    expect(refused).toMatchObject({
      http: 503,
      json: { status: 0, msg: expect.stringContaining('Réessayez') },
      retryAfter: 60,
    })
    expect(accepted.length).toBeGreaterThan(5)
    expect(child.output().err).toContain(told)
    const [first] = accepted
    const status = await new Visitor(child).call('enrolement/statut', { matricule: first?.matricule })
    expect(status.http).toBe(200)
    // Nobody has asked for the years yet, so that they are read now.
    expect((await new Visitor(child).call('liste/annee', {})).http).toBe(200)

    disk.grow(400)
    const before = accepted.length
    await fill(refused?.index ?? 0)
    expect(accepted.length).toBeGreaterThan(before + 20)
    expect(child.output().err).not.toContain('"error":')
    await endCleanly(child)
    const kept = await photosOf(dataDir)
    for (const { matricule, type, bytes } of accepted)
      expect(kept.some(one => one.matricule === matricule && one.type === type && one.bytes.equals(bytes))).toBe(true)
  },
  240_000,
)

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
    const load = new Load(child, students, 4)
    await load.more(4, ({ http }) => http === 503)
    expect(child.output().err).toContain(told)
    disk.grow(200)
    await load.more(40, isAccepted)
    await load.stop()
    expect(load.answers.filter(isAccepted).length).toBeGreaterThan(50)
    expect(load.answers.find(({ http }) => http === 503)?.retryAfter).toBe('60')
    await expectNothingLost(cluster.url, load)
    await endCleanly(child)
  },
  120_000,
)
