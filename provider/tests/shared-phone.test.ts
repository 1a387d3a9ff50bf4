import { expect, test } from 'vitest'
import { inventStudents, inventStudent as one, oneCampus } from './setup/campus.ts'
import { readCode } from './setup/visitor.ts'

const { server, visitor } = await oneCampus(inventStudents(30))

const refusal = {
  status: 0,
  msg: 'Ce numéro de téléphone sert déjà à trois étudiants. Donnez un autre numéro, ou adressez-vous à l’assistance.',
}
const save = async (index: number, phone: string) => (await visitor.save(one(index), phone)).json
const confirm = async (index: number, otp: string) => (await visitor.give(one(index), otp)).json
async function enrol(index: number, phone: string) {
  const saved = await save(index, phone)
  return saved.status === 1 ? confirm(index, await readCode(server, phone)) : saved
}

test('one phone enrols three students and no fourth, who is held for review and let through by an operator', async () => {
  const phone = '76300001'
  for (const index of [0, 1, 2]) expect((await enrol(index, phone)).status).toBe(1)
  expect(await enrol(3, phone)).toEqual(refusal)
  expect([server.sent(phone).length, server.told('phoneSharedTooOften')]).toEqual([3, 1])
  // An answer that was lost is asked for again: one of the three stays confirmed, and may correct
  // the answers.
  expect((await save(2, phone)).status).toBe(1)
  server.advance(3_600_000)
  expect((await save(2, phone)).status).toBe(1)

  const { matricule } = one(3)
  const held = await server.operate({ name: 'held' })
  expect(held?.lines.join('\n')).toContain(`${matricule}  DIARRA Awa  76 30 00 01`)
  expect(held?.lines.join('\n')).toContain(one(0).matricule)
  expect(await server.operate({ name: 'allow-phone', matricule: one(4).matricule })).toMatchObject({ done: false })
  expect(await server.operate({ name: 'allow-phone', matricule })).toMatchObject({ done: true })
  expect((await server.operate({ name: 'held' }))?.lines).toEqual(['Nobody is held.'])
  expect((await server.operate({ name: 'audit', matricule }))?.lines[0]).toMatch(/tests {2}allow-phone {2}ESSAI2600003/)
  expect((await enrol(3, phone)).status).toBe(1)
  // For this student alone.
  expect(await enrol(4, phone)).toEqual(refusal)
})

test('of many saves that wait for their code at once only three are confirmed', async () => {
  const phone = '76300002'
  const waiting: string[] = []
  for (let index = 10; index < 15; index += 1) {
    expect((await save(index, phone)).status).toBe(1)
    waiting.push(await readCode(server, phone))
  }
  const outcomes = await Promise.all(waiting.map((otp, step) => confirm(10 + step, otp)))
  const of = (isConfirmed: boolean) =>
    [...outcomes.keys()].filter(step => (outcomes[step]?.status === 1) === isConfirmed)
  const [confirmed = 0] = of(true)
  const [refused = 0] = of(false)
  expect([of(true).length, of(false).map(step => outcomes[step])]).toEqual([3, [refusal, refusal]])
  expect((await confirm(10 + confirmed, waiting[confirmed] ?? '')).status).toBe(1)
  const { matricule } = one(10 + refused)
  expect(await server.operate({ name: 'allow-phone', matricule })).toMatchObject({ done: true })
  expect((await confirm(10 + refused, waiting[refused] ?? '')).status).toBe(1)
})

test('a held student who gives a number of their own goes on at once', async () => {
  const phone = '76300003'
  for (const index of [20, 21, 22]) expect((await enrol(index, phone)).status).toBe(1)
  expect(await enrol(23, phone)).toEqual(refusal)
  expect((await enrol(23, '76300004')).status).toBe(1)
})
