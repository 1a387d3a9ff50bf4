import { expect, test } from 'vitest'
import { bodies } from '../../../contract/examples.ts'
import { calls } from '../../src/web/calls/all.ts'
import { afterwards, inventStudents, oneFolder } from '../setup/campus.ts'
import { endCleanly, launchServer, runToEnd, serveChild, whenReady } from '../setup/child.ts'
import { Crowd } from '../setup/crowd.ts'
import { oneCluster } from '../setup/databases.ts'
import { addConfirmed, queryCluster } from '../setup/postgres.ts'
import { Visitor } from '../setup/visitor.ts'

const all = inventStudents(1000)
const cluster = await oneCluster()
// Shorter limits than the usual ones: a hang is not waited for.
const DATABASE_URL = `${cluster.url}?statement_timeout=1500&query_timeout=2000`
const env = { ...(await oneFolder()).env, DATABASE_URL }
const child = await serveChild(env)
afterwards(() => endCleanly(child))
await addConfirmed(cluster.url, all)
const query = (sql: string) => queryCluster(cluster.url, sql)

/**
 * Eight phones send while the database is disturbed, and go on when it is back: the process was
 * never started again.
 */
async function underLoad(disturb: (crowd: Crowd) => Promise<void>): Promise<void> {
  const crowd = new Crowd(child.address, all.splice(0, 200), { phones: 8, isDirect: true })
  await crowd.more(10)
  await disturb(crowd)
  await crowd.more(30)
  await crowd.expectNothingLost(query)
  expect(child.process.exitCode).toBe(null)
  expect(child.output().err).not.toContain('"error":')
}

const endConnections =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename IS NOT NULL'

const restart = (how: 'fast' | 'immediate') => async (crowd: Crowd) => {
  for (let round = 0; round < 2; round += 1) {
    await cluster.halt(how)
    await crowd.more(10, 'putOff')
    await cluster.start()
    await crowd.more(10)
  }
}

test.each<[string, (crowd: Crowd) => Promise<void>]>([
  [
    'connections that are ended again and again lose nothing that was acknowledged, nor the process',
    async crowd => {
      for (let round = 0; round < 8; round += 1) {
        await query(endConnections)
        await crowd.more(5)
      }
    },
  ],
  ['a PostgreSQL that is restarted (fast) is met again by itself', restart('fast')],
  ['a PostgreSQL that is restarted (immediate) is met again by itself', restart('immediate')],
  [
    'a PostgreSQL that hangs is not waited for without end',
    async crowd => {
      cluster.freeze()
      await crowd.more(16, 'putOff')
      cluster.thaw()
    },
  ],
])('%s', (_, disturb) => underLoad(disturb), 120_000)

/** Fields that a call does not know are none of its business, so one body is right for all. */
const body = { ...bodies.complete, ...bodies.code, ...bodies.document, ...bodies.receipt }

test('while the database is away each call is put off in its own form, and whoever looks at a page reads why', async () => {
  await cluster.halt('fast')
  const told = () => child.output().err.split('The database does not answer: start PostgreSQL again').length - 1
  const toldBefore = told()
  const visitor = new Visitor(child)
  const putOff = expect.stringContaining('Réessayez')
  let asked = 0
  for (const { path, refusalStatus } of calls) {
    const { http, headers, json } = await visitor.post(`/2021/v1/${path}`, body)
    // What needs no database is answered.
    if (http === 200 && /\/(liste|pieces|btn|new|enrolement\/chrono)/.test(path)) continue
    expect({ path, http, json }).toEqual({ path, http: 503, json: { status: refusalStatus, msg: putOff } })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    asked += 1
  }
  expect(asked).toBeGreaterThan(12)
  for (const address of [`${child.address}/recepisses/f/abc`, child.codes]) {
    const page = await fetch(address)
    expect([page.status, Number(page.headers.get('retry-after')) > 0]).toEqual([503, true])
    expect(await page.text()).toContain('Le service est momentanément indisponible')
    expect(page.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  }
  expect((await fetch(`${child.address}/healthz`)).status).toBe(200)
  expect((await fetch(`${child.address}/readyz`)).status).toBe(503)
  await cluster.start()
  await expect.poll(async () => (await fetch(`${child.address}/readyz`)).status).toBe(200)
  // Once in half a minute, and not for each of the calls.
  expect(told() - toldBefore).toBeLessThan(asked)
  expect(told()).toBeGreaterThan(0)
})

test('a server that is started before its database waits for it and says so', async () => {
  await cluster.halt('fast')
  const launched = launchServer(env)
  await expect.poll(() => launched.said.err).toContain('Waiting for it.')
  await cluster.start()
  const late = await whenReady(launched)
  expect((await new Visitor(late).call('enrolement/chrono', {})).http).toBe(200)
  await endCleanly(late)
})

test('a start that no time can edit, and a command without its database, end with a sentence', async () => {
  const wrong = await runToEnd('serve.ts', [], { ...env, DATABASE_URL: cluster.url.replace(/postgres$/, 'x') })
  expect([wrong.code, wrong.err.trim()]).toEqual([
    1,
    expect.stringContaining('The database at DATABASE_URL does not answer: database "x" does not exist'),
  ])
  const nowhere = await runToEnd('cli.ts', ['files'], { ...env, DATABASE_URL: 'postgres://portail@127.0.0.1:1/x' })
  expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining('DATABASE_URL does not answer') })
})
