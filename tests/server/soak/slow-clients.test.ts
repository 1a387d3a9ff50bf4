import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { http } from '../../../server/limits.ts'
import { confirmAll, type Folders, importStudents, inventStudents, makeFolders } from '../setup/campus.ts'
import { type Child, endCleanly, serveImpatiently } from '../setup/child.ts'
import { impatience } from '../setup/impatience.ts'
import { head, Line } from '../setup/line.ts'
import { photograph } from '../setup/photographs.ts'
import { documentLines } from '../setup/stored.ts'
import { Visitor } from '../setup/visitor.ts'

/** A real process and real sockets; the limits are those of `impatience.ts`. */

const [student] = inventStudents(1)
const upload = '/2021/v1/etudiant/files/upload'
/** A busy machine may be late, a server without the limit never comes. */
const late = 6000
let folders: Folders
let child: Child

beforeAll(async () => {
  folders = await makeFolders()
  await writeFile(join(folders.distDir, 'large.bin'), randomBytes(12 * 1024 * 1024))
  child = await serveImpatiently(folders.env)
  if (student) await importStudents(folders.dataDir, [student])
  if (student) await confirmAll(child, [student])
})
afterAll(async () => {
  await endCleanly(child)
  await folders.remove()
})

const documents = () => documentLines(folders.dataDir)
const body = async (seed: number, width = 120, height = 90) =>
  Buffer.from(
    JSON.stringify({
      matricule: student?.matricule,
      type: 'attest',
      image: (await photograph(seed, width, height)).toString('base64'),
    }),
  )

test('a hundred clients that never end their headers are cut, and meanwhile everybody else is answered', async () => {
  const lines = await Promise.all(Array.from({ length: 100 }, () => Line.open(child.address)))
  const dripping = lines.map(async line => {
    await line.write('POST /2021/v1/etudiant/liste/serie HTTP/1.1\r\nHost: localhost\r\n')
    return line.trickle(Buffer.from('X-A: b\r\n'.repeat(200)), 1, 200)
  })
  const endings = lines.map(line => line.ended())
  const asked = performance.now()
  expect((await new Visitor(child).call('enrolement/chrono', {})).http).toBe(200)
  expect(performance.now() - asked).toBeLessThan(impatience.headersTimeoutMs + late)
  const waits = await Promise.all(endings)
  expect(Math.max(...waits)).toBeLessThan(impatience.headersTimeoutMs + late)
  expect(await Promise.all(dripping)).not.toContain(true)
  for (const { received } of lines) expect(received).toMatch(/^(HTTP\/1\.1 408 .*)?/)
})

test('a connection on which nobody says anything is cut', async () => {
  const line = await Line.open(child.address)
  expect(await line.ended()).toBeLessThan(impatience.idleTimeoutMs + late)
})

test('an upload in which no byte moves is cut without an answer, and nothing of it is kept', async () => {
  const before = await documents()
  const bytes = await body(1)
  const line = await Line.open(child.address)
  await line.write(head(upload, { 'Content-Length': bytes.length }))
  await line.write(bytes.subarray(0, bytes.length >> 1))
  const waited = await line.ended()
  expect(waited).toBeGreaterThan(impatience.idleTimeoutMs / 2)
  expect(waited).toBeLessThan(impatience.idleTimeoutMs + late)
  expect(line.received).toBe('')
  expect(await documents()).toEqual(before)
})

// Each waits for its own connection alone: together they take as long as the longest.
test.concurrent('an upload that trickles byte by byte to hold its place is cut', async () => {
  const bytes = await body(2)
  const line = await Line.open(child.address)
  await line.write(head(upload, { 'Content-Length': bytes.length }))
  const trickling = line.trickle(bytes, 1, 100)
  expect(await line.ended()).toBeLessThan(2 * impatience.paceWindowMs + late)
  expect([await trickling, line.received]).toEqual([false, ''])
})

test.concurrent('an upload that is slow but moves lives, however long it takes as a whole', async () => {
  const bytes = await body(3, 200, 150)
  const line = await Line.open(child.address)
  const began = performance.now()
  await line.write(head(upload, { 'Content-Length': bytes.length }))
  // 5 KB/s, in pieces of one segment.
  expect(await line.trickle(bytes, 536, 107)).toBe(true)
  await line.until(/"status":1/)
  const longest = Math.max(impatience.headersTimeoutMs, impatience.idleTimeoutMs, impatience.keepAliveTimeoutMs)
  expect(performance.now() - began).toBeGreaterThan(longest + 500)
  line.hangUp()
})

test.concurrent('a client that never reads its answer is cut', async () => {
  const line = await Line.open(child.address)
  line.stopReading()
  await line.write(head('/large.bin', {}, 'GET').repeat(8))
  // Node grants a second turn to whoever took bytes in the first; each silent connection here outlives three quarters of one.
  for (let time = 0; time < 6; time += 1) await (await Line.open(child.address)).ended()
  line.readOn()
  await line.ended()
  expect(line.received.length).toBeLessThan(8 * 12 * 1024 * 1024)
})

test('the real limits spare whoever has 2G', () => {
  const portalWaitsMs = 45_000
  const segment = 536
  expect(http.idleTimeoutMs).toBeGreaterThan(portalWaitsMs)
  expect(http.headersTimeoutMs).toBeGreaterThan(portalWaitsMs)
  expect(http.paceBytes).toBeLessThan(segment * Math.floor(http.paceWindowMs / portalWaitsMs))
  expect(Object.keys(http)).not.toContain('requestTimeoutMs')
})
