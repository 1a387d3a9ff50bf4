import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldBodies } from '../../src/limits/held-bodies.ts'
import { database as limits } from '../../src/limits/limits.ts'
import { append, create } from '../setup/parts.ts'
import { base64Photograph } from '../setup/photographs.ts'
import { type Cluster, startCluster } from '../setup/postgres.ts'
import { startServer, type TestServer } from '../setup/server.ts'
import { completeBody, enrolAndConfirm, readCode, students, Visitor } from '../setup/visitor.ts'

/** A request waits in one process for its database, and what the student sends next overtakes it by the other one. */

let cluster: Cluster
let slow: TestServer
let quick: TestServer
beforeAll(async () => {
  cluster = await startCluster()
  slow = await startServer({ databaseUrl: cluster.url })
  quick = await startServer({ databaseUrl: cluster.url })
}, 180_000)
afterAll(async () => {
  await slow.stop()
  await quick.stop()
  await cluster.stop()
}, 60_000)

/** All connections of the slow process, until they are let go. */
async function holdConnections(): Promise<() => Promise<void>> {
  const ends: (() => void)[] = []
  const held: Promise<void>[] = []
  const hold = () =>
    new Promise<void>(isHeld => {
      const work = () => new Promise<void>(end => isHeld(void ends.push(end)))
      held.push(slow.database.transaction(work))
    })
  for (let left = limits.connections; left > 0; left -= 1) await hold()
  return async () => {
    for (const end of ends) end()
    await Promise.all(held)
  }
}

/** @param older is sent to the slow process, and waits there while the newer one is answered by the other */
async function overtake<Older>(older: () => Promise<Older>, newer: () => Promise<unknown>): Promise<Older> {
  const letGo = await holdConnections()
  const waiting = older()
  try {
    await expect.poll(() => heldBodies.fullness).toBeGreaterThan(0)
    // By another millisecond of their clocks.
    await pause(20)
    await newer()
  } finally {
    await letGo()
  }
  return waiting
}

const bodyOf = async (matricule: string, picture: number) => ({
  matricule,
  type: 'attest',
  image: await base64Photograph(picture, 64, 64),
})
const imageOf = async (matricule: string) => {
  const [row] = await quick.database.query<{ image: Uint8Array }>(
    "SELECT image FROM documents WHERE matricule = $1 AND type = 'attest'",
    [matricule],
  )
  return Buffer.from(row?.image ?? []).toString('base64')
}

const stored = { http: 200, json: { status: 1 } }
const putOff = {
  http: 503,
  json: { status: 0, msg: 'Un envoi plus récent est déjà arrivé. Réessayez dans un instant.' },
}

const earlier = async (matricule: string) =>
  (
    await quick.database.query<{ image: Uint8Array }>('SELECT image FROM document_versions WHERE matricule = $1', [
      matricule,
    ])
  ).map(({ image }) => Buffer.from(image).toString('base64'))

test('an older photograph is kept behind the newer one, and replaces it when it is sent again', async () => {
  const { matricule } = students.aminata
  const [from, by] = [new Visitor(slow), new Visitor(quick)]
  await enrolAndConfirm(quick, by, students.aminata, '76000101')
  const [older, newer] = [await bodyOf(matricule, 1), await bodyOf(matricule, 2)]
  const answer = await overtake(
    () => from.call('files/upload', older),
    async () => expect(await by.call('files/upload', newer)).toMatchObject(stored),
  )
  expect(answer).toMatchObject(stored)
  expect([await imageOf(matricule), await earlier(matricule)]).toEqual([newer.image, [older.image]])
  expect(await from.call('files/upload', older)).toMatchObject(stored)
  expect(await imageOf(matricule)).toBe(older.image)
  expect(await earlier(matricule)).toContain(newer.image)
})

test('also where the newer one was there already, and has only been sent again', async () => {
  const { matricule } = students.moussa
  const [from, by] = [new Visitor(slow), new Visitor(quick)]
  await enrolAndConfirm(quick, by, students.moussa, '76000102')
  const [older, newer] = [await bodyOf(matricule, 1), await bodyOf(matricule, 2)]
  expect(await by.call('files/upload', newer)).toMatchObject(stored)
  const answer = await overtake(
    () => from.call('files/upload', older),
    async () => expect(await by.call('files/upload', newer)).toMatchObject(stored),
  )
  expect(answer).toMatchObject(stored)
  expect([await imageOf(matricule), await earlier(matricule)]).toEqual([newer.image, [older.image]])
})

test('also where its last part has waited', async () => {
  const { matricule } = students.fatoumata
  const by = new Visitor(quick)
  await enrolAndConfirm(quick, by, students.fatoumata, '76000103')
  const [older, newer] = [await bodyOf(matricule, 1), await bodyOf(matricule, 2)]
  const whole = gzipSync(JSON.stringify(older))
  const path = await create(slow, { length: whole.length, gzip: true })
  const answer = await overtake(
    () => append(slow, path, 0, whole, { isLast: true }),
    async () => expect(await by.call('files/upload', newer)).toMatchObject(stored),
  )
  expect(answer).toMatchObject({ ...stored, complete: true })
  expect([await imageOf(matricule), await earlier(matricule)]).toEqual([newer.image, [older.image]])
})

test('older answers do not replace newer ones, and send no code', async () => {
  const student = students.seydou
  const [from, by] = [new Visitor(slow), new Visitor(quick)]
  const older = completeBody(student, '76000104')
  const newer = completeBody(student, '76000105')
  const sent = slow.shown.length
  const answer = await overtake(
    () => from.call('enrolement/add', older),
    async () => expect(await by.call('enrolement/add', newer)).toMatchObject(stored),
  )
  expect(answer).toMatchObject(putOff)
  expect(slow.shown.length).toBe(sent)
  const code = { matricule: student.matricule, otp: await readCode(quick, '76000105') }
  expect(await by.call('otp/valide', code)).toMatchObject(stored)
})

test('nor when the newer ones were there already, and have only been sent again', async () => {
  const student = students.mariam
  const [from, by] = [new Visitor(slow), new Visitor(quick)]
  const newer = completeBody(student, '76000106')
  expect(await by.call('enrolement/add', newer)).toMatchObject(stored)
  const answer = await overtake(
    () => from.call('enrolement/add', completeBody(student, '76000107')),
    async () => expect(await by.call('enrolement/add', newer)).toMatchObject(stored),
  )
  expect(answer).toMatchObject(putOff)
})
