import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { startServer } from './setup/server.ts'
import { from, students, Visitor } from './setup/visitor.ts'

const server = await startServer({ trustProxy: true })
afterAll(() => server.stop(), 30_000)
afterEach(() => vi.useRealTimers())

const day = 24 * 3600_000
const visitor = new Visitor(server)
const { anneeBac, numPlace, serie, ae } = students.aminata
const search = (address: string) => visitor.call('search/matricule', { anneeBac, numPlace, serie, ae }, from(address))

test('a clock that was years ahead once leaves an account that fills again', async () => {
  await search('198.51.100.80')
  const spent = "UPDATE address_accounts SET lookups = 0, at = at + interval '10 years'"
  await server.database.query(spent)
  expect((await search('198.51.100.80')).http).toBe(200)
  await server.database.query(spent)
  const other = {
    anneeBac,
    numPlace: students.fatoumata.numPlace,
    serie: students.fatoumata.serie,
    ae: students.fatoumata.ae,
  }
  const ask = () =>
    visitor.call('search/matricule', { ...other, anneeBac: students.fatoumata.anneeBac }, from('198.51.100.80'))
  expect((await ask()).http).toBe(429)
  await server.restart()
  server.advance(day)
  expect((await ask()).http).toBe(200)
})

test('accounts and held students are forgotten after months, by a process that was not started anew', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const long = await startServer({ trustProxy: true })
  try {
    const { database } = long
    const held = `INSERT INTO held_enrolments (matricule, phone, at, why) VALUES ('${students.aminata.matricule}', $1, $2, '')`
    const columns = 'key, at, lookups, files, codes, misses, guesses'
    const account = `INSERT INTO address_accounts (${columns}) VALUES ($1, $2, 0, 0, 0, 0, 0)`
    const ago = (days: number) => new Date(Date.now() - days * day)
    for (const insert of [held, account]) {
      await database.query(insert, ['76000001', ago(91)])
      await database.query(insert, ['76000002', ago(89)])
    }
    vi.advanceTimersByTime(day)
    const left = () =>
      database.query('SELECT phone AS key FROM held_enrolments UNION ALL SELECT key FROM address_accounts')
    await vi.waitFor(async () => expect(await left()).toEqual([{ key: '76000002' }, { key: '76000002' }]))
  } finally {
    await long.stop()
  }
})
