import { beforeEach, describe, expect, test } from 'vitest'
import { patienceMs } from '../../../tests/patience.ts'
import { pauseAfter, smsSending } from '../../src/sms/sms-sender.ts'
import { afterwards, inventStudent, inventStudents, oneFolder } from '../setup/campus.ts'
import { type Child, endCleanly, runToEnd, serveChild } from '../setup/child.ts'
import { oneCluster } from '../setup/databases.ts'
import { codeIn, Gateway, type Mode } from '../setup/gateway.ts'
import { addStudents, queryCluster } from '../setup/postgres.ts'
import { Visitor } from '../setup/visitor.ts'

/** Two processes of a production start on one PostgreSQL, and a gateway. */

const token = 'jeton-de-la-passerelle'
const cluster = await oneCluster()
const folders = await oneFolder()
const gateway = new Gateway()
await gateway.start(200)
afterwards(() => gateway.die())
const settings = { SMS_GATEWAY_URL: gateway.url, SMS_GATEWAY_TOKEN: token, SHOW_CODES: 'no' }
const serve = () => serveChild({ ...folders.env, DATABASE_URL: cluster.url, ...settings })
let processes = [await serve(), await serve()]
const kill = async () => {
  for (const child of processes) child.process.kill('SIGKILL')
  await Promise.all(processes.map(({ ended }) => ended))
}
afterwards(() => kill())
const sql = (text: string) => queryCluster(cluster.url, text)
const queued = async () => Number((await sql('SELECT count(*)::int AS count FROM sms_queue'))[0]?.count)
await addStudents(cluster.url, inventStudents(60))

const server = (index: number) => processes[index % processes.length] as Child
let next = 0
/** A student who has not enrolled yet, by a phone of their own. */
async function enrol(index = 0) {
  const student = inventStudent(next++)
  const phone = String(76_100_000 + next)
  expect((await new Visitor(server(index)).save(student, phone)).status).toBe(1)
  return { student, phone }
}
/** What the processes have told the operator: any of them may have taken a message. */
const told = () => processes.map(child => child.output().err).join('')
/** Tries of all processes that came to nothing. */
async function failures(): Promise<number> {
  const texts = await Promise.all(processes.map(async ({ address }) => (await fetch(`${address}/metrics`)).text()))
  return texts.reduce((sum, text) => sum + Number(/^portal_sms_total\{outcome="failed"\} (\d+)$/m.exec(text)?.[1]), 0)
}
/**
 * The gateway takes messages again, and the pauses of what it refused are over by the database's
 * clock. A try that is under way keeps its lease: another process would send the message a second
 * time.
 */
async function comesBack(mode: Mode = 200): Promise<void> {
  const waiting = await sql('SELECT id::text, tries FROM sms_queue')
  const refused = waiting.filter(({ id, tries }) => !gateway.isAlive || gateway.triesOf(String(id)) === tries)
  const late = `SELECT 1 FROM sms_queue WHERE next_at > now() + interval '${smsSending.longestPauseMs} milliseconds'`
  expect(await sql(late)).toEqual([])
  if (gateway.isAlive) gateway.turn(mode)
  else await gateway.start(mode)
  const rows = refused.map(({ id, tries }) => `('${id}', ${tries})`)
  if (rows.length > 0) await sql(`UPDATE sms_queue SET next_at = now() WHERE (id::text, tries) IN (${rows.join(',')})`)
}
/** A try may have been under way: then it is put off once more, or its lease has to end. */
const comingMs = smsSending.longestPauseMs + patienceMs
const comes = (phone: string) => expect.poll(() => gateway.taken(phone).length, { timeout: comingMs }).toBe(1)
const emptied = () => expect.poll(queued).toBe(0)

describe('a code that leaves by the gateway', () => {
  beforeEach(() => gateway.turn(200))

  test('is one request with a key and the token, and confirms the phone; then nothing of it is kept or told', async () => {
    const { student, phone } = await enrol()
    await comes(phone)
    const [request] = gateway.of(phone)
    expect(request).toMatchObject({ method: 'POST', url: '/messages' })
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': request?.body.id,
    })
    const otp = codeIn(request?.body.text)
    expect((await new Visitor(server(1)).give(student, otp)).status).toBe(1)
    await emptied()
    expect(await sql("SELECT 1 FROM sms_outbox WHERE phone LIKE '761%'")).toEqual([])
    for (const child of processes) {
      const { out, err } = child.output()
      expect(out).toBe(`READY ${child.address}\n`)
      for (const personal of [phone, otp, 'votre code', token]) expect(err).not.toContain(personal)
      expect((await fetch(`${child.address}/_sms.json`)).status).toBe(404)
    }
  })

  test('is sent once, whichever of two processes takes it, when forty have gathered', async () => {
    gateway.turn(503)
    const all = await Promise.all(Array.from({ length: 40 }, (_, index) => enrol(index)))
    await comesBack('slow')
    for (const { phone } of all) await comes(phone)
    await emptied()
    for (const { phone } of all) expect(gateway.taken(phone)).toHaveLength(1)
  })

  test('waits, encrypted, for a gateway that refuses, stalls or is dead, and comes once it is back', async () => {
    for (const trouble of [503, 429, 401, 302, 'stall', 'dead'] as const) {
      const before = await failures()
      if (trouble === 'dead') await gateway.die()
      else gateway.turn(trouble)
      const { phone } = await enrol()
      await expect.poll(failures, { message: String(trouble), timeout: comingMs }).toBeGreaterThan(before)
      if (trouble !== 'dead') expect(gateway.of(phone).length).toBeGreaterThan(0)
      const rows = await sql('SELECT * FROM sms_queue')
      expect(rows).toHaveLength(1)
      expect(JSON.stringify(rows)).not.toMatch(/votre code/)
      await comesBack()
      await comes(phone)
      await emptied()
      const ids = gateway.of(phone).map(({ body }) => body.id)
      expect(new Set(ids).size, 'one key for all tries').toBe(1)
    }
    const err = told()
    expect(err).toMatch(/"level":"error","message":"SMS_GATEWAY_URL takes no messages: HTTP 503\. They wait/)
    expect(err).toMatch(/"level":"info","message":"SMS_GATEWAY_URL takes messages again\."/)
  }, 180_000)

  test('comes although its server was killed right after it had acknowledged the save, even with the try under way', async () => {
    gateway.turn('stall')
    const { phone } = await enrol(0)
    await expect.poll(() => gateway.of(phone).length).toBe(1)
    await kill()
    await comesBack()
    processes = await Promise.all([serve(), serve()])
    await comes(phone)
    await emptied()
  })

  test('that has ended is not sent, nor one that a newer code has ended', async () => {
    gateway.turn(503)
    const [late, corrected] = [await enrol(), await enrol()]
    await sql(`UPDATE sms_queue SET expires_at = now() WHERE matricule = '${late.student.matricule}'`)
    const right = '76999999'
    await new Visitor(server(1)).save(corrected.student, right)
    await comesBack()
    await comes(right)
    await emptied()
    expect(gateway.taken(late.phone)).toEqual([])
    expect(gateway.taken(corrected.phone)).toEqual([])
  })

  test('that the gateway will never take is tried once, and the operator reads which message that was', async () => {
    for (const status of [400, 422]) {
      gateway.turn(status)
      const { phone } = await enrol()
      await emptied()
      expect(gateway.of(phone).length).toBe(1)
      const id = gateway.requests.at(-1)?.body.id ?? ''
      expect(told()).toContain(`The SMS gateway refused message ${id} for good: HTTP ${status}.`)
    }
  })

  test('does not hold up a stop while the gateway stalls, and stays for the next start', async () => {
    gateway.turn('stall')
    const { phone } = await enrol(0)
    await expect.poll(() => gateway.of(phone).length).toBe(1)
    await Promise.all(processes.map(endCleanly))
    expect(await queued()).toBe(1)
    await comesBack()
    processes = await Promise.all([serve(), serve()])
    await comes(phone)
  })
})

test('a pause grows with each try, to a minute at most, and a gateway may ask for more within that', () => {
  expect([1, 2, 3, 5, 6, 40].map(tries => pauseAfter(tries, 0))).toEqual([2000, 4000, 8000, 32_000, 60_000, 60_000])
  expect([pauseAfter(1, 30_000), pauseAfter(1, 3_600_000), pauseAfter(5, 1000)]).toEqual([30_000, 60_000, 32_000])
})

test.each(['http://sms.example/send', 'https://user:secret@sms.example/', 'ftp://sms.example/', 'sms.example'])(
  'the gateway %s is refused with a sentence: codes would travel in the clear, or nowhere',
  async SMS_GATEWAY_URL => {
    const { code, err } = await runToEnd('serve.ts', [], { ...folders.env, SMS_GATEWAY_URL })
    expect([code, err.trim()]).toEqual([
      1,
      'SMS_GATEWAY_URL must be https://host/path, or http:// on this machine, without a user or password. Correct it or unset it.',
    ])
  },
  30_000,
)
