import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, onTestFailed, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { confirmAll, importStudents, oneChild } from '../setup/campus.ts'
import { endCleanly, memoryOf, serveImpatiently } from '../setup/child.ts'
import { photograph } from '../setup/photographs.ts'
import { requestRaw } from '../setup/raw.ts'
import { confirmed, type Shot, shots, students } from './fuzz/bodies.ts'
import { type Dump, dumpOf, newRows } from './fuzz/dump.ts'
import { bodyOf, digestOf, kept, mayEnrol } from './fuzz/rules.ts'

/** `FUZZ_BODIES=200000` for a long run, `FUZZ_SEED=…` for the same run again. */
const bodies = Number(process.env.FUZZ_BODIES ?? 10_020)
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const together = 20
const mega = 1024 * 1024

let after: Dump
const accepted: { call: string; body: Record<string, unknown> }[] = []
const answers: Record<string, number> = {}
/** Of the calls that wait for their answer: the runner ends a run in which one never comes. */
const waiting = new Map<Shot, string>()

const own = await oneChild({ TRUST_PROXY: '1', PATIENCE: 'usual' }, serveImpatiently)
const { dataDir } = own.folders
await importStudents(dataDir, students)
await confirmAll(own.child, confirmed)
await endCleanly(own.child)
const before = await dumpOf(dataDir)
await own.start()
const jpeg = await photograph(1, 64, 48)
const png = await photograph(2, 64, 48, 'png')
const bitten = Buffer.from(jpeg).fill(0xff, jpeg.length >> 1, (jpeg.length >> 1) + 8)
const others = [jpeg.subarray(0, 400), bitten, Buffer.from('<svg/>'), png.subarray(0, png.length - 20)]
const images = [jpeg, png, ...others].map(bytes => bytes.toString('base64'))

/** On a connection of its own; one that is cut without an answer fails. */
async function fire({ path, body, media, coding, address }: Shot) {
  const bytes = coding === 'gzip' ? gzipSync(body) : body
  const named = coding === 'called gzip' ? 'gzip' : coding
  const headers = {
    'x-forwarded-for': address,
    ...(media !== '' && { 'content-type': media }),
    ...(/gzip|br/.test(named) && { 'content-encoding': named }),
    ...(coding === 'chunked' ? { 'transfer-encoding': 'chunked' } : { 'content-length': bytes.length }),
  }
  const half = bytes.length >> 1
  const pieces = coding === 'chunked' ? [bytes.subarray(0, half), bytes.subarray(half)] : bytes
  return requestRaw(own.child.address.replace('localhost', '127.0.0.1'), {
    method: 'POST',
    path,
    headers,
    body: pieces,
  })
}

async function shoot(shot: Shot): Promise<void> {
  waiting.set(shot, shot.path)
  const { http, headers, text } = await fire(shot)
  waiting.delete(shot)
  answers[http] = (answers[http] ?? 0) + 1
  expect(http, shot.path).toBeLessThan(500)
  expect(headers['content-type']).toBe('application/json')
  const json: { status?: unknown } = JSON.parse(text)
  if (http !== 200 || json.status !== 1) return
  accepted.push({ call: shot.path.split('/').slice(3).join('/'), body: bodyOf(shot) })
}

/**
 * An answer, a field that is not known, or what looks like an attack: nobody's number or name has
 * room in them.
 */
const harmless =
  /^(\{"time":"[\dTZ:.-]+",("level":"info","id":"[\da-f-]+","method":"POST","template":"\/[\w/*]+","status":\d{3},"ms":\d+(,"refusal":"[\w-]+")?|"level":"warn","security":"\w+"(,"target":"[\da-f]{12}")?|"level":"warn","message":"[\w/]+: this server does not know the field \\"\w{1,40}\\", and has dropped it\.[\w ,./]+")\})?$/

test(
  'many thousand bodies over all calls: an answer to each, no server error, no growth of memory',
  async () => {
    console.log(`${bodies} bodies, FUZZ_SEED=${seed}`)
    onTestFailed(() => console.log('without an answer:', [...waiting.values()]))
    const held: Awaited<ReturnType<typeof memoryOf>>[] = []
    for (let third = 0; third < 3; third += 1) {
      await fc.assert(
        fc.asyncProperty(fc.array(shots(images), { minLength: together, maxLength: together }), async salvo => {
          await Promise.all(salvo.map(shoot))
        }),
        { numRuns: Math.ceil(bodies / 3 / together), seed: seed + third },
      )
      held.push(await memoryOf(own.child))
    }
    const [first, , last] = held
    const inMega = held.map(({ heapUsed, rss }) => `${Math.round(heapUsed / mega)}/${Math.round(rss / mega)}`)
    console.log(`answers ${JSON.stringify(answers)}, heap/rss in MB ${inMega.join(' ')}`)
    expect(Object.values(answers).reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(bodies)
    expect((last?.heapUsed ?? 0) - (first?.heapUsed ?? 0)).toBeLessThan(20 * mega)
    expect((last?.rss ?? 0) - (first?.rss ?? 0)).toBeLessThan(200 * mega)
    const said = own.child.output().err.split('\n')
    expect(said.filter(line => !harmless.test(line))).toEqual([])
    await endCleanly(own.child)
    after = await dumpOf(dataDir)
    await own.start()
  },
  Math.max(180_000, bodies * 20),
)

const bodiesOf = (call: string) => accepted.filter(one => one.call === call).map(one => one.body)

test('afterwards the lists that only the operator writes are as they were', () => {
  for (const table of ['students', 'enrolment_window', 'migrations', 'secrets'])
    expect(after.tables[table]).toEqual(before.tables[table])
})

test('each enrolment that was written came from a body that is valid, and each SMS from one of them', () => {
  const sent = bodiesOf('etudiant/enrolement/add')
  const adds = sent.map(kept)
  expect(adds.length).toBeGreaterThan(0)
  for (const body of sent) expect(mayEnrol(body, students), JSON.stringify(body)).toBe(true)
  const confirmations = [...bodiesOf('etudiant/otp/valide'), ...bodiesOf('etudiant/enrolement/globalevalid')]
  for (const row of newRows(before, after, 'enrolments')) {
    const sources = [...adds, ...confirmations].filter(body => body.matricule === row.matricule)
    expect(sources.length, String(row.matricule)).toBeGreaterThan(0)
    const answersOf = JSON.stringify(row.answers)
    const known = before.tables.enrolments?.find(one => one.matricule === row.matricule)
    // A field that was left out is kept as an empty one.
    const said = (body: Record<string, unknown>) =>
      Object.entries(Object(row.answers)).every(([key, value]) => key === 'reading' || (body[key] ?? '') === value)
    const isGiven = adds.some(said)
    expect(isGiven || JSON.stringify(known?.answers) === answersOf, answersOf).toBe(true)
  }
  expect(newRows(before, after, 'sms_outbox').length).toBeLessThanOrEqual(adds.length)
})

test('each document that was written is of a confirmed student, and is the picture that was answered', () => {
  const written = newRows(before, after, 'documents')
  expect(written.length).toBeGreaterThan(0)
  const sent = accepted.filter(({ call }) => call.startsWith('etudiant/files/'))
  const codes = bodiesOf('etudiant/otp/valide').map(body => body.matricule)
  const may = new Set<unknown>([...confirmed.map(one => one.matricule), ...codes])
  for (const { matricule, type, digest, state } of written) {
    expect(may.has(matricule)).toBe(true)
    expect([documentTypes.some(one => one === type), state]).toEqual([true, 'received'])
    // Of a photo that is sent again the address says which it is, whatever its body says beside.
    const typeOf = ({ body, call }: (typeof sent)[number]) =>
      call === 'etudiant/files/upload' ? body.type : call.split('/').at(-1)
    const isSource = (one: (typeof sent)[number]) =>
      one.body.matricule === matricule && typeOf(one) === type && digestOf(one.body.image) === digest
    expect(sent.some(isSource), `${String(matricule)} ${String(type)}`).toBe(true)
  }
  const digests = after.tables.documents?.map(row => String(row.digest)).sort()
  expect(after.images.map(({ bytes }) => hash('sha256', bytes)).sort()).toEqual(digests)
})

test('what is counted has the form of what is counted, and each receipt link was given out', () => {
  for (const { kind, key } of newRows(before, after, 'attempts'))
    expect(`${String(kind)} ${String(key)}`).toMatch(
      /^((code\w*|furtherCode(ByOthers)?|place) [A-Z0-9]{11,12}|sms(For)? \d{8}( [A-Z0-9]{11,12})?|(furtherCodeByAddress|placeByAsker|upload) [A-Z0-9]{11,12} (browser|[0-9a-f]{64}))$/,
    )
  expect(newRows(before, after, 'receipt_links')).toHaveLength(bodiesOf('etudiant/voir/recepisse').length)
})
