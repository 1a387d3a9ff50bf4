import { afterEach, expect, test } from 'vitest'
import { heldBodies } from '../src/limits/held-bodies.ts'
import { bodyBytes, http } from '../src/limits/limits.ts'
import { hasKeptPace } from '../src/limits/pace.ts'
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
  for (let nth = 0; nth < 12; nth += 1) await hoard(`127.0.0.${81 + (nth % 6)}`, 1900 * 1024)
  await isFull(0.8)
  // All stand still alike: who holds the most makes room.
  bodyBytes.stalledMs = 0
  for (let nth = 30; nth < 40; nth += 1) expect((await send(nth)).status).toBe(1)
  for (const [tablet, rest] of tablets) {
    await tablet.write(rest)
    await tablet.until(/"status":1/)
  }
})

test('the pace rises with what is held and with how little is left, and spares whoever has 2G', () => {
  const pace = (held: number, fullness: number, seconds: number, moved: number) =>
    hasKeptPace(http, { held, fullness, ms: seconds * 1000, moved })
  // Of each minute a quarter in which something moves.
  const stalled = (seconds: number, perSecond: number) =>
    (15 * Math.floor(seconds / 60) + Math.max(0, (seconds % 60) - 45)) * perSecond
  for (const fullness of [0, 0.7, 1]) {
    for (const seconds of [60, 90, 120, 180]) {
      // A hundred tablets at 3 kB/s with a photograph of the portal each, and the largest one at 1
      // kB/s.
      expect(pace(0.4 * mega, fullness, seconds, stalled(seconds, 3000))).not.toBe('tooSlow')
      expect(pace(6.9 * mega, fullness, seconds, stalled(seconds, 1000))).not.toBe('tooSlow')
    }
    expect(pace(0, fullness, 180, 4 * 536)).toBe('kept')
    expect(pace(6.9 * mega, fullness, 180, 4 * 536)).toBe('tooSlow')
  }
  expect([pace(0, 0.5, 90, 0), pace(0, 1, 90, 0)]).toEqual(['tooEarly', 'tooSlow'])
})
