import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { database as limits } from '../../src/database/timeouts.ts'
import { heldBodies } from '../../src/limits/held-bodies.ts'
import { oneServer } from '../setup/campus.ts'
import { oneCluster } from '../setup/databases.ts'
import { append, create, uploadPath } from '../setup/parts.ts'
import { base64Photograph } from '../setup/photographs.ts'
import { enrolAndConfirm, readCode, type SampleStudent, students } from '../setup/visitor.ts'

/**
 * A request waits in one process for its database, and what the student sends next overtakes it by
 * the other one.
 */

const databaseUrl = (await oneCluster()).url
const { server: slow, visitor: waits } = await oneServer({ databaseUrl })
const { server: quick, visitor: overtakes } = await oneServer({ databaseUrl })

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

/**
 * @param older is sent to the slow process, and waits there while the newer one is answered by the
 * other
 */
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

const images = await Promise.all([1, 2].map(picture => base64Photograph(picture, 64, 64)))
const [older = '', newer = ''] = images
const imagesIn = async (table: string, { matricule }: SampleStudent) => {
  const sql = `SELECT image FROM ${table} WHERE matricule = $1 AND type = 'attest'`
  const rows = await quick.database.query<{ image: Uint8Array }>(sql, [matricule])
  return rows.map(({ image }) => Buffer.from(image).toString('base64'))
}

const stored = { http: 200, json: { status: 1 } }
const putOff = {
  http: 503,
  json: { status: 0, msg: 'Un envoi plus récent est déjà arrivé. Réessayez dans un instant.' },
}

test.each([
  ['is kept behind the newer one, and replaces it when it is sent again', students.aminata, false, false],
  ['also where the newer one was there already, and has only been sent again', students.moussa, true, false],
  ['also where its last part has waited', students.fatoumata, false, true],
])('an older photograph %s', async (_, student, wasThere, isInParts) => {
  await enrolAndConfirm(quick, overtakes, student, `760001${student.numPlace.slice(-2)}`)
  const send = async () => expect(await overtakes.send(student, 'attest', newer)).toMatchObject(stored)
  if (wasThere) await send()
  const whole = gzipSync(JSON.stringify({ matricule: student.matricule, type: 'attest', image: older }))
  const path = isInParts ? await create(slow, { length: whole.length, gzip: true }) : uploadPath
  const answer = await overtake<object>(
    () => (isInParts ? append(slow, path, 0, whole, { isLast: true }) : waits.send(student, 'attest', older)),
    send,
  )
  expect(answer).toMatchObject({ ...stored, ...(isInParts && { complete: true }) })
  expect([await imagesIn('documents', student), await imagesIn('document_versions', student)]).toEqual([
    [newer],
    [older],
  ])
  expect(await waits.send(student, 'attest', older)).toMatchObject(stored)
  expect(await imagesIn('documents', student)).toEqual([older])
  expect(await imagesIn('document_versions', student)).toContain(newer)
})

test('older answers do not replace newer ones, and send no code', async () => {
  const { seydou } = students
  const sent = slow.shown.length
  const answer = await overtake(
    () => waits.save(seydou, '76000104'),
    async () => expect(await overtakes.save(seydou, '76000105')).toMatchObject(stored),
  )
  expect(answer).toMatchObject(putOff)
  expect(slow.shown.length).toBe(sent)
  expect(await overtakes.give(seydou, await readCode(quick, '76000105'))).toMatchObject(stored)
})

test('nor when the newer ones were there already, and have only been sent again', async () => {
  const save = async () => expect(await overtakes.save(students.mariam, '76000106')).toMatchObject(stored)
  await save()
  expect(await overtake(() => waits.save(students.mariam, '76000107'), save)).toMatchObject(putOff)
})
