import { afterEach, expect, test } from 'vitest'
import { heldBodies } from '../src/limits/held-bodies.ts'
import { bodyBytes } from '../src/limits/limits.ts'
import { confirmAll, importStudents, inventStudent, inventStudents, oneServer } from './setup/campus.ts'
import { type Line, startBody } from './setup/line.ts'
import { photograph } from './setup/photographs.ts'
import { uploadBody } from './setup/visitor.ts'

/**
 * Clients that fill the memory for bodies and then wait: on real sockets, with less memory to fill
 * than in earnest.
 */

const upload = '/2021/v1/etudiant/files/upload'
const mega = 1024 * 1024
const { together, stalledMs } = bodyBytes
const campus = inventStudents(40)
const { server, visitor } = await oneServer({ patience: { stopMs: 200 } })
await importStudents(server.dataDir, campus)
await confirmAll(server, campus)

let lines: Line[] = []
afterEach(async () => {
  for (const line of lines) line.hangUp()
  lines = []
  await expect.poll(() => heldBodies.fullness).toBe(0)
  Object.assign(bodyBytes, { together, stalledMs })
})

/** Most of a large body, and then nothing. */
async function hoard(from: string, bytes: number): Promise<Line> {
  const line = await startBody(server.address, upload, Buffer.alloc(bytes + 1000, 'A'), bytes, { from })
  lines.push(line)
  return line
}
/** To the last bit that a photograph could find room in. */
async function fill(from: string): Promise<void> {
  for (const bytes of [1900, 200, 20]) for (let nth = 0; nth < 12; nth += 1) await hoard(from, bytes * 1024)
}
const isFull = (share: number) => expect.poll(() => heldBodies.fullness).toBeGreaterThan(share)

const photo = (index: number, width = 640, height = 480) => photograph(index, width, height)
const send = async (index: number) => visitor.send(inventStudent(index), 'attest', await photo(index))
const told = () => server.metric('portal_security_events_total{event="uploadHoarding"}')

test('one address cannot keep the others out, however much it holds', async () => {
  bodyBytes.together = 16 * mega
  const before = await told()
  await fill('127.0.0.66')
  await isFull(0.6)
  expect(await send(0)).toMatchObject({ http: 200, json: { status: 1 } })
  expect(await told()).toBeGreaterThan(before)
})

test('nor whoever stands behind it, once the bodies have not moved for a while', async () => {
  Object.assign(bodyBytes, { together: 16 * mega, stalledMs: 0 })
  await fill('127.0.0.1')
  await isFull(0.6)
  expect(await send(1)).toMatchObject({ http: 200, json: { status: 1 } })
})

test('several addresses can only until theirs have not moved for a while, and a campus on 2G is not cut', async () => {
  Object.assign(bodyBytes, { together: 16 * mega })
  const tablets: [line: Line, rest: Buffer][] = []
  for (let nth = 0; nth < 30; nth += 1) {
    const body = uploadBody(inventStudent(nth), 'attest', await photo(nth, 320, 240))
    const half = body.length >> 1
    const tablet = await startBody(server.address, upload, body, half, { from: '127.0.0.77' })
    lines.push(tablet)
    tablets.push([tablet, body.subarray(half)])
  }
  await fill('127.0.0.81')
  await isFull(0.6)
  await fill('127.0.0.82')
  await isFull(0.8)
  // All stand still alike: who holds the most makes room.
  bodyBytes.stalledMs = 0
  for (let nth = 30; nth < 40; nth += 1) expect((await send(nth)).status).toBe(1)
  for (const [tablet, rest] of tablets) {
    await tablet.write(rest)
    await tablet.until(/"status":1/)
  }
})
