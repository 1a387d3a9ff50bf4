import { expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { confirmAll, importStudents, inventStudents, oneChild } from '../setup/campus.ts'
import { endCleanly, serveImpatiently } from '../setup/child.ts'
import { startBody } from '../setup/line.ts'
import { photograph } from '../setup/photographs.ts'
import { documentLines, photosOf, type StoredPhoto } from '../setup/stored.ts'
import { uploadBody, Visitor } from '../setup/visitor.ts'

const students = inventStudents(10)
const own = await oneChild({}, serveImpatiently)
const { dataDir } = own.folders
await importStudents(dataDir, students)
await confirmAll(own.child, students)

interface Upload {
  matricule: string
  type: string
  bytes: Buffer
}

async function fifty(): Promise<Upload[]> {
  const wanted = students.flatMap(({ matricule }) => documentTypes.map(type => ({ matricule, type })))
  return Promise.all(wanted.map(async (one, nth) => ({ ...one, bytes: await photograph(100 + nth, 900, 700) })))
}

const isAmong = (photos: readonly StoredPhoto[], { matricule, type, bytes }: Upload) =>
  photos.some(photo => photo.matricule === matricule && photo.type === type && photo.bytes.equals(bytes))

test('asked to stop with fifty uploads under way, each is stored and answered, or cut and can be sent again', async () => {
  const before = (await documentLines(dataDir)).length
  const uploads = await fifty()
  const sending = await Promise.all(
    uploads.map(async (upload, index) => {
      const body = uploadBody(upload, upload.type, upload.bytes)
      const way = (['whole', 'late', 'never'] as const)[index % 3]
      const half = way === 'whole' ? body.length : body.length >> 1
      const line = await startBody(own.child.address, '/2021/v1/etudiant/files/upload', body, half)
      return { upload, line, rest: body.subarray(half), way }
    }),
  )
  const of = (way: string) => sending.filter(one => one.way === way)
  await Promise.any(of('whole').map(({ line }) => line.until(/^HTTP/)))
  own.child.process.kill('SIGTERM')
  const late = of('late').map(({ line, rest }) => line.write(rest))
  await Promise.all([...late, ...sending.map(({ line }) => line.ended())])
  expect(await own.child.ended).toEqual({ code: 0, signal: null })
  expect(own.child.output().err).not.toMatch(/"error":|"status":5(?!03)/)

  const kept = await photosOf(dataDir)
  for (const { upload, line, way } of sending) {
    const answer = line.received
    if (answer === '') continue
    expect(way).not.toBe('never')
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"status":1/)
    expect(isAmong(kept, upload)).toBe(true)
  }
  expect(of('whole').filter(({ line }) => line.received !== '').length).toBeGreaterThan(0)

  await own.start()
  const visitor = new Visitor(own.child)
  for (const upload of uploads) expect((await visitor.send(upload, upload.type, upload.bytes)).status).toBe(1)
  for (const student of students) expect((await visitor.finish(student)).status).toBe(1)
  expect((await documentLines(dataDir)).length - before).toBe(50)
  await endCleanly(own.child)
  const again = await photosOf(dataDir)
  for (const upload of uploads) expect(isAmong(again, upload)).toBe(true)
  await own.start()
}, 120_000)

test('a stop while a hundred calls wait for the database answers or cuts each, and ends by itself', async () => {
  const visitor = new Visitor(own.child)
  await visitor.call('liste/serie', {})
  const calls = Array.from({ length: 100 }, (_, index) =>
    visitor.give({ matricule: `INCONNU${String(index).padStart(4, '0')}` }, '1234').then(
      reply => reply.http,
      () => 'cut' as const,
    ),
  )
  await Promise.race(calls)
  await endCleanly(own.child)
  for (const outcome of await Promise.all(calls)) expect([200, 'cut']).toContain(outcome)
  expect(own.child.output().err).not.toMatch(/"error":|"status":5(?!03)/)
  await own.start()
  expect((await new Visitor(own.child).call('enrolement/chrono', {})).http).toBe(200)
})
