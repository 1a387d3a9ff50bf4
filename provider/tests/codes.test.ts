import { expect, test } from 'vitest'
import { oneCampus } from './setup/campus.ts'
import {
  Browser,
  from,
  otherCode as other,
  readCode,
  type SampleStudent,
  students,
  type Visitor,
} from './setup/visitor.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const { server, visitor } = await oneCampus()
const { told } = server

/** A botnet: each call from another address. */
let calls = 0
const anywhere = () => {
  calls += 1
  return from(`100.${calls % 256}.${calls >> 8}.9`)
}

async function save(browser: Visitor, student: SampleStudent, phone: string, change: object = {}): Promise<string> {
  expect((await browser.save(student, phone, change, anywhere())).json).toMatchObject({ status: 1 })
  return readCode(server, phone)
}

const give = (who: Visitor, student: SampleStudent, otp: string, where = anywhere()) => who.give(student, otp, where)
const receipt = (student: SampleStudent, otp: string) => visitor.receipt(student, otp, anywhere())

test('a stranger cannot use up the guesses of who saved, whose address changes as a phone’s does', async () => {
  const owner = new Browser(server)
  const code = await save(owner, students.aminata, '76000001')
  for (let step = 1; step <= 8; step += 1) await give(visitor, students.aminata, other(code, step))
  expect((await give(visitor, students.aminata, code)).http, 'the stranger').toBe(429)
  expect(told('codeGuessing')).toBe(1)
  for (let step = 1; step <= 4; step += 1)
    expect((await give(owner, students.aminata, other(code, step))).status).toBe(0)
  expect((await give(owner, students.aminata, code)).status).toBe(1)
})

test('nor can one behind the same address as the student, as behind a carrier’s', async () => {
  const carrier = from('198.51.100.31')
  const owner = new Browser(server)
  await owner.save(students.abdoulaye, '76000010', {}, carrier)
  const code = await readCode(server, '76000010')
  for (let step = 1; step <= 8; step += 1) await give(visitor, students.abdoulaye, other(code, step), carrier)
  expect((await give(visitor, students.abdoulaye, code, carrier)).http, 'the stranger').toBe(429)
  expect((await give(owner, students.abdoulaye, code, carrier)).status).toBe(1)
})

test('where no cookie comes back, the address that saved has guesses of its own', async () => {
  const home = from('198.51.100.30')
  await visitor.save(students.moussa, '76000002', {}, home)
  const code = await readCode(server, '76000002')
  for (let step = 1; step <= 8; step += 1) await give(visitor, students.moussa, other(code, step))
  expect((await give(visitor, students.moussa, code, home)).status).toBe(1)
})

test('all together get twenty guesses a day, and who saves again gets no fresh ones', async () => {
  const home = from('198.51.100.40')
  const owner = new Browser(server)
  const judged = { saver: 0, others: 0 }
  for (let quarter = 0; quarter < 95; quarter += 1) {
    await owner.save(students.fatoumata, '76000003', { nina: `NINA0000${quarter + 1000}` }, home)
    const code = await readCode(server, '76000003')
    for (let step = 1; step <= 6; step += 1) {
      const wrong = other(code, step)
      if ((await give(owner, students.fatoumata, wrong)).http === 200) judged.saver += 1
      if ((await give(visitor, students.fatoumata, wrong, home)).http === 200) judged.saver += 1
      if ((await give(visitor, students.fatoumata, wrong)).http === 200) judged.others += 1
    }
    server.advance(15 * minute)
  }
  expect(judged).toEqual({ saver: 10, others: 10 })
})

test('with new answers waiting for their code, the code of the earlier ones confirms nothing', async () => {
  const owner = new Browser(server)
  const first = await save(owner, students.seydou, '76000004')
  expect((await give(owner, students.seydou, first)).status).toBe(1)
  const second = await save(owner, students.seydou, '76000004', { nina: 'NINA00000002' })
  expect((await give(owner, students.seydou, first)).status, 'the old code').toBe(second === first ? 1 : 0)
  const confirmed = async () =>
    (
      await server.database.query<{ nina: string }>(
        "SELECT confirmed_answers->>'nina' AS nina FROM enrolments WHERE matricule = $1",
        [students.seydou.matricule],
      )
    )[0]?.nina
  expect(await confirmed()).toBe(second === first ? 'NINA00000002' : '')
  expect((await give(owner, students.seydou, second)).status).toBe(1)
  expect(await confirmed()).toBe('NINA00000002')
})

test('a used code is answered again for a day, as the repeat of a lost answer, and leaves nothing behind', async () => {
  const owner = new Browser(server)
  const code = await save(owner, students.mariam, '76000005')
  expect((await give(owner, students.mariam, code)).status).toBe(1)
  server.advance(23 * hour)
  const repeated = await give(owner, students.mariam, code)
  expect([repeated.status, repeated.headers.getSetCookie()]).toEqual([1, []])
  server.advance(2 * hour)
  expect((await give(owner, students.mariam, code)).json).toEqual({
    status: 0,
    msg: 'Ce code a expiré. Demandez un nouveau code.',
  })
})

test('one count over both calls that take the code', async () => {
  const owner = new Browser(server)
  const code = await save(owner, students.ibrahim, '76000006')
  expect((await give(owner, students.ibrahim, code)).status).toBe(1)
  for (let step = 1; step <= 3; step += 1) await give(visitor, students.ibrahim, other(code, step))
  expect((await receipt(students.ibrahim, code)).http).toBe(429)
  server.advance(15 * minute)
  for (let step = 1; step <= 3; step += 1) await receipt(students.ibrahim, other(code, step))
  expect((await give(visitor, students.ibrahim, other(code))).http).toBe(429)
  expect(told('receiptGuessing')).toBe(1)
  server.advance(15 * minute)
  expect((await receipt(students.ibrahim, code)).status).toBe(1)
})

test('after thirty days a receipt asks for a fresh code, which serves for receipts alone', async () => {
  const { kadiatou } = students
  const owner = new Browser(server)
  const code = await save(owner, kadiatou, '76000009')
  expect((await give(owner, kadiatou, code)).status).toBe(1)
  server.advance(29 * day)
  expect((await receipt(kadiatou, code)).status).toBe(1)
  server.advance(2 * day)
  const nothing = { status: 0, msg: 'Aucun récépissé ne correspond à ces informations.' }
  expect((await receipt({ ...kadiatou, numPlace: '1' }, code)).json, 'a wrong place').toEqual(nothing)
  const sent = () => server.sent('76000009')
  expect(sent()).toHaveLength(1)

  const asked = { status: 0, codeRequis: true, msg: expect.stringContaining('plus de 30 jours') }
  expect((await receipt(kadiatou, code)).json).toEqual(asked)
  expect((await receipt(kadiatou, code)).json, 'the answer was lost').toEqual(asked)
  expect(sent()).toHaveLength(2)
  const text = sent().at(-1)?.text ?? ''
  expect(text).toMatch(/^Récépissé : votre code est \d{4}\./)
  const fresh = await readCode(server, '76000009')
  expect((await give(visitor, kadiatou, fresh)).status, 'for the enrolment').toBe(0)
  for (let time = 0; time < 2; time += 1) expect((await receipt(kadiatou, fresh)).status).toBe(1)
  server.advance(31 * minute)
  expect((await receipt(kadiatou, fresh)).json, 'the fresh one has ended').toEqual(asked)
})
