import { describe, expect, test, vi } from 'vitest'
import { smsBudget } from '../src/limits/rates.ts'
import { smsGate } from '../src/sms/sms-traffic.ts'
import { inventStudent, inventStudents, oneCampus } from './setup/campus.ts'
import { from, readCode } from './setup/visitor.ts'

// Hundreds of calls in one test: a machine that does other work as well takes longer than the usual
// five seconds.
vi.setConfig({ testTimeout: 120_000 })

const minute = 60_000
const hour = 60 * minute
const { server, visitor } = await oneCampus(inventStudents(520))

const save = (index: number, phone: string, where?: object) => visitor.save(inventStudent(index), phone, {}, where)
const confirm = async (index: number, phone: string, where?: object) =>
  visitor.give(inventStudent(index), await readCode(server, phone), where)

test('an address that never confirms a code has sent far less than a hundred, whatever phones it gives', async () => {
  const pumper = from('198.51.100.70')
  const replies = []
  for (let index = 0; index < 120; index += 1) replies.push(await save(index, String(75_000_000 + index), pumper))
  const sent = server.shown.filter(({ phone }) => phone.startsWith('75000'))
  expect(sent.length).toBeLessThanOrEqual(70)
  const refused = replies.find(({ http }) => http !== 200)
  expect([refused?.http, refused?.json]).toEqual([
    429,
    { status: 0, msg: 'Beaucoup de codes ont été demandés par le même réseau que vous. Réessayez dans une minute.' },
  ])
  expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(server.told('smsPumping')).toBe(1)
  // What was refused is kept nowhere: elsewhere it goes through as if nothing had been.
  expect((await save(119, '75000119', from('198.51.100.71'))).status).toBe(1)
  expect((await confirm(119, '75000119', from('198.51.100.71'))).status).toBe(1)
  // Whoever has a code already confirms it, and makes room for others by that.
  expect((await confirm(0, '75000000', pumper)).status).toBe(1)
  expect((await save(118, '75000118', pumper)).status).toBe(1)
})

test('two hundred at one campus save and confirm, also when a save comes twice', async () => {
  const campus = from('198.51.100.72')
  for (let index = 200; index < 400; index += 1) {
    const phone = String(75_100_000 + index)
    expect((await save(index, phone, campus)).status, `student ${index}`).toBe(1)
    expect((await save(index, phone, campus)).status).toBe(1)
    expect((await confirm(index, phone, campus)).status).toBe(1)
  }
})

test('a phone gets five codes an hour and ten a day, some of them only for a student who has had none, and then says how long', async () => {
  const phone = '75200000'
  const gets = async (index: number) => {
    let codes = 0
    for (let time = 0; time < 8; time += 1) {
      if ((await save(index, phone)).http === 200) codes += 1
      server.advance(minute + 1)
    }
    return codes
  }
  expect(await gets(400)).toBe(5)
  expect((await save(401, phone)).http).toBe(429)
  server.advance(hour)
  expect(await gets(400)).toBe(2)
  for (const index of [401, 402]) expect((await save(index, phone)).http).toBe(200)
  expect((await save(403, phone)).http).toBe(429)
  server.advance(hour)
  expect(await gets(400)).toBe(0)
  server.advance(24 * hour)
  expect((await save(400, phone)).http).toBe(200)
  expect((await confirm(400, phone)).status).toBe(1)
})

describe('codes of the whole service', () => {
  const { most, watchedFrom, trickle } = smsBudget
  const few = watchedFrom * 0.1

  test.each([
    ['nothing is sent yet', 0, 0, 0, 0, 'everybody'],
    ['hardly any are sent', watchedFrom - 1, watchedFrom - 1, 900, 0, 'everybody'],
    ['many are sent and none comes back', watchedFrom, watchedFrom, 900, 0, 'known'],
    ['one less than a tenth comes back', watchedFrom, watchedFrom, 900, few - 1, 'known'],
    ['a tenth comes back', watchedFrom, watchedFrom, 900, few, 'everybody'],
    ['it half-opens each minute', watchedFrom, watchedFrom, trickle - 1, 0, 'everybody'],
    ['the few of a minute are spent', watchedFrom, watchedFrom, trickle, 0, 'known'],
    ['a day of results', 11_000, 11_000, 1100, 8000, 'everybody'],
    ['many are for corrections', 5000, 500, 900, 0, 'everybody'],
    ['a gateway could not follow', most, most, 1500, most, 'nobody'],
  ] as const)('%s', (_, sent, awaited, awaitedLastMinute, confirmed, gate) =>
    expect(smsGate({ sent, awaited, awaitedLastMinute, confirmed })).toBe(gate),
  )

  test('that hardly ever come back go on at addresses where they did, and elsewhere wait for a moment', async () => {
    const [campus, stranger] = [from('198.51.100.73'), from('198.51.100.74')]
    expect((await save(500, '75300500', campus)).status).toBe(1)
    expect((await confirm(500, '75300500', campus)).status).toBe(1)
    await server.database.query(
      `INSERT INTO attempts (kind, key, at) SELECT kind, 'x' || n, latest.at
       FROM (SELECT max(at) AS at FROM attempts) AS latest, generate_series(1, ${watchedFrom + 200}) AS n,
         (VALUES ('sms'), ('smsFor')) AS of (kind)`,
    )
    server.advance(10_000)
    const refused = await save(501, '75300501', stranger)
    expect([refused.http, refused.headers.get('retry-after'), refused.json]).toEqual([
      503,
      '60',
      { status: 0, msg: 'Trop de codes sont demandés en ce moment. Réessayez dans une minute.' },
    ])
    expect(server.told('smsBreaker')).toBe(1)
    expect((await save(502, '75300502', campus)).status).toBe(1)
    // What comes again a minute later, as the portal sends it, goes through.
    server.advance(minute)
    expect((await save(501, '75300501', stranger)).status).toBe(1)
    expect((await confirm(501, '75300501', stranger)).status).toBe(1)
    // From then on the address is one where a code came back.
    server.advance(10 * minute)
    expect((await save(503, '75300503', stranger)).status).toBe(1)
  })
})
