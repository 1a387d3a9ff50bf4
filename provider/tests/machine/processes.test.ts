import pg from 'pg'
import { expect, test } from 'vitest'
import { allowances } from '../../src/limits/rates.ts'
import { inventStudent, inventStudents, phoneOf } from '../setup/campus.ts'
import { endCleanly, runToEnd, serveChild } from '../setup/child.ts'
import { oneCountry } from '../setup/databases.ts'
import { harvest, isFound, mostNames } from '../setup/harvest.ts'
import { base64Photograph, photograph } from '../setup/photographs.ts'
import { addStudents } from '../setup/postgres.ts'
import {
  enrolAndConfirm,
  from,
  otherCode,
  readCode,
  reducedBody,
  type SampleStudent,
  Visitor,
} from '../setup/visitor.ts'

/**
 * Processes on one PostgreSQL: whichever is asked, a student meets one provider, and an attacker,
 * too.
 */

const { cluster, env, children: both, visitors, query: rows } = await oneCountry(3, { TRUST_PROXY: '1' })
await addStudents(cluster.url, inventStudents(1000))

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('nothing to take from')
  return item
}
/** The calls of one student meet another process each time. */
const any = (turn: number): Visitor => at(visitors, turn)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

async function confirmed(index: number): Promise<SampleStudent & { otp: string; phone: string }> {
  const student = inventStudent(index)
  const phone = phoneOf(index)
  expect((await any(0).save(student, phone)).status).toBe(1)
  const otp = await readCode(at(both, 1), phone)
  expect((await any(2).give(student, otp)).status).toBe(1)
  return { ...student, otp, phone }
}

test('processes that start at once on an empty database make its tables, its secret and its samples once', async () => {
  const [found] = await rows(
    `SELECT (SELECT count(*)::int FROM secrets) AS secrets, (SELECT count(*)::int FROM enrolment_window) AS windows,
     (SELECT count(*) = count(DISTINCT phone) FROM sms_outbox) AS messages_once`,
  )
  // The installation's, a key of receipts, and the name of the one that signs.
  expect(found).toEqual({ secrets: 3, windows: 1, messages_once: true })
  for (const child of both) expect(child.output().err).not.toMatch(/"level":"(error|warn)"/)
})

test('a code that one process sent is confirmed at another, and shown at all', async () => {
  const { phone, otp } = await confirmed(0)
  for (const child of both) expect(await readCode(child, phone)).toBe(otp)
})

test('sixty guesses at a code at the same moment, at all processes, get five answers from who saved, and three at a matricule of nobody', async () => {
  const student = inventStudent(1)
  await any(0).save(student, phoneOf(1))
  const code = await readCode(at(both, 0), phoneOf(1))
  for (const [asked, most] of [
    [student, 5],
    [{ matricule: 'PERSONNE0001' }, 3],
  ] as const) {
    const replies = await Promise.all(upTo(60).map(step => any(step).give(asked, otherCode(code, step + 1))))
    expect(replies.filter(({ http }) => http === 200)).toHaveLength(most)
  }
})

test('a phone gets five codes an hour, whichever processes are asked', async () => {
  const replies = await Promise.all(upTo(30).map(index => any(index).save(inventStudent(20 + index), '78888888')))
  expect(replies.filter(({ status }) => status === 1)).toHaveLength(5)
  expect(replies.filter(({ http }) => http === 429)).toHaveLength(25)
  expect(await rows("SELECT count(*)::int AS sent FROM sms_outbox WHERE phone = '78888888'")).toEqual([{ sent: 5 }])
})

test('a place is guessed ten times from one network, at all processes together, also that of a matricule of nobody', async () => {
  const body = reducedBody(inventStudent(2), phoneOf(2))
  for (const matricule of [body.matricule, 'PERSONNE0002']) {
    const replies = await Promise.all(
      upTo(60).map(step => any(step).call('enrolement/add', { ...body, matricule, numPlace: String(5000 + step) })),
    )
    expect(replies.filter(({ http }) => http === 200)).toHaveLength(10)
  }
  expect((await any(1).call('enrolement/add', body)).http).toBe(429)
})

test('who sends more photographs for a student than any student has is stopped at all processes', async () => {
  const student = await confirmed(3)
  const image = await photograph(1, 16, 16)
  const first: number[] = []
  for (const turn of upTo(102)) first.push((await any(turn).send(student, 'attest', image)).http)
  expect(first.filter(http => http === 200)).toHaveLength(100)
  const elsewhere = await serveChild(env)
  expect((await new Visitor(elsewhere).send(student, 'attest', image)).http).toBe(429)
  await endCleanly(elsewhere)
})

test('one document that arrives at all processes at once is one row, and each is told that it is there', async () => {
  const student = await confirmed(4)
  const pictures = await Promise.all(upTo(3).map(seed => photograph(seed, 1200, 900)))
  for (const images of [[at(pictures, 0)], pictures]) {
    const replies = await Promise.all(upTo(9).map(turn => any(turn).send(student, 'attest', at(images, turn))))
    expect(replies.map(({ status }) => status)).toEqual(Array(9).fill(1))
    const kept = await rows(`SELECT image, bytes FROM documents WHERE matricule = '${student.matricule}'`)
    expect(kept).toHaveLength(1)
    expect(images.some(image => image.equals(kept[0]?.image as Buffer))).toBe(true)
  }
})

test('an operator decides between two uploads at two processes, and neither is lost', async () => {
  const student = await confirmed(5)
  const [first, second] = await Promise.all([base64Photograph(1), base64Photograph(2)])
  const operate = (...args: string[]) => runToEnd('cli.ts', args, env)
  const flag = async (turn: number) => (await any(turn).flags(student)).attestBacV
  expect((await any(0).send(student, 'attest', first)).status).toBe(1)
  expect(await operate('reject', student.matricule, 'attest', 'Floue')).toMatchObject({ code: 0 })
  expect(await flag(1)).toBe('0')
  expect((await any(2).replace(student, 'attest', second)).status).toBe(1)
  expect(await flag(0)).toBe('1')
  expect(await operate('accept', student.matricule, 'attest')).toMatchObject({ code: 0 })
  const late = await Promise.all(upTo(6).map(turn => any(turn).replace(student, 'attest', first)))
  expect(late.map(({ json }) => json)).toEqual(Array(6).fill({ status: 0, msg: 'Ce document est déjà validé.' }))
  expect((await any(1).replace(student, 'attest', second)).status).toBe(1)
  expect(await flag(1)).toBe('2')
})

test('a receipt that is asked for at one process is opened at another', async () => {
  const student = await confirmed(6)
  const { json } = await any(0).receipt(student, student.otp)
  const { pathname } = new URL(String(json.msg), 'http://portail')
  for (const child of both) {
    const receipt = await fetch(`${child.address}${pathname}`)
    expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  }
})

test('a harvester is told no more names than one process would tell', async () => {
  let found = 0
  await harvest(inventStudents(500), async (student, index) => {
    if (isFound(await any(index).search(student, from('198.51.100.60')))) found += 1
  })
  expect(found).toBeLessThan(mostNames)
})

test('an address misses no more often than at one', async () => {
  const answers: number[] = []
  for (let turn = 0; turn < 400; turn += 1) {
    const nowhere = { ...inventStudent(0), numPlace: String(500_000 + turn) }
    answers.push((await any(turn).search(nowhere, from('198.51.100.62'))).http)
  }
  const missed = answers.filter(http => http === 200).length
  // A purse that refills while the test runs gives back one in half a minute.
  expect(missed).toBeGreaterThanOrEqual(allowances.misses.base)
  expect(missed).toBeLessThan(allowances.misses.base + 20)
  expect(answers.at(-1)).toBe(429)
})

test('a file is shown while what it costs cannot be written', async () => {
  const student = inventStudent(7)
  await enrolAndConfirm(at(both, 0), any(0), student, '76000063', from('198.51.100.63'))
  const keeper = new pg.Client(cluster.url)
  await keeper.connect()
  try {
    await keeper.query('BEGIN')
    await keeper.query('LOCK TABLE address_accounts IN EXCLUSIVE MODE')
    // By an address that pays: the lock is let go only after the answer.
    const { http, json } = await any(0).look(student, from('198.51.100.64'))
    expect([http, json.matricule]).toEqual([200, student.matricule])
  } finally {
    await keeper.end()
  }
})

test('an address whose codes come back looks up as many as come, whichever is asked', async () => {
  const campus = from('198.51.100.61')
  await harvest(inventStudents(900).slice(500), async (student, index) => {
    const phone = String(78_000_000 + index)
    expect((await any(index).search(student, campus)).json).toMatchObject({ status: 1 })
    expect((await any(index + 1).save(student, phone, {}, campus)).json).toMatchObject({ status: 1 })
    expect((await any(index).give(student, await readCode(at(both, 0), phone), campus)).status).toBe(1)
  })
})
