import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentTypes } from '../../../src/rules/documents.ts'
import { confirmAll, type Folders, makeFolders } from '../setup/campus.ts'
import { type Child, serveChild } from '../setup/child.ts'
import { base64Photograph } from '../setup/photographs.ts'
import { students, Visitor } from '../setup/visitor.ts'

const { matricule } = students.aminata
let folders: Folders
let child: Child

beforeAll(async () => {
  folders = await makeFolders()
  child = await serveChild(folders.env)
  await confirmAll(child, [students.aminata])
})
afterAll(async () => {
  child.process.kill('SIGKILL')
  await child.ended
  await folders.remove()
})

test('asked to stop under load, the server finishes what it began, cuts who is idle and ends with success', async () => {
  const visitor = new Visitor(child)
  await visitor.call('enrolement/chrono', {})
  const idle = connect(Number(new URL(child.address).port), '127.0.0.1')
  await new Promise(resolve => idle.once('connect', resolve))
  idle.on('error', () => undefined)
  const idleEnd = new Promise<void>(resolve => idle.once('close', () => resolve()))

  const uploads = await Promise.all(
    documentTypes.map(async (type, index) => ({
      matricule,
      type,
      image: await base64Photograph(20 + index, 1600, 1200),
    })),
  )
  // Every call that was answered before the stop was asked for keeps its connection busy while it is asked.
  const answers = uploads.map(upload => visitor.call('files/upload', upload).catch(() => undefined))
  const lookups = Array.from({ length: 40 }, () => visitor.call('liste/serie', {}).catch(() => undefined))
  await Promise.race([...answers, ...lookups])
  child.process.kill('SIGTERM')
  const replies = await Promise.all([...answers, ...lookups])
  const asked = performance.now()
  expect(await child.ended).toEqual({ code: 0, signal: null })
  expect(performance.now() - asked).toBeLessThan(5000)
  await idleEnd
  for (const reply of replies) expect(reply?.http ?? 200).toBe(200)
  expect(child.output().err).not.toContain('error')

  child = await serveChild(folders.env)
  const flags = (await new Visitor(child).call('verif/statut/matricule', { matricule })).json
  expect(flags).toMatchObject({ actNaissV: '1', pieceIdV: '1', simCardV: '1', attestBacV: '1', photoBusteV: '1' })
})
