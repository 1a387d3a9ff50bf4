import { expect, test } from 'vitest'
import { inventStudent, inventStudents, oneServer } from '../setup/campus.ts'
import { oneCluster } from '../setup/databases.ts'
import { addStudents, queryCluster } from '../setup/postgres.ts'
import { from, readCode, students, Visitor } from '../setup/visitor.ts'

/** What two processes count together, by clocks that the test moves. */

const cluster = await oneCluster()
const options = { databaseUrl: cluster.url, trustProxy: true, asksCodeForCorrections: true }
const [one, other] = [await oneServer(options), await oneServer(options)]
await addStudents(cluster.url, inventStudents(1500))
const { visitor, server } = one

test('those who enrolled elsewhere weeks ago each look at their file, at two processes, and nobody is refused', async () => {
  // Everybody of a town, whom nobody has seen before.
  const carrier = from('198.51.100.90')
  await queryCluster(
    cluster.url,
    `INSERT INTO enrolments (matricule, phone, answers, digest, code_sent_at, confirmed_at, confirmed_answers)
     SELECT matricule, '70000000', '{}', '', past, past, '{"reading":"complete"}'
     FROM students, (SELECT now() - interval '5 weeks' AS past) AS gone WHERE matricule LIKE 'ESSAI%'`,
  )
  const refused: string[] = []
  for (let index = 0; index < 1500; index += 1) {
    const { http, json } = await (index % 2 ? one : other).visitor.look(inventStudent(index), carrier)
    if (http !== 200) refused.push(`look ${index}: ${http} ${String(json.msg)}`)
    // Two thousand an hour.
    for (const each of [one, other]) each.server.advance(1800)
  }
  expect(refused).toEqual([])
  await queryCluster(cluster.url, "DELETE FROM enrolments WHERE matricule LIKE 'ESSAI%'")
}, 240_000)

test('saves and codes of many for one phone at once are all answered', async () => {
  const phone = '76300005'
  const waiting: [index: number, otp: string][] = []
  for (let index = 0; index < 13; index += 1) {
    await visitor.save(inventStudent(index), phone)
    waiting.push([index, await readCode(server, phone)])
    await server.database.query('DELETE FROM attempts')
  }
  const save = ([index]: [number, string]) => visitor.save(inventStudent(index), phone)
  const give = ([index, otp]: [number, string]) => visitor.give(inventStudent(index), otp)
  for (const each of waiting.slice(0, 3)) expect((await give(each)).status).toBe(1)
  for (let round = 0; round < 5; round += 1) {
    await server.database.query('DELETE FROM held_enrolments')
    const replies = await Promise.all(waiting.slice(3).flatMap(each => [give(each), save(each), save(each)]))
    expect(replies.map(({ http }) => http)).toEqual(Array(30).fill(200))
  }
}, 120_000)

test('a code that was sent by a process whose clock is ahead is a used one once it has come back to another', async () => {
  const { aminata } = students
  server.advance(10 * 60_000)
  await visitor.save(aminata, '76000001')
  const otp = await readCode(server, '76000001')
  const cookies = async () => {
    const { status, headers } = await new Visitor(other.server).give(aminata, otp)
    return [status, headers.getSetCookie().length]
  }
  expect(await cookies()).toEqual([1, 1])
  expect(await cookies()).toEqual([1, 0])
})
