import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { documentTypes, documents as specified } from '../../src/spec/documents.ts'
import { holdPages } from '../src/operator/pages-folder.ts'
import { oneChild } from './setup/campus.ts'
import { runToEnd } from './setup/child.ts'
import { base64Photograph } from './setup/photographs.ts'
import { documentLines } from './setup/stored.ts'
import { enrolAndConfirm, students, Visitor } from './setup/visitor.ts'

const { aminata } = students
const own = await oneChild()
const { env, dataDir, distDir } = own.folders
const flagOf = (nth: number) => specified[documentTypes[nth] ?? 'attest'].flag
const documents = () => documentLines(dataDir)

test('a student whose server is killed in the middle of the uploads loses nothing that was acknowledged', async () => {
  const first = new Visitor(own.child)
  await enrolAndConfirm(own.child, first, aminata, '76000001')
  const before = (await documents()).length
  const photos = await Promise.all(documentTypes.map((_, index) => base64Photograph(index, 1200, 900)))
  const send = (visitor: Visitor, nth: number) => visitor.send(aminata, documentTypes[nth] ?? '', photos[nth] ?? '')
  expect((await send(first, 0)).status).toBe(1)
  const underWay = [1, 2, 3, 4].map(nth => send(first, nth).catch(() => undefined))
  own.child.process.kill('SIGKILL')
  const acknowledged = (await Promise.all(underWay)).flatMap((reply, at) => (reply?.status === 1 ? [at + 1] : []))
  expect((await own.child.ended).signal).toBe('SIGKILL')

  await own.start()
  const visitor = new Visitor(own.child)
  const flags = await visitor.flags(aminata)
  for (const nth of [0, ...acknowledged]) expect(flags[flagOf(nth)]).toBe('1')
  for (const nth of photos.keys()) expect((await send(visitor, nth)).status).toBe(1)
  expect((await visitor.finish(aminata)).status).toBe(1)
  expect((await documents()).length - before).toBe(5)
})

test('a second server on the same data says so and leaves it alone', async () => {
  const { code, err } = await runToEnd('serve.ts', [], env)
  expect(code).toBe(1)
  expect(err).toContain('in use by another process')
  expect(err).toContain('set DATA_DIR to another folder')
  expect((await new Visitor(own.child).look(aminata)).status).toBe(1)
})

test('a second npm start leaves the pages of the first alone, whatever data it has', async () => {
  onTestFinished(await holdPages(distDir))
  const pages = readdirSync(distDir)
  const { code, err } = await runToEnd('start.ts', [], { ...env, DATA_DIR: `${dataDir}-2` })
  expect([code, err.trim()]).toEqual([1, expect.stringContaining(`Another npm start serves the pages in ${distDir}.`)])
  expect(readdirSync(distDir)).toEqual(pages)
})

test('a setting that makes no sense is named', async () => {
  const { code, err } = await runToEnd('serve.ts', [], { ...env, PORT: 'eighty' })
  expect([code, err.trim()]).toEqual([1, 'PORT must be a number from 0 to 65535. Correct it or unset it.'])
})

test('a data folder that everybody could read through the static host is refused', async () => {
  for (const DATA_DIR of [distDir, join(distDir, 'data'), join(distDir, 'a', '..', 'b')]) {
    const { code, err } = await runToEnd('serve.ts', [], { ...env, DATA_DIR })
    expect([code, err.trim()]).toEqual([
      1,
      'DATA_DIR must not lie inside DIST_DIR, whose files are public. Choose another folder.',
    ])
  }
})

test('codes are shown in the terminal and stay out of the log', async () => {
  expect((await new Visitor(own.child).save(students.moussa, '76000002')).status).toBe(1)
  const { out, err } = own.child.output()
  expect(out).toMatch(/^SMS → 76 00 00 02 : .*\b\d{4}\b/m)
  expect(err).toContain('"POST","template":"/2021/v1/etudiant/enrolement/add","status":200')
  expect(err).not.toMatch(/76 ?00 ?00 ?02|votre code/)
})
