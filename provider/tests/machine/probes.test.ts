import { expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { oneCampus } from '../setup/campus.ts'
import { oneCluster } from '../setup/databases.ts'
import { head, Line } from '../setup/line.ts'
import { base64Photograph } from '../setup/photographs.ts'
import { requestRaw } from '../setup/raw.ts'
import { startServer } from '../setup/server.ts'
import { enrolAndConfirm, from, otherCode, readCode, received, students } from '../setup/visitor.ts'

const cluster = await oneCluster()
const { server, visitor } = await oneCampus([], { databaseUrl: cluster.url })
const { metric: value } = server

/** The refusals alone: a failure shows them all. */
const refusals = async () => (await scrape()).split('\n').filter(line => line.startsWith('portal_refusals_total'))
const scrape = async () => (await fetch(`${server.address}/metrics`)).text()
const probe = async (path: string) => {
  const answer = await fetch(server.address + path)
  return { http: answer.status, text: await answer.text(), retryAfter: answer.headers.get('retry-after') }
}

test('the metrics count calls, uploads and refusals by their cause, and files that wait, and name nobody', async () => {
  const { aminata } = students
  const upload = '/2021/v1/etudiant/files/upload'
  const before = await value('portal_files_to_review')
  await enrolAndConfirm(server, visitor, aminata, '76000001')
  for (const type of ['attest', 'carteid']) await visitor.send(aminata, type, await base64Photograph(1))
  await visitor.send(aminata, 'attest', 'bm90IGFuIGltYWdl')
  await visitor.give({ matricule: 'A'.repeat(40_000) }, '1234')
  await visitor.call('otp/valide', { otp: 1 })
  await visitor.call('inconnu', {})
  await visitor.call('liste/serie', {}, { headers: { cookie: 'XSRF-TOKEN=one', 'x-xsrf-token': 'another' } })
  const code = await readCode(server, '76000001')
  for (let step = 1; step <= 6; step += 1) await visitor.give(aminata, otherCode(code, step))

  const text = await scrape()
  for (const line of [
    `portal_requests_total{template="${upload}",status="200"} 2`,
    `portal_requests_total{template="${upload}",status="422"} 1`,
    `portal_request_seconds_count{template="${upload}"} 3`,
    'portal_uploads_accepted_total 2',
    'portal_refusals_total{status="422",cause="notImage"} 1',
    'portal_refusals_total{status="413",cause="tooLarge"} 1',
    'portal_refusals_total{status="400",cause="invalid"} 1',
    'portal_refusals_total{status="404",cause="unknownCall"} 1',
    'portal_refusals_total{status="403",cause="xsrf"} 1',
    'portal_refusals_total{status="429",cause="codeGuesses"} 1',
    'portal_refusals_total{status="200",cause="wrongCode"} 5',
    'portal_database_up 1',
  ])
    expect(text.split('\n')).toContain(line)
  const wrong = server.log.filter(line => line.includes('"refusal":"wrongCode"'))
  expect(wrong.map(line => JSON.parse(line).template)).toEqual(Array(5).fill('/2021/v1/etudiant/otp/valide'))
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m)
  for (const personal of [aminata.matricule, '76000001', '127.0.0.1']) expect(text).not.toContain(personal)

  // A file that is not complete yet waits for nobody.
  server.advance(11_000)
  expect(await value('portal_files_to_review')).toBe(before)
  for (const type of documentTypes) await visitor.send(aminata, type, await base64Photograph(2))
  expect((await visitor.finish(aminata)).status).toBe(1)
  server.advance(11_000)
  expect(await value('portal_files_to_review')).toBe(before + 1)
})

test('every limit that refuses is counted under its own name', async () => {
  const { moussa, seydou } = students
  const times = (count: number, ask: (index: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: count }, (_, index) => ask(index)))
  const someone = (index: number) => ({ matricule: `PERSONNE${1000 + index}` })
  await times(21, nth => visitor.save({ ...moussa, numPlace: String(nth) }, '76000009', {}, from('10.0.0.1')))
  await times(301, nth => visitor.search({ ...moussa, numPlace: String(800_000 + nth) }, from('10.1.0.1')))
  await times(301, nth => visitor.finish(someone(nth), from('10.1.0.2')))
  await times(301, nth => visitor.give(someone(nth), '1234', from('10.1.0.3')))
  // Of three hundred at the same moment none has failed yet when the others are let in.
  await visitor.give(someone(0), '1234', from('10.1.0.3'))
  await times(6, nth => visitor.receipt({ ...moussa, matricule: received.matricule }, '0000', from(`10.2.0.${nth}`)))
  for (let minutes = 0; minutes < 11; minutes += 1) {
    await visitor.save(seydou, '76000010', {}, from('10.3.0.1'))
    server.advance(61_000)
  }
  const causes = (await refusals()).map(line => /status="429",cause="(\w+)"/.exec(line)?.[1])
  expect(causes).toEqual(
    expect.arrayContaining(['wrongPlaces', 'misses', 'strangers', 'wrongCodes', 'receiptGuesses', 'codesSent']),
  )
})

test("a proxy's well-formed request id is the one in the log and in the answer, any other is replaced", async () => {
  const id = '0123456789abcdef0123456789abcdef'
  const chrono = (given: string) => visitor.call('enrolement/chrono', {}, { headers: { 'x-request-id': given } })
  expect((await chrono(id)).headers.get('x-request-id')).toBe(id)
  expect(server.log.at(-1)).toContain(`"id":"${id}"`)
  for (const other of [students.aminata.matricule, '76000001', `${id}"}`, 'a'.repeat(65), 'nom prénom'.repeat(3)]) {
    const answered = (await chrono(encodeURI(other))).headers.get('x-request-id')
    expect(answered).toMatch(/^[0-9a-f]{8}-/)
    expect(server.log.at(-1)).toContain(`"id":"${answered}"`)
  }
  // What is fetched again and again on 2G carries no header that says nothing to the student.
  expect((await requestRaw(server.address, { path: '/' })).headers['x-request-id']).toBeUndefined()
})

test('while it stops, the process is alive and not ready', async () => {
  const own = await startServer({ patience: { stopGraceMs: 3_600_000, stopMs: 3_600_000 } })
  const lines = await Promise.all(
    ['/readyz', '/healthz'].map(async path => {
      const line = await Line.open(own.address)
      const text = head(path, {}, 'GET')
      await line.write(text.slice(0, 20))
      return { line, rest: text.slice(20) }
    }),
  )
  // A whole answer on another connection: by then the server has read what was written before.
  await fetch(`${own.address}/healthz`)
  const stopped = own.pause()
  for (const { line, rest } of lines) await line.write(rest)
  const [ready, alive] = await Promise.all(lines.map(({ line }) => line.until(/\r\n\r\n[\s\S]*\n$/)))
  expect(ready?.input).toMatch(/^HTTP\/1\.1 503 [\s\S]*Retry-After: \d+\r\n[\s\S]*The process is stopping\.\n$/i)
  expect(alive?.input).toMatch(/^HTTP\/1\.1 200 /)
  for (const { line } of lines) line.hangUp()
  await stopped
})

test('without its database the process lives, is not ready, and still tells its metrics', async () => {
  await expect.poll(() => probe('/readyz')).toMatchObject({ http: 200 })
  const lines = server.log.length
  await cluster.halt('fast')
  expect(await probe('/healthz')).toMatchObject({ http: 200 })
  expect(await probe('/readyz')).toEqual({ http: 503, text: 'The database does not answer.\n', retryAfter: '5' })
  // What the gauges read is kept for seconds: they may tell of the database as it was.
  expect(await scrape()).toMatch(/^portal_database_up [01]$/m)
  expect(server.log.length).toBe(lines)
  await cluster.start()
})
