import { expect, test } from 'vitest'
import { oneCampus } from './setup/campus.ts'
import { base64Photograph } from './setup/photographs.ts'
import { Browser, from, readCode, type SampleStudent, students, type Visitor } from './setup/visitor.ts'

/** A right code gives the browser another token, which moves what the one before could do. */

const minute = 60_000
const campus = from('198.51.100.60')
const may = { status: 1, msg: expect.any(String) }
const asked = { status: 0, codeRequis: true, msg: expect.any(String) }

const { server } = await oneCampus([], { asksCodeForCorrections: true })

const save = (who: Visitor, student: SampleStudent, phone: string) => who.save(student, phone, {}, campus)
const give = async (who: Visitor, student: SampleStudent, phone: string) =>
  who.give(student, await readCode(server, phone), campus)
const send = async (who: Visitor, student: SampleStudent, picture: number) =>
  (await who.replace(student, 'attest', await base64Photograph(picture, 64, 64), campus)).json

async function enrol(who: Visitor, student: SampleStudent, phone: string): Promise<void> {
  await save(who, student, phone)
  expect((await give(who, student, phone)).status).toBe(1)
  expect(await send(who, student, 1)).toEqual(may)
}

test('who had read the token out of a tablet before somebody confirmed there corrects nothing', async () => {
  const { aminata } = students
  const tablet = new Browser(server)
  await save(tablet, aminata, '76000001')
  const thief = tablet.copy()
  await give(tablet, aminata, '76000001')
  expect(await send(tablet, aminata, 1)).toEqual(may)
  expect(await send(thief, aminata, 2)).toEqual(asked)
  expect(await send(tablet, aminata, 3)).toEqual(may)
})

test('several students at one browser go on, what is on its way with the token before for ten minutes', async () => {
  const { moussa, fatoumata, seydou } = students
  const tablet = new Browser(server)
  await enrol(tablet, moussa, '76000002')
  await enrol(tablet, fatoumata, '76000003')
  const onTheWay = tablet.copy()
  await enrol(tablet, seydou, '76000004')
  for (const student of [moussa, fatoumata, seydou]) expect(await send(tablet, student, 2)).toEqual(may)
  for (const student of [moussa, fatoumata]) expect(await send(onTheWay, student, 3)).toEqual(may)
  expect(await send(onTheWay, seydou, 3)).toEqual(asked)
  server.advance(11 * minute)
  expect(await send(onTheWay, moussa, 4)).toEqual(asked)
  for (const student of [moussa, fatoumata, seydou]) expect(await send(tablet, student, 5)).toEqual(may)
})

test('where the answer was lost its repeat brings the token, for ten minutes, and to that browser alone', async () => {
  const { mariam, ibrahim } = students
  const tablet = new Browser(server)
  await enrol(tablet, mariam, '76000005')
  await save(tablet, ibrahim, '76000006')
  const first = await readCode(server, '76000006')
  const lost = tablet.copy()
  expect((await give(lost, ibrahim, '76000006')).status).toBe(1)
  expect(await send(lost, ibrahim, 1)).toEqual(may)
  const late = tablet.copy()
  expect(await send(tablet, ibrahim, 2)).toEqual(asked)
  const repeat = async (who: Visitor) => {
    const answer = await who.give(ibrahim, first, campus)
    return [answer.status, answer.headers.getSetCookie()]
  }
  expect(await repeat(tablet)).toEqual([1, [expect.stringMatching(/^CORRECTION=/)]])
  // A correction's code is on its way by now: for who has no right yet it is the one that is meant.
  expect(await repeat(new Browser(server))).toEqual([0, []])
  server.advance(11 * minute)
  for (const student of [mariam, ibrahim]) expect(await send(tablet, student, 3)).toEqual(may)
  expect(await repeat(late)).toEqual([0, []])
  expect(await send(late, ibrahim, 4)).toEqual(asked)
})
