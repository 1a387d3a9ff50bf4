import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { http, type Patience } from '../../src/limits/limits.ts'
import { confirmAll, importStudents, inventStudent, oneChild } from '../setup/campus.ts'
import { serveImpatiently } from '../setup/child.ts'
import { head, Line, startBody } from '../setup/line.ts'
import { photograph } from '../setup/photographs.ts'
import { startServer, type TestServer } from '../setup/server.ts'
import { documentLines } from '../setup/stored.ts'
import { uploadBody, Visitor } from '../setup/visitor.ts'

/**
 * Real sockets. Whoever is to be cut meets a process with the limits of `impatient.ts`, and is
 * waited for as long as the runner bears it; whoever is to be spared meets limits that no slow
 * machine reaches.
 */

const students = [inventStudent(0)]
const upload = '/2021/v1/etudiant/files/upload'
const large = 12 * 1024 * 1024
const hour = 3_600_000
const never = { headersTimeoutMs: hour, idleTimeoutMs: hour, paceWindowMs: hour }
const { child, folders } = await oneChild({}, serveImpatiently)
await writeFile(join(folders.distDir, 'large.bin'), Buffer.alloc(large, 'large'))
await importStudents(folders.dataDir, students)
await confirmAll(child, students)

/** For one test, in this process, with limits of its own. */
async function withServer(patience: Partial<Patience>, work: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await startServer({ patience })
  try {
    await importStudents(server.dataDir, students)
    await confirmAll(server, students)
    await work(server)
  } finally {
    await server.stop()
  }
}

const documents = () => documentLines(folders.dataDir)
const body = async (seed: number, width = 120, height = 90) =>
  uploadBody(inventStudent(0), 'attest', await photograph(seed, width, height))

test('while a hundred clients are in the middle of their headers and one of its upload, everybody else is answered', async () =>
  withServer(never, async server => {
    const bytes = await body(4)
    const lines = await Promise.all(Array.from({ length: 100 }, () => Line.open(server.address)))
    for (const line of lines) await line.write('POST /2021/v1/etudiant/liste/serie HTTP/1.1\r\nHost: localhost\r\n')
    const halfway = await startBody(server.address, upload, bytes, bytes.length >> 1)
    expect((await new Visitor(server).call('enrolement/chrono', {})).http).toBe(200)
    expect(lines.filter(line => line.isOpen)).toHaveLength(100)
    await halfway.write(bytes.subarray(bytes.length >> 1))
    await halfway.until(/"status":1/)
    for (const line of [...lines, halfway]) line.hangUp()
  }))

// Each waits for its own connection alone: together they take as long as the longest.
test.concurrent('a hundred clients that never end their headers are cut', async () => {
  const lines = await Promise.all(Array.from({ length: 100 }, () => Line.open(child.address)))
  const dripping = lines.map(async line => {
    await line.write('POST /2021/v1/etudiant/liste/serie HTTP/1.1\r\nHost: localhost\r\n')
    return line.trickle(Buffer.from('X-A: b\r\n'.repeat(1000)), 1, 200)
  })
  await Promise.all(lines.map(line => line.ended()))
  expect(await Promise.all(dripping)).not.toContain(true)
  for (const { received } of lines) expect(received).toMatch(/^(HTTP\/1\.1 408 .*)?/)
})

test.concurrent('a connection on which nobody says anything is cut', async () => {
  const line = await Line.open(child.address)
  await line.ended()
})

test.concurrent('an upload in which no byte moves is cut without an answer, and nothing of it is kept', async () => {
  const before = await documents()
  const bytes = await body(1)
  const line = await startBody(child.address, upload, bytes, bytes.length >> 1)
  await line.ended()
  expect(line.received).toBe('')
  expect(await documents()).toEqual(before)
})

test.concurrent('an upload that trickles byte by byte to hold its place is cut', async () => {
  const bytes = await body(2)
  const line = await startBody(child.address, upload, bytes, 0)
  const trickling = line.trickle(bytes, 1, 100)
  await line.ended()
  expect([await trickling, line.received]).toEqual([false, ''])
})

test.concurrent('an upload that is slow but moves lives, however long it takes as a whole', async () => {
  const longest = 8000
  const limits = { headersTimeoutMs: 1000, keepAliveTimeoutMs: 1000, idleTimeoutMs: longest, paceWindowMs: longest }
  await withServer({ ...limits, checkMs: 50 }, async server => {
    const bytes = await body(3, 200, 150)
    const line = await startBody(server.address, upload, bytes, 0)
    // The pauses alone are longer than every limit, and each is a fiftieth of what may pass without
    // a byte.
    const [pieces, pause] = [60, longest / 50]
    expect(await line.trickle(bytes, Math.ceil(bytes.length / pieces), pause)).toBe(true)
    await line.until(/"status":1/)
    line.hangUp()
  })
})

test.concurrent('a client that never reads its answer is cut', async () => {
  const line = await Line.open(child.address)
  line.stopReading()
  await line.write(head('/large.bin', {}, 'GET').repeat(8))
  // Node grants a second turn to whoever took bytes in the first; each silent connection here
  // outlives three quarters of one.
  for (let time = 0; time < 6; time += 1) await (await Line.open(child.address)).ended()
  line.readOn()
  await line.ended()
  expect(line.received.length).toBeLessThan(8 * large)
})

test('the real limits spare whoever has 2G', () => {
  const portalWaitsMs = 45_000
  const segment = 536
  expect(http.idleTimeoutMs).toBeGreaterThan(portalWaitsMs)
  expect(http.headersTimeoutMs).toBeGreaterThan(portalWaitsMs)
  expect(http.paceBytes).toBeLessThan(segment * Math.floor(http.paceWindowMs / portalWaitsMs))
  expect(Object.keys(http)).not.toContain('requestTimeoutMs')
})
