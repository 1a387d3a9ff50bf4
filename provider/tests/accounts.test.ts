import { afterEach, expect, test, vi } from 'vitest'
import { oneCampus } from './setup/campus.ts'
import { startServer } from './setup/server.ts'
import { from, students } from './setup/visitor.ts'

const { server, visitor } = await oneCampus()
afterEach(() => vi.useRealTimers())

const day = 24 * 3600_000
const where = from('198.51.100.80')

test('a clock that was years ahead once leaves an account that fills again', async () => {
  const search = async (who = students.aminata) => (await visitor.search(who, where)).http
  await search()
  const spent = "UPDATE address_accounts SET lookups = 0, at = at + interval '10 years'"
  await server.database.query(spent)
  expect(await search()).toBe(200)
  await server.database.query(spent)
  expect(await search(students.fatoumata)).toBe(429)
  await server.restart()
  server.advance(day)
  expect(await search(students.fatoumata)).toBe(200)
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
