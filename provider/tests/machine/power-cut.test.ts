import { createCipheriv } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { random } from '../../../tests/random.ts'
import { openPglite } from '../../src/database/pglite.ts'
import type { Database } from '../../src/database/port.ts'
import { syncPath } from '../../src/database/sync.ts'
import { DatabaseUnavailable } from '../../src/database/unavailable.ts'
import { makeDataDir } from '../setup/data-dir.ts'

const pageBytes = 8192
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portail-'))
  await makeDataDir(join(folder, 'made'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Files as a disk has them for certain: each as it was when it was last synced, whatever its name is by now. */
class Disk {
  private readonly synced = new Map<number, Buffer>()
  private readonly forgotten = new Map<number, Buffer>()
  /** Is told of each sync before it is done. */
  watch: (path: string) => void = () => undefined
  /** The next sync of such a file fails, and the system takes for written what the disk has not taken. */
  failsOnce: RegExp | undefined

  constructor(private readonly root: string) {}

  readonly sync = async (path: string): Promise<void> => {
    this.watch(path)
    await syncPath(path)
    const state = await stat(path)
    if (!state.isFile()) return
    const written = await readFile(path)
    if (this.failsOnce?.test(path)) {
      this.failsOnce = undefined
      this.forgotten.set(state.ino, written)
      throw Object.assign(new Error('The disk did not take it.'), { code: 'EIO' })
    }
    const before = this.synced.get(state.ino) ?? Buffer.alloc(0)
    const lost = this.forgotten.get(state.ino)
    this.synced.set(state.ino, lost ? withoutForgotten(before, lost, written) : written)
  }

  /**
   * What a power cut leaves at this moment: of each page what was synced or what was written since, as the system
   * happened to carry it; a file that was never synced may be there or not.
   */
  cut(target: string, chance: () => number): void {
    mkdirSync(target, { recursive: true, mode: 0o700 })
    for (const entry of readdirSync(this.root, { recursive: true, withFileTypes: true })) {
      const from = join(entry.parentPath, entry.name)
      const to = join(target, relative(this.root, from))
      if (entry.isDirectory()) mkdirSync(to, { recursive: true, mode: 0o700 })
      if (!entry.isFile()) continue
      const synced = this.synced.get(statSync(from).ino)
      if (!synced && chance() < 0.5) continue
      mkdirSync(dirname(to), { recursive: true })
      writeFileSync(to, mix(synced ?? Buffer.alloc(0), readFileSync(from), chance))
    }
  }
}

/** A page that was forgotten gets to the disk only once something else is written on it. */
function withoutForgotten(synced: Buffer, lost: Buffer, written: Buffer): Buffer {
  const now = Buffer.from(written)
  for (let at = 0; at < written.length; at += pageBytes) {
    const end = Math.min(at + pageBytes, written.length)
    if (!written.subarray(at, end).equals(lost.subarray(at, end))) continue
    const page = Buffer.alloc(end - at)
    if (at < synced.length) synced.copy(page, 0, at, end)
    page.copy(now, at)
  }
  return now
}

function mix(synced: Buffer, written: Buffer, chance: () => number): Buffer {
  const mixed = Buffer.from(written)
  const odds = chance()
  for (let at = 0; at < written.length; at += pageBytes) {
    if (chance() < odds) continue
    const page = Buffer.alloc(Math.min(pageBytes, written.length - at))
    if (at < synced.length) synced.copy(page, 0, at, at + page.length)
    page.copy(mixed, at)
  }
  return mixed
}

/** As hard to compress as a photograph, and the same each time. */
function bytesOf(seed: number, length: number): Buffer {
  const key = Buffer.alloc(16)
  key.writeUInt32BE(seed)
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length))
}

const logSegments = async (data: string) => (await readdir(join(data, 'pg_wal'))).filter(name => name.length === 24)

async function filled(name: string): Promise<{ data: string; disk: Disk; database: Database }> {
  const data = join(folder, name)
  await cp(join(folder, 'made', 'pg'), data, { recursive: true })
  const disk = new Disk(data)
  const database = await openPglite(data, { sync: disk.sync, segments: 1 })
  await database.script(
    'CREATE TABLE photos (id integer PRIMARY KEY, image bytea NOT NULL); ALTER TABLE photos ALTER image SET STORAGE EXTERNAL',
  )
  return { data, disk, database }
}

/** Whatever was acknowledged before the cut is there after it, byte for byte. */
async function expectKept(data: string, kept: ReadonlyMap<number, Buffer>): Promise<void> {
  const database = await openPglite(data)
  const rows = await database.query<{ id: number; image: Uint8Array }>('SELECT id, image FROM photos')
  const found = new Map(rows.map(({ id, image }) => [id, Buffer.from(image)]))
  for (const [id, image] of kept) expect(found.get(id)?.equals(image), `photo ${id} of ${kept.size}`).toBe(true)
  await database.close()
}

const put = (database: Database, id: number, image: Buffer) =>
  database.query('INSERT INTO photos (id, image) VALUES ($1, $2)', [id, image])

test('a power cut at any moment, also in the middle of a checkpoint, loses no photograph that was acknowledged', async () => {
  const { data, disk, database } = await filled('cuts')
  const kept = new Map<number, Buffer>()
  const cuts: { at: string; kind: string; kept: Map<number, Buffer> }[] = []
  const chance = random(1)
  const cut = (kind: string) => {
    const at = join(folder, `cut-${cuts.length}`)
    disk.cut(at, chance)
    cuts.push({ at, kind, kept: new Map(kept) })
  }
  /** By how many files were synced since a checkpoint has written its control file. */
  const inCheckpoint = new Map([
    [0, 'no data file is synced yet'],
    [5, 'a little later'],
    [400, 'half-way through'],
  ])
  const readControl = () => readFileSync(join(data, 'global', 'pg_control'))
  let control = readControl()
  let sinceControl = Number.NaN
  disk.watch = () => {
    sinceControl += 1
    const now = readControl()
    if (!now.equals(control)) sinceControl = 0
    control = now
    const kind = inCheckpoint.get(sinceControl)
    if (kind) cut(kind)
  }
  const hasEachKind = (some: typeof cuts) =>
    [...inCheckpoint.values()].every(kind => some.some(one => one.kind === kind))
  // Until a checkpoint that runs beside the calls was cut at each moment, however far each of them gets meanwhile.
  for (let round = 0; round < 10 || !hasEachKind(cuts); round += 1) {
    // Several at once, which share a sync; the large ones fill a segment of the log by threes.
    const images = [5_000_000, 100, 200_000].map((length, index) => bytesOf(3 * round + index, length))
    await Promise.all(
      images.map(async (image, index) => {
        await put(database, 3 * round + index, image)
        kept.set(3 * round + index, image)
      }),
    )
    if (round === 2 || round === 6) cut('between two calls')
  }
  const whileItRan = cuts.length
  await database.close()
  expect(hasEachKind(cuts.slice(whileItRan)), 'the last checkpoint').toBe(true)
  for (const { at, kept: before } of cuts) {
    await expectKept(at, before)
    await rm(at, { recursive: true })
  }
}, 240_000)

test('after a sync that failed nothing is acknowledged that the hole in the log would take along', async () => {
  const { disk, database } = await filled('holes')
  disk.failsOnce = /pg_wal/
  await expect(put(database, 1, bytesOf(1, 3_000_000))).rejects.toThrow(DatabaseUnavailable)
  const image = bytesOf(2, 100)
  await put(database, 2, image)
  const at = join(folder, 'hole')
  const onlySynced = () => 0
  disk.cut(at, onlySynced)
  await database.close()
  await expectKept(at, new Map([[2, image]]))
})

test('the log does not grow with what is stored, while it runs and after a crash', async () => {
  const { data, database } = await filled('growing')
  let most = 0
  for (let round = 0; round < 16; round += 1) {
    await put(database, round, bytesOf(round, 4_000_000))
    most = Math.max(most, (await logSegments(data)).length)
  }
  expect(most).toBeGreaterThan(1)
  // Each further commit finds out whether the log has become too long meanwhile.
  let further = 100
  await expect
    .poll(async () => {
      await put(database, further++, bytesOf(1, 100))
      return (await logSegments(data)).length
    })
    .toBeLessThan(most)
  const crashed = join(folder, 'crashed')
  await database.copyTo?.(crashed)
  await database.close()
  const again = await openPglite(crashed)
  expect((await logSegments(crashed)).length).toBeLessThan(3)
  await again.close()
}, 120_000)
