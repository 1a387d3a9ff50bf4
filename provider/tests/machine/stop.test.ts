import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { confirmAll, type Folders, importStudents, inventStudents, makeFolders } from '../setup/campus.ts'
import { type Child, endCleanly, serveImpatiently } from '../setup/child.ts'
import { head, Line } from '../setup/line.ts'
import { photograph } from '../setup/photographs.ts'
import { documentLines, photosOf, type StoredPhoto } from '../setup/stored.ts'
import { Visitor } from '../setup/visitor.ts'

const students = inventStudents(10)
let folders: Folders
let child: Child

beforeAll(async () => {
  folders = await makeFolders()
  child = await serveImpatiently(folders.env)
  await importStudents(folders.dataDir, students)
  await confirmAll(child, students)
})
afterAll(async () => {
  child.process.kill('SIGTERM')
  await child.ended
  await folders.remove()
})

interface Upload {
  matricule: string
  type: string
  image: string
  bytes: Buffer
}

async function fifty(): Promise<Upload[]> {
  const wanted = students.flatMap(({ matricule }) => documentTypes.map(type => ({ matricule, type })))
  return Promise.all(
    wanted.map(async (one, index) => {
      const bytes = await photograph(100 + index, 900, 700)
      return { ...one, bytes, image: bytes.toString('base64') }
    }),
  )
}

const isAmong = (photos: readonly StoredPhoto[], { matricule, type, bytes }: Upload) =>
  photos.some(photo => photo.matricule === matricule && photo.type === type && photo.bytes.equals(bytes))

test('asked to stop with fifty uploads under way, each is stored and answered, or cut and can be sent again', async () => {
  const before = (await documentLines(folders.dataDir)).length
  const uploads = await fifty()
  const sending = await Promise.all(
    uploads.map(async (upload, index) => {
      const body = Buffer.from(JSON.stringify({ ...upload, bytes: undefined }))
      const line = await Line.open(child.address)
      await line.write(head('/2021/v1/etudiant/files/upload', { 'Content-Length': body.length }))
      const way = (['whole', 'late', 'never'] as const)[index % 3]
      const half = way === 'whole' ? body.length : body.length >> 1
      await line.write(body.subarray(0, half))
      return { upload, line, rest: body.subarray(half), way }
    }),
  )
  const of = (way: string) => sending.filter(one => one.way === way)
  await Promise.any(of('whole').map(({ line }) => line.until(/^HTTP/)))
  child.process.kill('SIGTERM')
  const late = of('late').map(({ line, rest }) => line.write(rest))
  await Promise.all([...late, ...sending.map(({ line }) => line.ended())])
  expect(await child.ended).toEqual({ code: 0, signal: null })
  expect(child.output().err).not.toMatch(/"error":|"status":5(?!03)/)

  const kept = await photosOf(folders.dataDir)
  for (const { upload, line, way } of sending) {
    const answer = line.received
    if (answer === '') continue
    expect(way).not.toBe('never')
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"status":1/)
    expect(isAmong(kept, upload)).toBe(true)
  }
  expect(of('whole').filter(({ line }) => line.received !== '').length).toBeGreaterThan(0)

  child = await serveImpatiently(folders.env)
  const visitor = new Visitor(child)
  for (const { matricule, type, image } of uploads)
    expect((await visitor.call('files/upload', { matricule, type, image })).json.status).toBe(1)
  for (const { matricule } of students)
    expect((await visitor.call('enrolement/globalevalid', { matricule })).json.status).toBe(1)
  expect((await documentLines(folders.dataDir)).length - before).toBe(50)
  await endCleanly(child)
  const again = await photosOf(folders.dataDir)
  for (const upload of uploads) expect(isAmong(again, upload)).toBe(true)
  child = await serveImpatiently(folders.env)
}, 120_000)

test('a stop while a hundred calls wait for the database answers or cuts each, and ends by itself', async () => {
  const visitor = new Visitor(child)
  await visitor.call('liste/serie', {})
  const calls = Array.from({ length: 100 }, (_, index) =>
    visitor.call('otp/valide', { matricule: `INCONNU${String(index).padStart(4, '0')}`, otp: '1234' }).then(
      reply => reply.http,
      () => 'cut' as const,
    ),
  )
  await Promise.race(calls)
  await endCleanly(child)
  for (const outcome of await Promise.all(calls)) expect([200, 'cut']).toContain(outcome)
  expect(child.output().err).not.toMatch(/"error":|"status":5(?!03)/)
  child = await serveImpatiently(folders.env)
  expect((await new Visitor(child).call('enrolement/chrono', {})).http).toBe(200)
})
