import { describe, expect, test, vi } from 'vitest'
import { pay } from '../src/limits/accounts.ts'
import { addressesPerSite } from '../src/limits/limits.ts'
import { allowances } from '../src/limits/rates.ts'
import { clientOf } from '../src/limits/who.ts'
import { inventStudents, oneCampus, phoneOf } from './setup/campus.ts'
import { harvest, isFound, mostNames } from './setup/harvest.ts'
import { from, type SampleStudent, students } from './setup/visitor.ts'

// Hundreds of calls in one test: a machine that does other work as well takes longer than the usual
// five seconds.
vi.setConfig({ testTimeout: 120_000 })

const day = 86_400_000
const invented = inventStudents(900)
const { server, visitor } = await oneCampus(invented)

const search = (student: SampleStudent, where: object) => visitor.search(student, where)

describe('who counts seat numbers', () => {
  test('has no 400 names when the address is told no more, tells of it, and nobody elsewhere is stopped', async () => {
    const harvester = from('198.51.100.40')
    let found = 0
    const refusals: Record<string, unknown>[] = []
    await harvest(invented.slice(0, 450), async student => {
      const reply = await search(student, harvester)
      if (isFound(reply)) found += 1
      else refusals.push({ http: reply.http, wait: Number(reply.headers.get('retry-after')), ...reply.json })
    })
    expect(found).toBeLessThan(mostNames)
    expect(refusals[0]).toEqual({
      http: 429,
      wait: expect.any(Number),
      status: 0,
      msg: 'Beaucoup d’étudiants s’inscrivent en ce moment par le même réseau que vous. Réessayez dans une minute.',
    })
    for (const { wait } of refusals) expect([Number(wait) >= 30, Number(wait) <= 60]).toEqual([true, true])
    expect(server.told('harvest')).toBe(1)
    // Nor is it told any longer who is nobody.
    expect((await search({ ...students.aminata, numPlace: '999' }, harvester)).http).toBe(429)
    const [first, last] = [invented[0], invented[449]] as [SampleStudent, SampleStudent]
    expect(isFound(await search(first, harvester))).toBe(true)
    expect(isFound(await search(last, from('198.51.100.41')))).toBe(true)
  })

  test('neither begins anew with the process nor gets more than a base a day', async () => {
    await server.restart()
    expect((await search(students.moussa, from('198.51.100.40'))).http).toBe(429)
    server.advance(day)
    let found = 0
    await harvest(invented.slice(450, 850), async student => {
      if (isFound(await search(student, from('198.51.100.40')))) found += 1
    })
    expect(found).toBeGreaterThan(0)
    expect(found).toBeLessThan(mostNames)
  })

  test('saves for each whom he finds, and still has no 400', async () => {
    const harvester = from('198.51.100.42')
    let found = 0
    await harvest(invented.slice(0, 500), async (student, index) => {
      if (isFound(await search(student, harvester))) found += 1
      await visitor.save(student, String(77_000_000 + index), {}, harvester)
    })
    expect(found).toBeLessThan(mostNames)
  })

  test('gets no more by the customers’ networks of one IPv6 site than so many addresses have', async () => {
    const { database } = server
    const provider = { secret: Buffer.alloc(32, 7), now: () => new Date() }
    const walk = async (asks: number) => {
      let found = 0
      for (let index = 0; index < asks; index += 1) {
        const address = clientOf(`2001:db8:5:${(index % 16).toString(16)}00::1`)
        if (await pay(database, { provider, address }, 'lookups')) found += 1
      }
      return found
    }
    expect(await walk(1)).toBe(1)
    const [site] = await database.query<{ left: number }>(
      'UPDATE address_accounts SET lookups = lookups - 2400 WHERE lookups > 2000 RETURNING lookups + 2400 AS left',
    )
    expect(site?.left).toBeCloseTo(addressesPerSite * allowances.lookups.base - 1, 0)
    const found = await walk(480)
    expect([found >= 159, found < 170]).toEqual([true, true])
    // What the site had nothing left for went back to its customers.
    const left = await database.query<{ key: string }>(
      'SELECT key FROM address_accounts WHERE lookups BETWEEN 305 AND 315',
    )
    expect(left).toHaveLength(16)
  })
})

test('who tries matricules or phones is told of some hundreds of files, and goes on with those that were seen there', async () => {
  const walker = from('198.51.100.50')
  const confirmed = (index: number) => `('ESSAI26${String(index).padStart(5, '0')}', '${phoneOf(index)}')`
  await server.database.query(
    `INSERT INTO enrolments (matricule, phone, answers, digest, code_sent_at, confirmed_at, confirmed_answers)
     SELECT matricule, phone, '{}', '', now(), now(), '{"reading":"complete"}'
     FROM (VALUES ${invented.map((_, index) => confirmed(index)).join(', ')}) AS given (matricule, phone)
     ON CONFLICT (matricule) DO UPDATE SET phone = excluded.phone, confirmed_at = now(), confirmed_answers = excluded.confirmed_answers`,
  )
  const ask = (index: number, options: object) =>
    index % 2
      ? visitor.look(invented[index] as SampleStudent, options)
      : visitor.call('verif/statut/phone', { phone: phoneOf(index) }, options)
  let told = 0
  await harvest(invented.slice(0, 800), async (_, index) => {
    const { http, json } = await ask(index, walker)
    if (http === 200) told += 1
    else expect([http, json.status]).toEqual([429, -1])
  })
  expect(told).toBeLessThan(700)
  // A team that looks after its students is not stopped before.
  expect(told).toBeGreaterThanOrEqual(600)
  expect((await ask(0, walker)).http).toBe(200)
  expect((await ask(799, from('198.51.100.51'))).http).toBe(200)
})

test('who asks for what costs nothing first pays for names and files all the same', async () => {
  const [called, looked] = [from('198.51.100.52'), from('198.51.100.53')]
  let [files, names] = [0, 0]
  await harvest(invented.slice(0, 800), async student => {
    const { matricule } = student
    expect((await visitor.finish(student, called)).http).toBe(200)
    if ((await visitor.call('verif/statut/matricule', { matricule }, called)).http === 200) files += 1
  })
  expect([files >= 600, files < 700]).toEqual([true, true])
  await harvest(invented.slice(0, 500), async student => {
    expect((await visitor.look(student, looked)).http).toBe(200)
    if (isFound(await search(student, looked))) names += 1
  })
  expect(names).toBeLessThan(mostNames)
})
