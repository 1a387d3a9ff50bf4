import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { uploadParts } from '../src/limits/limits.ts'
import { confirmAll, inventStudents, listOf, oneServer } from './setup/campus.ts'
import { eachDatabase } from './setup/databases.ts'
import { append, ask, create, state, tryCreate } from './setup/parts.ts'
import { base64Photograph } from './setup/photographs.ts'
import { endlessBody, enrolAndConfirm, students, uploadBody } from './setup/visitor.ts'

/**
 * Uploads that are created and never end: what they may occupy, and what becomes of a student
 * beside them.
 */

const usual = { ...uploadParts }
const flood = '127.0.0.66'

describe.each(await eachDatabase())('uploads that never end, on %s', async (_, database) => {
  const { server, visitor } = await oneServer(database)
  const campus = inventStudents(10)
  await server.operate({ name: 'import', text: listOf(campus) })
  await confirmAll(server, campus)
  await enrolAndConfirm(server, visitor, students.aminata, '70000001')
  const text = uploadBody(students.aminata, 'attest', await base64Photograph(1))
  /** Of another network, whose parts make the process look at what there is. */
  const beside = { path: '', bytes: 0 }
  const lookAgain = async () => {
    server.advance(11_000)
    beside.bytes = (await append(server, beside.path, beside.bytes, Buffer.from('x'))).offset ?? Number.NaN
  }
  const bound = async (bounds: Partial<typeof uploadParts>) => {
    Object.assign(uploadParts, bounds)
    await lookAgain()
  }
  beforeEach(async () => {
    await server.database.query('DELETE FROM uploads')
    Object.assign(beside, { path: await create(server, { length: 1000, from: '127.0.0.9' }), bytes: 0 })
  })
  afterEach(() => Object.assign(uploadParts, usual))

  const kept = async () => {
    const [row] = await server.database.query<{ rows: number; bytes: number }>(
      `SELECT count(*)::int AS rows, (SELECT coalesce(sum(length(bytes)), 0)::int FROM upload_pieces) AS bytes FROM uploads`,
    )
    return row
  }
  const alarms = (event = 'uploadHoarding') => server.metric(`portal_security_events_total{event="${event}"}`)
  const begun = (from: string, bytes: number) =>
    create(server, { length: bytes + 1, content: endlessBody(students.aminata, bytes), from })

  const statesOf = (...paths: string[]) => Promise.all(paths.map(async path => (await state(server, path)).http))

  test('a flood from one address keeps no student behind it from sending, and stays small', async () => {
    await bound({ bytesTogether: 200 * uploadParts.pieceBytes, leastBytes: 0 })
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
      await lookAgain()
    }
    expect(await ask(server, path, text.length)).toMatchObject({ http: 200, complete: true, json: { status: 1 } })
    await expect.poll(async () => (await kept())?.rows).toBeLessThan(200)
    expect(await alarms()).toBeGreaterThan(before)
  })

  test.each([
    ['greater ones', 5000],
    ['smaller ones', 1500],
    ['some of which nothing has come', 0],
  ])('of students behind one address, whoever has most makes room, with %s', async (_, bytes) => {
    await bound({ pieceBytes: 1000, bytesTogether: 12_000, leastBytes: 0 })
    const [first, second] = campus.map(one => endlessBody(one, 3500)) as [Buffer, Buffer]
    const others = [
      await create(server, { length: 4000, content: first, from: flood }),
      await create(server, { length: 4000, content: second, from: flood }),
    ]
    // A stranger who knows one matricule.
    const content = bytes > 0 ? endlessBody(students.aminata, bytes) : Buffer.alloc(0)
    for (let nth = 0; nth < 9; nth += 1) await tryCreate(server, { length: 9000, content, from: flood })
    await lookAgain()
    await expect.poll(async () => (await kept())?.rows).toBeLessThan(9)
    expect(await statesOf(...others)).toEqual([204, 204])
  })

  test('of those of which nothing has come the oldest make room, also when a byte has', async () => {
    await bound({ bytesTogether: 4 * uploadParts.pieceBytes, leastBytes: 0 })
    const [first, second, third] = [
      await create(server, { length: 10, content: Buffer.from('x'), from: flood }),
      await create(server, { length: 10, from: flood }),
      await create(server, { length: 10, from: flood }),
    ]
    await lookAgain()
    await expect.poll(() => statesOf(first, second, third)).toEqual([404, 204, 204])
  })

  test('beyond its share of bytes an address loses its greatest, whatever else arrives', async () => {
    await bound({ pieceBytes: 1000, bytesTogether: 19_000, leastBytes: 0 })
    const great = await begun(flood, 5000)
    const middle = await begun(flood, 3000)
    const other = await begun('127.0.0.1', 5000)
    const newer = await begun(flood, 4000)
    const newest = await create(server, { length: 4000, from: flood })
    await lookAgain()
    await expect.poll(() => statesOf(great, middle, other, newer, newest)).toEqual([404, 204, 204, 204, 204])
  })

  test('answers that are kept are bounded as well', async () => {
    await bound({ pieceBytes: 1000, answerBytes: 1000, bytesTogether: 5000, leastBytes: 0 })
    const paths: string[] = []
    for (let nth = 0; nth < 4; nth += 1) {
      const path = await create(server, { length: 2, content: Buffer.from('[]') })
      await ask(server, path, 2)
      paths.push(path)
    }
    const before = await alarms()
    await lookAgain()
    await expect.poll(() => statesOf(...paths)).toEqual([404, 404, 204, 204])
    expect(await alarms()).toBe(before)
  })

  test.each([
    ['bytes', 30_000],
    ['number', 0],
  ])(
    'twenty networks that use up all by %s make room for a student, for a campus, and for what has begun',
    async (_, bytes) => {
      await bound({ pieceBytes: 5000, bytesTogether: 2_000_000, bytesBeyond: 0, leastBytes: 60_000 })
      const text = uploadBody(students.aminata, 'attest', await base64Photograph(1, 160, 120))
      expect(text.length).toBeLessThan(40_000)
      const before = await alarms()
      const path = await create(server, { length: text.length })
      // One of the attackers has the address of the campus.
      const attackers = Array.from({ length: 20 }, (_, one) => `127.0.1.${one + 1}`)
      const [at = ''] = attackers
      const tablets = campus.map(one => endlessBody(one, 5500))
      const begunThere = await Promise.all(tablets.map(content => create(server, { length: 9000, content, from: at })))
      const content = bytes > 0 ? endlessBody(students.aminata, bytes) : Buffer.alloc(0)
      const hoard = (from: string) => tryCreate(server, { length: 900_000, content, from })
      const part = Math.ceil(text.length / 8)
      for (let offset = 0; offset < text.length; offset += part) {
        for (const from of [...attackers, ...attackers, ...attackers]) await hoard(from)
        server.advance(3000)
        const end = Math.min(text.length, offset + part)
        // What a process knows of all together may be seconds old: the portal asks again.
        let stands = offset
        const goOn = async () => {
          stands = (await append(server, path, stands, text.subarray(stands, end))).offset ?? Number.NaN
          return stands
        }
        await expect.poll(goOn).toBe(end)
        await expect.poll(async () => (await tryCreate(server, { length: 10 })).http).toBe(201)
      }
      expect(await ask(server, path, text.length)).toMatchObject({ http: 200, complete: true, json: { status: 1 } })
      expect(await statesOf(...begunThere)).toEqual(tablets.map(() => 204))
      expect(await alarms()).toBeGreaterThan(before)
      expect((await kept())?.bytes).toBeLessThan(4_000_000)
    },
  )

  test('once all together is used up by as many networks, none may begin, and those that have begun may end', async () => {
    const path = await create(server, { length: text.length, content: text.subarray(0, 5000) })
    uploadParts.bytesTogether = 4000
    const before = await alarms('uploadsFull')
    await expect.poll(async () => (await tryCreate(server, { length: 10 })).http).toBe(503)
    expect(await alarms('uploadsFull')).toBeGreaterThan(before)
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
