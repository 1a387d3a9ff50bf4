import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { hashCode, sameSecret } from '../src/codes/otp.ts'
import { openPglite } from '../src/database/pglite.ts'
import { inventStudents, oneCampus } from './setup/campus.ts'
import {
  Browser,
  enrolAndConfirm,
  from,
  type PostOptions,
  type Reply,
  readCode,
  reducedBody,
  type SampleStudent as Sample,
  students,
} from './setup/visitor.ts'

// Hundreds of calls in one test: a machine that does other work as well takes longer than the usual
// five seconds.
vi.setConfig({ testTimeout: 60_000 })

const minute = 60_000
const day = 24 * 60 * minute
const everybody = inventStudents(84)
const [carried, mistyping] = [everybody.slice(0, 40), everybody.slice(44)]
const [pursued, hunted, beside, known] = everybody.slice(40, 44) as [Sample, Sample, Sample, Sample]
const { server, visitor } = await oneCampus(everybody)

/** A botnet: no limit by address ever stops it. */
const anyone = (index: number) => from(`100.${index % 256}.${(index >> 8) % 256}.7`)
const code = (number: number) => String(number % 10_000).padStart(4, '0')
const guess = (student: Sample, otp: string, index: number) => visitor.give(student, otp, anyone(index))

describe('brute force of a code', () => {
  test('from two thousand addresses, two hundred at the same moment, gets three answers', async () => {
    const { aminata } = students
    await visitor.save(aminata, '76000001')
    const right = Number(await readCode(server, '76000001'))
    const replies: Reply[] = []
    // More at once overflow the queue of connections that this machine has not accepted yet.
    for (let from = 1; from <= 2000; from += 200) {
      const salvo = Array.from({ length: 200 }, (_, step) => guess(aminata, code(right + from + step), from + step))
      replies.push(...(await Promise.all(salvo)))
    }
    expect(replies.filter(({ http }) => http === 200).map(({ json }) => json.status)).toEqual([0, 0, 0])
    const refused = replies.filter(({ http }) => http === 429)
    expect(refused).toHaveLength(1997)
    expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
    expect((await guess(aminata, code(right), 1)).http).toBe(429)
    server.advance(day)
  })

  test('with patience gets ten guesses a day, at codes that live half an hour, and new codes buy no others', async () => {
    const { moussa } = students
    let judged = 0
    for (let quarter = 0; quarter < 96; quarter += 1) {
      if (quarter % 4 === 0) await visitor.save(moussa, '76000002')
      const right = Number(await readCode(server, '76000002'))
      for (let step = 1; step <= 6; step += 1) {
        const { http, json } = await guess(moussa, code(right + step), quarter)
        if (http === 200) judged += 1
        expect(json.status).toBe(0)
      }
      server.advance(15 * minute)
    }
    expect(judged).toBe(10)
    server.advance(day)
  })

  test('with one code for everybody ends for that address, and not for those who enrolled there', async () => {
    const campus = from('198.51.100.20')
    await visitor.save(students.seydou, '76000004', {}, campus)
    await visitor.save(students.mariam, '76000005', {}, from('198.51.100.21'))
    const owner = new Browser(server)
    await owner.save(students.ibrahim, '76000006', {}, from('198.51.100.22'))
    const walk = Array.from({ length: 300 }, (_, index) => ({ matricule: `PARTOUT${code(index)}` }))
    await Promise.all(walk.map(one => visitor.give(one, '1234', campus)))
    const try1 = async (student: Sample, phone: string) => visitor.give(student, await readCode(server, phone), campus)
    expect((await try1(students.mariam, '76000005')).http).toBe(429)
    expect((await try1(students.seydou, '76000004')).status).toBe(1)
    const right = await readCode(server, '76000006')
    const wrong = await owner.give(students.ibrahim, code(Number(right) + 1), campus)
    expect(wrong.status, 'saved from another mast').toBe(0)
    expect((await owner.give(students.ibrahim, right, campus)).status).toBe(1)
  })

  test('does not end for a carrier where one in five mistypes, and who confirms', async () => {
    const carrier = from('198.51.100.23')
    const mistype = (turn: number) => visitor.give({ matricule: `PERSONNE${code(turn)}` }, '1234', carrier)
    for (let turn = 0; turn < 340; turn += 1) {
      expect((await mistype(turn)).http, `turn ${turn}`).toBe(200)
      const student = carried[turn]
      if (student) await enrolAndConfirm(server, visitor, student, `7900${code(turn)}`, carrier)
    }
    expect((await mistype(340)).http).toBe(429)
  })

  test('and tries of others at matricules keep no confirmed student from sending photographs', async () => {
    const mast = from('198.51.100.24')
    const owner = new Browser(server)
    await enrolAndConfirm(server, owner, students.abdoulaye, '76000007')
    const finish = (matricule: string, who = visitor) => who.finish({ matricule }, mast)
    const walk = await Promise.all(Array.from({ length: 310 }, (_, index) => finish(`PARTOUT${code(index)}`)))
    expect(walk.filter(({ http }) => http === 429)).toHaveLength(10)
    // Another browser is not even told that it exists.
    expect((await finish(students.abdoulaye.matricule)).http).toBe(429)
    expect((await finish(students.abdoulaye.matricule, owner)).json.msg).toMatch(/^Documents manquants/)
  })
})

test('codes are compared as a whole, whatever their length', () => {
  expect(sameSecret('a', 'a')).toBe(true)
  for (const other of ['', 'b', 'aa', 'a'.repeat(10_000)]) expect(sameSecret('a', other)).toBe(false)
  const hash = hashCode(Buffer.alloc(32), 'BKO2026T001', '1234')
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(hash).not.toBe(hashCode(Buffer.alloc(32), 'BKO2026T002', '1234'))
  expect(hash).not.toBe(hashCode(Buffer.alloc(32, 1), 'BKO2026T001', '1234'))
})

describe('a place that is guessed for a known matricule', () => {
  const guessed = Array.from({ length: 2000 }, (_, index) => String(5000 + index))
  const save = (student: Sample, numPlace: string, where: PostOptions, phone = '76000009', who = visitor) =>
    who.call('enrolement/add', reducedBody({ ...student, numPlace }, phone), where)
  const judgedOf = (replies: readonly Reply[]) => replies.filter(({ http }) => http === 200).length

  test('all day from forty networks, gets few answers, and the student enrols at the first try at any hour', async () => {
    // A /48 is one network, whatever addresses it has.
    const addresses = Array.from({ length: 39 }, (_, index) => () => `100.7.${index}.1`)
    const site = (guess: number) => `2001:db8:7:${(guess % 250).toString(16)}00::1`
    const networks = [site, ...addresses]
    let judged = 0
    for (let quarter = 0; quarter < 96; quarter += 1) {
      const places = guessed.slice(quarter * 20, quarter * 20 + 20)
      const tries = places.map((place, at) => save(hunted, place, from(networks[(quarter * 20 + at) % 40]?.(at) ?? '')))
      judged += judgedOf(await Promise.all(tries))
      const own = from(`41.73.${quarter}.9`)
      if (quarter % 4 === 3) {
        const { status } = await save(hunted, hunted.numPlace, own, String(76_100_000 + quarter))
        expect(status, `quarter ${quarter}`).toBe(1)
      }
      server.advance(15 * minute)
    }
    expect(judged).toBeGreaterThanOrEqual(100)
    expect(judged).toBeLessThanOrEqual(100 + 40 * 5)
  })

  test('at the address of the student: who has looked the place up enrols, and who has saved corrects the number', async () => {
    const campus = from('198.51.100.30')
    const [finds, saved] = [new Browser(server), new Browser(server)]
    expect((await saved.save(known, '76000011', {}, from('41.73.200.1'))).status).toBe(1)
    for (const student of [beside, known])
      expect(judgedOf(await Promise.all(guessed.slice(0, 30).map(place => save(student, place, campus))))).toBe(10)
    expect((await finds.save(beside, '76000012', {}, campus)).http).toBe(429)
    expect((await finds.search(beside, campus)).status).toBe(1)
    // What a look-up has told of one place opens no other, and no other student.
    for (const student of [beside, known]) expect((await save(student, '1', campus, '76000014', finds)).http).toBe(429)
    expect((await finds.save(beside, '76000012', {}, campus)).status).toBe(1)
    expect((await saved.save(known, '76000013', {}, campus)).status).toBe(1)
  })

  test('after some of the student’s own, and from forty tablets behind one address, holds no one up', async () => {
    const campus = from('198.51.100.31')
    for (const student of mistyping) {
      expect(judgedOf([await save(student, '1', campus), await save(student, '2', campus)])).toBe(2)
      expect((await save(student, student.numPlace, campus, `7950${student.numPlace.slice(-4)}`)).status).toBe(1)
    }
  })
})

test('nobody can have codes sent to many phones with one matricule', async () => {
  const send = (index: number) => visitor.save(pursued, String(77_000_000 + index), {}, anyone(index))
  for (let index = 0; index < 20; index += 1) expect((await send(index)).status).toBe(1)
  const { http, headers } = await send(20)
  expect([http, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
  expect(server.shown.filter(({ phone }) => phone.startsWith('770000'))).toHaveLength(20)
})

test('who steals the database reads no code in it, and attempts of the day before are gone from it', async () => {
  server.advance(day + minute)
  // As each hour does.
  await server.restart()
  await visitor.give({ matricule: 'PERSONNE0000' }, '0000')
  const sent = server.shown.map(({ text }) => /\b\d{4}\b/.exec(text)?.[0] ?? '')
  expect(sent.length).toBeGreaterThan(40)
  const shown = await (await fetch(server.codes)).text()
  expect(shown).toContain('votre code est')
  const folder = join(server.dataDir, 'pg')
  await server.pause()
  const database = await openPglite(server.dataDir)
  const attempts = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM attempts')
  const rows = await database.query<{ row: string }>('SELECT to_jsonb(sms_outbox)::text AS row FROM sms_outbox')
  await database.close()
  expect(attempts[0]?.count).toBe(1)
  expect(rows.length).toBeGreaterThan(40)
  for (const { row } of rows) expect(row).not.toMatch(/votre code|\b\d{4} ?\./)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    expect((await readFile(join(entry.parentPath, entry.name))).includes('votre code est'), entry.name).toBe(false)
  }
  await server.resume()
})
