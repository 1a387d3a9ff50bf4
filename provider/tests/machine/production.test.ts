import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { type Artefact, makeArtefact } from '../setup/artefact.ts'
import { type Child, endCleanly } from '../setup/child.ts'
import { makeDataDir } from '../setup/data-dir.ts'
import { codeIn, Gateway } from '../setup/gateway.ts'
import { base64Photograph } from '../setup/photographs.ts'
import { completeBody, readCode, students, Visitor } from '../setup/visitor.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
let artefact: Artefact
let dataDir: string
let running: Child | undefined

beforeAll(async () => {
  artefact = await makeArtefact()
  dataDir = join(artefact.folder, 'data')
  await makeDataDir(dataDir)
}, 120_000)
afterAll(async () => {
  running?.process.kill('SIGKILL')
  await running?.ended
  await artefact.remove()
})

const serve = async (env: Record<string, string> = {}) => {
  running = await artefact.serve({ DATA_DIR: dataDir, ...env })
  return running
}
const provider = (...args: string[]) => artefact.provider(args, { DATA_DIR: dataDir })

test('the artefact stands alone: nothing that builds, no folder of the machine that built it', async () => {
  expect(await readdir(join(artefact.folder, 'node_modules'))).not.toContain('tsx')
  const names = await readdir(join(artefact.folder, 'provider/dist'), { recursive: true })
  expect(names).toEqual(expect.arrayContaining(['serve.js', 'provider.js', 'students.csv', 'migrations']))
  for (const name of names.filter(one => one.includes('.'))) {
    const text = await readFile(join(artefact.folder, 'provider/dist', name), 'utf8')
    expect(text, name).not.toContain(root)
    expect(text, name).not.toMatch(/from ["'](?:vite|tsx)\b/)
  }
})

test('a production start shows no code, has no sample and says that there are no pages', async () => {
  const server = await serve()
  expect(server.output().err).toContain(`There are no pages in ${join(artefact.folder, 'dist')}: build them by`)
  expect(server.output().err).toContain('No SMS leaves: set SMS_GATEWAY_URL, or SHOW_CODES=yes')
  const visitor = new Visitor(server)
  expect((await visitor.call('enrolement/chrono', {})).json.statut).toBe(0)

  const list = join(artefact.folder, 'list.csv')
  await writeFile(list, `${Object.keys(students.aminata).join(',')}\n${Object.values(students.aminata).join(',')}\n`)
  expect(await provider('import', list)).toMatchObject({ code: 0, out: '1 students imported.\n' })
  expect((await provider('window', 'open')).code).toBe(0)
  await expect.poll(async () => (await visitor.call('enrolement/chrono', {})).json.statut, { timeout: 15_000 }).toBe(1)
  expect((await visitor.call('enrolement/add', completeBody(students.aminata, '76000001'))).json.status).toBe(1)

  for (const path of ['/_sms', '/_sms.json']) {
    const answer = await fetch(server.address + path)
    expect(answer.status, path).toBe(404)
    expect(await answer.text()).not.toContain('76')
  }
  expect(await provider('sms')).toMatchObject({ code: 1, err: expect.stringContaining('SHOW_CODES=yes') })
  expect(server.output().out).toBe(`READY ${server.address}\n`)
  await endCleanly(server)
})

test('a student enrols with five documents through the artefact, whose process is killed before the code has left', async () => {
  const gateway = new Gateway()
  await gateway.start('stall')
  const env = { SMS_GATEWAY_URL: gateway.url }
  const first = await serve(env)
  const { matricule } = students.aminata
  const phone = '76000002'
  const saved = await new Visitor(first).call('enrolement/add', completeBody(students.aminata, phone))
  expect(saved.json.status).toBe(1)
  first.process.kill('SIGKILL')
  await first.ended
  await gateway.turn(200)

  const server = await serve(env)
  const visitor = new Visitor(server)
  await expect.poll(() => gateway.taken(phone).length, { timeout: 30_000 }).toBe(1)
  const otp = codeIn(gateway.taken(phone)[0])
  expect((await visitor.call('otp/valide', { matricule, otp })).json.status).toBe(1)
  for (const [index, type] of documentTypes.entries()) {
    const upload = { matricule, type, image: await base64Photograph(index) }
    expect((await visitor.call('files/upload', upload)).json.status).toBe(1)
  }
  expect((await visitor.call('enrolement/globalevalid', { matricule })).json.status).toBe(1)
  await endCleanly(server)
  await gateway.die()
})

test('codes are shown where that is asked for by name', async () => {
  const server = await serve({ SHOW_CODES: 'yes' })
  const { matricule } = students.aminata
  await new Visitor(server).call('enrolement/add', {
    ...completeBody(students.aminata, '76000002'),
    numAttest: '654321',
  })
  expect(server.output().out).toContain(`SMS → 76 00 00 02 : Inscription des bacheliers : votre code est `)
  expect(await readCode(server, '76000002')).toMatch(/^\d{4}$/)
  const shown = await artefact.provider(['sms'], { DATA_DIR: dataDir, SHOW_CODES: 'yes' })
  expect(shown.out).toContain('76 00 00 02')
  expect((await provider('files', matricule)).code).toBe(0)
  await endCleanly(server)
})
