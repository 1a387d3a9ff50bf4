import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentTypes } from '../../src/spec/documents.ts'
import { type Child, runToEnd, serveChild } from './setup/child.ts'
import { makeDataDir } from './setup/data-dir.ts'
import { base64Photograph } from './setup/photographs.ts'
import { documentLines } from './setup/stored.ts'
import { completeBody, readCode, students, Visitor } from './setup/visitor.ts'

const { matricule } = students.aminata
let folder: string
let env: Record<string, string>
let child: Child

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portail-'))
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'dist', 'index.html'), 'portail')
  env = { DATA_DIR: join(folder, 'data'), DIST_DIR: join(folder, 'dist') }
  await makeDataDir(join(folder, 'data'))
  child = await serveChild(env)
})
afterAll(async () => {
  child.process.kill('SIGKILL')
  await child.ended
  await rm(folder, { recursive: true, force: true })
})

const documents = () => documentLines(join(folder, 'data'))

test('a student whose server is killed in the middle of the uploads loses nothing that was acknowledged', async () => {
  let visitor = new Visitor(child)
  expect((await visitor.call('enrolement/add', completeBody(students.aminata, '76000001'))).json.status).toBe(1)
  const otp = await readCode(child, '76000001')
  expect((await visitor.call('otp/valide', { matricule, otp })).json.status).toBe(1)
  const before = (await documents()).length
  const uploads = await Promise.all(
    documentTypes.map(async (type, index) => ({ matricule, type, image: await base64Photograph(index, 1200, 900) })),
  )
  const [first, ...others] = uploads
  expect((await visitor.call('files/upload', first)).json.status).toBe(1)
  const underWay = others.map(upload => visitor.call('files/upload', upload).catch(() => undefined))
  child.process.kill('SIGKILL')
  await Promise.all(underWay)
  expect((await child.ended).signal).toBe('SIGKILL')

  child = await serveChild(env)
  visitor = new Visitor(child)
  expect((await visitor.call('verif/statut/matricule', { matricule })).json).toMatchObject({
    status: 1,
    actNaissV: '1',
  })
  for (const upload of uploads) expect((await visitor.call('files/upload', upload)).json.status).toBe(1)
  expect((await visitor.call('enrolement/globalevalid', { matricule })).json.status).toBe(1)
  expect((await documents()).length - before).toBe(5)
})

test('a second server on the same data says so and leaves it alone', async () => {
  const { code, err } = await runToEnd('serve.ts', [], { ...env, PORT: '0' })
  expect(code).toBe(1)
  expect(err).toContain('in use by another process')
  expect(err).toContain('set DATA_DIR to another folder')
  expect((await new Visitor(child).call('enrolement/statut', { matricule })).json.status).toBe(1)
})

test('a setting that makes no sense is named', async () => {
  const { code, err } = await runToEnd('serve.ts', [], { ...env, PORT: 'eighty' })
  expect([code, err.trim()]).toEqual([1, 'PORT must be a number from 0 to 65535. Correct it or unset it.'])
})

test('a data folder that everybody could read through the static host is refused', async () => {
  for (const DATA_DIR of [join(folder, 'dist'), join(folder, 'dist', 'data'), join(folder, 'dist', 'a', '..', 'b')]) {
    const { code, err } = await runToEnd('serve.ts', [], { ...env, DATA_DIR, PORT: '0' })
    expect([code, err.trim()]).toEqual([
      1,
      'DATA_DIR must not lie inside DIST_DIR, whose files are public. Choose another folder.',
    ])
  }
})

test('codes are shown in the terminal and stay out of the log', async () => {
  const body = completeBody(students.moussa, '76000002')
  expect((await new Visitor(child).call('enrolement/add', body)).json.status).toBe(1)
  const { out, err } = child.output()
  expect(out).toMatch(/^SMS → 76 00 00 02 : .*\b\d{4}\b/m)
  expect(err).toContain('"POST","template":"/2021/v1/etudiant/enrolement/add","status":200')
  expect(err).not.toMatch(/76 ?00 ?00 ?02|votre code/)
})
