import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadsCountedAlone } from '../../src/limits/limits.ts'
import { inventStudents, makeFolders, phoneOf } from '../setup/campus.ts'
import { type Child, endCleanly, runToEnd, serveChild } from '../setup/child.ts'
import { base64Photograph, photograph } from '../setup/photographs.ts'
import { addStudents, type Cluster, queryCluster, startCluster } from '../setup/postgres.ts'
import { completeBody, readCode, reducedBody, type SampleStudent, Visitor } from '../setup/visitor.ts'

const students = inventStudents(12)
const folders = await makeFolders()
let cluster: Cluster
let env: Record<string, string>
let both: Child[]
let visitors: Visitor[]

beforeAll(async () => {
  cluster = await startCluster()
  env = { ...folders.env, DATABASE_URL: cluster.url, SAMPLE_DATA: 'yes', SHOW_CODES: 'yes' }
  // At the same moment, on an empty database.
  both = await Promise.all([serveChild(env), serveChild(env), serveChild(env)])
  visitors = both.map(child => new Visitor(child))
  await addStudents(cluster.url, students)
}, 180_000)
afterAll(async () => {
  await Promise.all(both.map(endCleanly))
  await cluster.stop()
  await folders.remove()
})

const rows = (sql: string) => queryCluster(cluster.url, sql)

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('nothing to take from')
  return item
}
/** The calls of one student meet another process each time. */
const call = (turn: number, path: string, body: unknown) => at(visitors, turn).call(path, body)
const wrong = (code: string, step: number) => String((Number(code) + step) % 10_000).padStart(4, '0')
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

async function confirmed(index: number): Promise<SampleStudent & { otp: string; phone: string }> {
  const student = at(students, index)
  const phone = phoneOf(index)
  expect((await call(0, 'enrolement/add', completeBody(student, phone))).json.status).toBe(1)
  const otp = await readCode(at(both, 1), phone)
  expect((await call(2, 'otp/valide', { matricule: student.matricule, otp })).json.status).toBe(1)
  return { ...student, otp, phone }
}

test('processes that start at once on an empty database make its tables, its secret and its samples once', async () => {
  const [found] = await rows(
    `SELECT (SELECT count(*)::int FROM secrets) AS secrets, (SELECT count(*)::int FROM enrolment_window) AS windows,
     (SELECT count(*) = count(DISTINCT phone) FROM sms_outbox) AS messages_once`,
  )
  expect(found).toEqual({ secrets: 1, windows: 1, messages_once: true })
  for (const child of both) expect(child.output().err).not.toMatch(/"level":"(error|warn)"/)
})

test('a code that one process sent is confirmed at another, and shown at all', async () => {
  const { phone, otp } = await confirmed(0)
  for (const child of both) expect(await readCode(child, phone)).toBe(otp)
})

test('sixty guesses at a code at the same moment, at all processes, get five answers from who saved, and three at a matricule of nobody', async () => {
  const { matricule } = at(students, 1)
  await call(0, 'enrolement/add', completeBody(at(students, 1), phoneOf(1)))
  const code = await readCode(at(both, 0), phoneOf(1))
  for (const [asked, most] of [
    [matricule, 5],
    ['PERSONNE0001', 3],
  ] as const) {
    const replies = await Promise.all(
      upTo(60).map(step => call(step, 'otp/valide', { matricule: asked, otp: wrong(code, step + 1) })),
    )
    expect(replies.filter(({ http }) => http === 200)).toHaveLength(most)
  }
})

test('a phone gets five codes an hour, whichever processes are asked', async () => {
  const shared = inventStudents(30).map(one => ({
    ...one,
    matricule: one.matricule.replace('ESSAI', 'FOULE'),
    numPlace: `8${one.numPlace}`,
  }))
  await addStudents(cluster.url, shared)
  const replies = await Promise.all(
    shared.map((one, index) => call(index, 'enrolement/add', completeBody(one, '78888888'))),
  )
  expect(replies.filter(({ json }) => json.status === 1)).toHaveLength(5)
  expect(replies.filter(({ http }) => http === 429)).toHaveLength(25)
  expect(await rows("SELECT count(*)::int AS sent FROM sms_outbox WHERE phone = '78888888'")).toEqual([{ sent: 5 }])
})

test('a place is guessed twenty times at all processes together, also that of a matricule of nobody', async () => {
  const body = reducedBody(at(students, 2), phoneOf(2))
  for (const matricule of [body.matricule, 'PERSONNE0002']) {
    const replies = await Promise.all(
      upTo(60).map(step => call(step, 'enrolement/add', { ...body, matricule, numPlace: String(5000 + step) })),
    )
    expect(replies.filter(({ http }) => http === 200)).toHaveLength(20)
  }
  expect((await call(1, 'enrolement/add', body)).http).toBe(429)
})

test('a matricule that sends more photographs than any student is stopped at all processes', async () => {
  const { matricule } = await confirmed(3)
  const image = (await photograph(1, 16, 16)).toString('base64')
  const send = (turn: number) => call(turn, 'files/upload', { matricule, type: 'attest', image })
  const first: number[] = []
  for (const turn of upTo(102)) first.push((await send(turn)).http)
  expect(first.filter(http => http === 200)).toHaveLength(100)
  const elsewhere = await serveChild({ ...env, PORT: '0' })
  const stranger = new Visitor(elsewhere)
  for (const turn of upTo(uploadsCountedAlone + 1)) {
    const { http } = await stranger.call('files/upload', { matricule, type: 'attest', image })
    expect(http).toBe(turn < uploadsCountedAlone ? 200 : 429)
  }
  await endCleanly(elsewhere)
})

test('one document that arrives at all processes at once is one row, and each is told that it is there', async () => {
  const { matricule } = await confirmed(4)
  const pictures = await Promise.all(upTo(3).map(seed => photograph(seed, 1200, 900)))
  for (const images of [[at(pictures, 0)], pictures]) {
    const replies = await Promise.all(
      upTo(9).map(turn =>
        call(turn, 'files/upload', { matricule, type: 'attest', image: at(images, turn).toString('base64') }),
      ),
    )
    expect(replies.map(({ json }) => json.status)).toEqual(Array(9).fill(1))
    const kept = await rows(`SELECT image, bytes FROM documents WHERE matricule = '${matricule}'`)
    expect(kept).toHaveLength(1)
    expect(images.some(image => image.equals(kept[0]?.image as Buffer))).toBe(true)
  }
})

test('an operator decides between two uploads at two processes, and neither is lost', async () => {
  const { matricule } = await confirmed(5)
  const [first, second] = await Promise.all([base64Photograph(1), base64Photograph(2)])
  const operate = (...args: string[]) => runToEnd('cli.ts', args, { ...env })
  const flag = async (turn: number) => (await call(turn, 'verif/statut/matricule', { matricule })).json.attestBacV
  expect((await call(0, 'files/upload', { matricule, type: 'attest', image: first })).json.status).toBe(1)
  expect(await operate('reject', matricule, 'attest', 'Floue')).toMatchObject({ code: 0 })
  expect(await flag(1)).toBe('0')
  expect((await call(2, 'files/update/attest', { matricule, image: second })).json.status).toBe(1)
  expect(await flag(0)).toBe('1')
  expect(await operate('accept', matricule, 'attest')).toMatchObject({ code: 0 })
  const late = await Promise.all(upTo(6).map(turn => call(turn, 'files/update/attest', { matricule, image: first })))
  expect(late.map(({ json }) => json)).toEqual(Array(6).fill({ status: 0, msg: 'Ce document est déjà validé.' }))
  expect((await call(1, 'files/update/attest', { matricule, image: second })).json.status).toBe(1)
  expect(await flag(1)).toBe('2')
})

test('a receipt that is asked for at one process is opened at another', async () => {
  const { matricule, otp, numPlace: num_place, serie, ae } = await confirmed(6)
  const request = { otp, matricule, num_place, serie, ae }
  const { json } = await at(visitors, 0).post('/recepisses/v1/etudiant/voir/recepisse', request)
  const { pathname } = new URL(String(json.msg))
  for (const child of both) {
    const receipt = await fetch(`${child.address}${pathname}`)
    expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  }
})
