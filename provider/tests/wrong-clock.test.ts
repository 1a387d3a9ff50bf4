import { expect, test } from 'vitest'
import { oneCampus } from './setup/campus.ts'
import { base64Photograph } from './setup/photographs.ts'
import { Browser, from, readCode, type SampleStudent, students, type Visitor } from './setup/visitor.ts'

/**
 * The server's clock is a year ahead for a while, as after a board's battery has died, and then
 * right again.
 */

const year = 365 * 86_400_000
const asked = { status: 0, codeRequis: true, msg: expect.any(String) }

const { server } = await oneCampus([], { asksCodeForCorrections: true })
const where = from('198.51.100.77')
const save = (who: Visitor, student: SampleStudent, phone: string) => who.save(student, phone, {}, where)
const give = (who: Visitor, student: SampleStudent, otp: string) => who.give(student, otp, where)
const send = async (who: Visitor, student: SampleStudent, picture: number) =>
  who.replace(student, 'attest', await base64Photograph(picture, 64, 64), where)

test('who saved meanwhile gets a code', async () => {
  const { aminata } = students
  const student = new Browser(server)
  server.advance(year)
  await save(student, aminata, '76000001')
  const old = await readCode(server, '76000001')
  server.advance(-year)
  expect((await give(student, aminata, old)).json).toEqual({ status: 0, msg: expect.stringContaining('expiré') })
  const sent = server.shown.length
  expect((await save(student, aminata, '76000001')).json).toMatchObject({ status: 1 })
  expect(server.shown.length).toBe(sent + 1)
  expect((await give(student, aminata, await readCode(server, '76000001'))).json).toMatchObject({ status: 1 })
})

test('codes and guesses of meanwhile hold nobody up for a year', async () => {
  const { moussa } = students
  const student = new Browser(server)
  server.advance(year)
  for (const nom of ['TRAORE', 'TRAORÉ']) {
    await student.save(moussa, '76000002', { nom }, where)
    for (const wrong of ['0001', '0002', '0003', '0004']) await give(student, moussa, wrong)
  }
  for (let time = 0; time < 3; time += 1) {
    server.advance(2 * 60_000)
    await save(student, moussa, '76000002')
  }
  server.advance(-year)
  expect((await save(student, moussa, '76000002')).json).toMatchObject({ status: 1 })
  expect((await give(student, moussa, await readCode(server, '76000002'))).json).toMatchObject({ status: 1 })
})

test('a right of meanwhile is asked for again, and then holds', async () => {
  const { fatoumata } = students
  const student = new Browser(server)
  await save(student, fatoumata, '76000003')
  await give(student, fatoumata, await readCode(server, '76000003'))
  await send(student, fatoumata, 1)
  server.advance(year)
  expect((await send(student, fatoumata, 2)).json).toEqual(asked)
  await give(student, fatoumata, await readCode(server, '76000003'))
  const before = student.copy()
  server.advance(-year)
  expect((await send(before, fatoumata, 3)).json).toEqual(asked)
  expect((await give(student, fatoumata, await readCode(server, '76000003'))).json).toMatchObject({ status: 1 })
  expect((await send(student, fatoumata, 3)).json).toMatchObject({ status: 1 })
})

test('what has come meanwhile is replaced by what comes after, also when it was ahead by little', async () => {
  const { mariam } = students
  const student = new Browser(server)
  for (const [turn, ahead] of [10_000, 10 * 60_000, year].entries()) {
    server.advance(ahead)
    expect((await save(student, mariam, `7600001${turn}`)).json).toMatchObject({ status: 1 })
    server.advance(-ahead)
    expect((await save(student, mariam, '76000004')).json).toMatchObject({ status: 1 })
    server.advance(2 * 3_600_000)
  }
  await save(student, mariam, '76000004')
  await give(student, mariam, await readCode(server, '76000004'))
  server.advance(60_000)
  expect((await send(student, mariam, 1)).json).toMatchObject({ status: 1 })
  server.advance(-60_000)
  expect((await send(student, mariam, 2)).json).toMatchObject({ status: 1 })
  const [stands] = await server.database.query<{ image: Uint8Array }>(
    'SELECT image FROM documents WHERE matricule = $1',
    [mariam.matricule],
  )
  expect(Buffer.from(stands?.image ?? []).toString('base64')).toBe(await base64Photograph(2, 64, 64))
})
