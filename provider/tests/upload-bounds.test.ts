import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { uploadParts } from '../src/limits/limits.ts'
import { oneServer } from './setup/campus.ts'
import { eachDatabase } from './setup/databases.ts'
import { append, ask, create, state, tryCreate } from './setup/parts.ts'
import { base64Photograph } from './setup/photographs.ts'
import { enrolAndConfirm, students, uploadBody } from './setup/visitor.ts'

/**
 * Uploads that are created and never end: what they may occupy, and what becomes of a student
 * beside them.
 */

const usual = { ...uploadParts }
const flood = '127.0.0.66'

describe.each(await eachDatabase())('uploads that never end, on %s', async (_, database) => {
  const { server, visitor } = await oneServer(database)
  await enrolAndConfirm(server, visitor, students.aminata, '70000001')
  const text = uploadBody(students.aminata, 'attest', await base64Photograph(1))
  beforeEach(() => server.database.query('DELETE FROM uploads'))
  afterEach(() => Object.assign(uploadParts, usual))

  const kept = async () => {
    const [row] = await server.database.query<{ rows: number; bytes: number }>(
      `SELECT count(*)::int AS rows, (SELECT coalesce(sum(length(bytes)), 0)::int FROM upload_pieces) AS bytes FROM uploads`,
    )
    return row
  }
  const alarms = () => server.metric('portal_security_events_total{event="uploadHoarding"}')
  const begun = (from: string, bytes: number) =>
    create(server, { length: bytes + 1, content: Buffer.alloc(bytes, 'x'), from })

  const statesOf = (...paths: string[]) => Promise.all(paths.map(async path => (await state(server, path)).http))

  test('a flood from one address keeps no student behind it from sending, and stays small', async () => {
    Object.assign(uploadParts, { emptyPerAddress: 100 })
    const before = await alarms()
    const path = await create(server, { length: text.length, from: flood })
    const part = Math.ceil(text.length / 10)
    const begin = (one: number) =>
      tryCreate(server, { length: 900_000, from: flood, ...(one % 2 && { content: Buffer.from('x') }) })
    for (let at = 0; at < text.length; at += part) {
      const offset = Math.min(text.length, at + part)
      const came = await append(server, path, at, text.subarray(at, offset), { from: flood })
      expect(came).toMatchObject({ http: 204, offset })
      await Promise.all(Array.from({ length: 100 }, (_, one) => begin(one)))
    }
    expect(await ask(server, path, text.length)).toMatchObject({ http: 200, complete: true, json: { status: 1 } })
    // A few more than allowed, where creations met.
    expect((await kept())?.rows).toBeLessThan(uploadParts.emptyPerAddress * 2)
    expect(await alarms()).toBeGreaterThan(before)
  })

  test('of those that have begun, the ones with the fewest bytes make room, never the new one', async () => {
    Object.assign(uploadParts, { pieceBytes: 1000, begunPerAddress: 3, emptyPerAddress: 8 })
    const great = await begun(flood, 5000)
    const small = await begun(flood, 1000)
    const middle = await begun(flood, 3000)
    const other = await begun('127.0.0.1', 1000)
    await begun(flood, 1500)
    const newest = await create(server, { length: 10, from: flood })
    expect(await statesOf(great, small, middle, other, newest)).toEqual([204, 404, 204, 204, 204])
  })

  test('of those of which nothing has come the oldest make room, also when a byte has', async () => {
    Object.assign(uploadParts, { emptyPerAddress: 2 })
    const [first, second, third] = [
      await create(server, { length: 10, content: Buffer.from('x'), from: flood }),
      await create(server, { length: 10, from: flood }),
      await create(server, { length: 10, from: flood }),
    ]
    expect(await statesOf(first, second, third)).toEqual([404, 204, 204])
  })

  test('beyond its bytes an address loses its greatest, whatever else arrives', async () => {
    Object.assign(uploadParts, { bytesPerAddress: 10_000 })
    const great = await begun(flood, 5000)
    const middle = await begun(flood, 3000)
    const other = await begun('127.0.0.1', 9000)
    const newest = await create(server, { length: 4000, from: flood })
    expect(await append(server, newest, 0, Buffer.alloc(4000), { from: flood })).toMatchObject({ http: 204 })
    expect(await statesOf(great, middle, other, newest)).toEqual([404, 204, 204, 204])
  })

  test('answers that are kept are bounded as well', async () => {
    Object.assign(uploadParts, { answeredPerAddress: 2 })
    const paths: string[] = []
    for (let nth = 0; nth < 4; nth += 1) {
      const path = await create(server, { length: 2, content: Buffer.from('[]') })
      await ask(server, path, 2)
      paths.push(path)
    }
    await create(server, { length: 2 })
    expect(await statesOf(...paths)).toEqual([404, 404, 404, 204])
  })

  test('once all together is used up, none may begin, and those that have begun may end', async () => {
    const path = await create(server, { length: text.length, content: text.subarray(0, 5000) })
    uploadParts.bytesTogether = 4000
    await expect.poll(async () => (await tryCreate(server, { length: 10 })).http).toBe(503)
    expect(await tryCreate(server, { length: 10 })).toMatchObject({
      complete: false,
      headers: { 'retry-after': String(uploadParts.retryAfterSeconds) },
      json: { status: 0 },
    })
    uploadParts.bytesBeyond = 500
    expect(await append(server, path, 5000, text.subarray(5000))).toMatchObject({
      http: 503,
      offset: 5000,
      complete: false,
    })
    Object.assign(uploadParts, usual)
    expect(await append(server, path, 5000, text.subarray(5000), { isLast: true })).toMatchObject({
      json: { status: 1 },
    })
  })

  test('old ones go when others are created', async () => {
    await begun(flood, 5000)
    server.advance(uploadParts.ageMs + 1000)
    await expect
      .poll(async () => {
        await create(server, { length: 10 })
        return (await kept())?.bytes
      })
      .toBe(0)
  })
})
