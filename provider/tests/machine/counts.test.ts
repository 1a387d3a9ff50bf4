import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowances } from '../../src/limits/allowances.ts'
import { inventStudents, makeFolders } from '../setup/campus.ts'
import { type Child, endCleanly, serveChild } from '../setup/child.ts'
import { harvest, isFound, mostNames, searchFor } from '../setup/harvest.ts'
import { addStudents, type Cluster, startCluster } from '../setup/postgres.ts'
import { startServer } from '../setup/server.ts'
import { completeBody, from, readCode, type SampleStudent, students, Visitor } from '../setup/visitor.ts'

/** What two processes on one PostgreSQL server must count together. */

const minute = 60_000
const invented = inventStudents(900)

describe('two processes on one database', () => {
  let cluster: Cluster
  let folders: Awaited<ReturnType<typeof makeFolders>>
  let both: Child[]
  beforeAll(async () => {
    cluster = await startCluster()
    folders = await makeFolders()
    const env = { ...folders.env, DATABASE_URL: cluster.url, TRUST_PROXY: '1' }
    both = [await serveChild(env), await serveChild(env)]
    await addStudents(cluster.url, invented)
  }, 180_000)
  afterAll(async () => {
    await Promise.all(both.map(endCleanly))
    await cluster.stop()
    await folders.remove()
  })

  test('tell a harvester no more than one would', async () => {
    const visitors = both.map(child => new Visitor(child))
    let found = 0
    await harvest(invented.slice(0, 500), async (student, index) => {
      const at = visitors[index % 2] as Visitor
      if (isFound(await searchFor(at, student, from('198.51.100.60')))) found += 1
    })
    expect(found).toBeLessThan(mostNames)
  })

  test('let an address miss no more often than one would', async () => {
    const visitors = both.map(child => new Visitor(child))
    const address = from('198.51.100.62')
    const answers: number[] = []
    for (let turn = 0; turn < 400; turn += 1) {
      const place = { anneeBac: '2026', numPlace: String(500_000 + turn), serie: 'TSE', ae: 'BKORD' }
      answers.push((await (visitors[turn % 2] as Visitor).call('search/matricule', place, address)).http)
    }
    const missed = answers.filter(http => http === 200).length
    // A purse that refills while the test runs gives back one in half a minute.
    expect(missed).toBeGreaterThanOrEqual(allowances.misses.base)
    expect(missed).toBeLessThan(allowances.misses.base + 20)
    expect(answers.at(-1)).toBe(429)
  })

  test('show a file while what it costs cannot be written', async () => {
    const [child] = both
    const student = students.fatoumata
    if (!child) throw new Error('nobody is there')
    const visitor = new Visitor(child)
    const home = from('198.51.100.63')
    await visitor.call('enrolement/add', completeBody(student, '76000063'), home)
    await visitor.call('otp/valide', { matricule: student.matricule, otp: await readCode(child, '76000063') }, home)
    const keeper = new pg.Client(cluster.url)
    await keeper.connect()
    try {
      await keeper.query('BEGIN')
      await keeper.query('LOCK TABLE address_accounts IN EXCLUSIVE MODE')
      // Somebody who pays: the lock is let go only after the answer.
      const { matricule } = student
      const { http, json } = await visitor.call('enrolement/statut', { matricule }, from('198.51.100.64'))
      expect([http, json.matricule]).toEqual([200, matricule])
    } finally {
      await keeper.end()
    }
  })

  test('let an address whose codes come back look up as many as come, whichever is asked', async () => {
    const visitors = both.map(child => new Visitor(child))
    const campus = from('198.51.100.61')
    await harvest(invented.slice(500, 900), async (student, index) => {
      const [one, other] = [visitors[index % 2], visitors[(index + 1) % 2]] as [Visitor, Visitor]
      const phone = String(78_000_000 + index)
      expect((await searchFor(one, student, campus)).json).toMatchObject({ status: 1 })
      expect((await other.call('enrolement/add', completeBody(student, phone), campus)).json).toMatchObject({
        status: 1,
      })
      const otp = await readCode(both[0] as Child, phone)
      expect((await one.call('otp/valide', { matricule: student.matricule, otp }, campus)).json.status).toBe(1)
    })
  })
})

test('those who enrolled elsewhere weeks ago each look at their file, at two processes, and nobody is refused', async () => {
  const looks = 1500
  // Everybody of a town, whom nobody has seen before.
  const carrier = from('198.51.100.90')
  const cluster = await startCluster()
  const both = [await startServer({ databaseUrl: cluster.url, trustProxy: true })]
  both.push(await startServer({ databaseUrl: cluster.url, trustProxy: true }))
  try {
    const many = inventStudents(looks)
    await addStudents(cluster.url, many)
    await both[0]?.database.query(
      `INSERT INTO enrolments (matricule, phone, answers, digest, code_sent_at, confirmed_at, confirmed_answers)
       SELECT matricule, '70000000', '{}', '', past, past, '{"reading":"complete"}'
       FROM students, (SELECT now() - interval '5 weeks' AS past) AS gone WHERE matricule LIKE 'ESSAI%'`,
    )
    const visitors = both.map(one => new Visitor(one))
    const refused: string[] = []
    for (const [index, { matricule }] of many.entries()) {
      const { http, json } = await (visitors[index % 2] as Visitor).call('enrolement/statut', { matricule }, carrier)
      if (http !== 200) refused.push(`look ${index}: ${http} ${String(json.msg)}`)
      // Two thousand an hour.
      for (const one of both) one.advance(1800)
    }
    expect(refused).toEqual([])
  } finally {
    for (const one of both) await one.stop()
    await cluster.stop()
  }
}, 240_000)

test('on a PostgreSQL server saves and codes of many for one phone at once are all answered', async () => {
  const cluster = await startCluster()
  const shared = await startServer({ databaseUrl: cluster.url })
  try {
    await addStudents(cluster.url, invented)
    const there = new Visitor(shared)
    const phone = '76300005'
    const waiting: { student: SampleStudent; otp: string }[] = []
    for (const student of invented.slice(0, 13)) {
      await there.call('enrolement/add', completeBody(student, phone))
      waiting.push({ student, otp: await readCode(shared, phone) })
      await shared.database.query('DELETE FROM attempts')
    }
    const save = ({ student }: { student: SampleStudent }) => there.call('enrolement/add', completeBody(student, phone))
    const give = ({ student: { matricule }, otp }: { student: SampleStudent; otp: string }) =>
      there.call('otp/valide', { matricule, otp })
    for (const one of waiting.slice(0, 3)) expect((await give(one)).json.status).toBe(1)
    for (let round = 0; round < 5; round += 1) {
      await shared.database.query('DELETE FROM held_enrolments')
      const replies = await Promise.all(waiting.slice(3).flatMap(one => [give(one), save(one), save(one)]))
      expect(replies.map(({ http }) => http)).toEqual(Array(30).fill(200))
    }
  } finally {
    await shared.stop()
    await cluster.stop()
  }
}, 120_000)

test('a code that was sent by a process whose clock is ahead is a used one once it has come back to another', async () => {
  const cluster = await startCluster()
  const options = { databaseUrl: cluster.url, asksCodeForCorrections: true }
  const [ahead, behind] = [await startServer(options), await startServer(options)]
  try {
    ahead.advance(10 * minute)
    const { matricule } = students.aminata
    await new Visitor(ahead).call('enrolement/add', completeBody(students.aminata, '76000001'))
    const otp = await readCode(ahead, '76000001')
    const cookies = async () => {
      const { json, headers } = await new Visitor(behind).call('otp/valide', { matricule, otp })
      return [json.status, headers.getSetCookie().length]
    }
    expect(await cookies()).toEqual([1, 1])
    expect(await cookies()).toEqual([1, 0])
  } finally {
    await ahead.stop()
    await behind.stop()
    await cluster.stop()
  }
})
