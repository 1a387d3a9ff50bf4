import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { serverDir } from '../setup/built.ts'
import { afterwards } from '../setup/campus.ts'
import { type Child, endCleanly, startNode, whenReady } from '../setup/child.ts'
import { makeDataDir } from '../setup/folders.ts'
import { codeIn, Gateway } from '../setup/gateway.ts'
import { base64Photograph } from '../setup/photographs.ts'
import { students, Visitor } from '../setup/visitor.ts'

/**
 * What `npm run build -w provider` makes, far from this folder, beside what `npm ci --omit=dev`
 * would install.
 */

const root = fileURLToPath(new URL('../../../', import.meta.url))
const isNot = v.optional(v.boolean(), false)
const Lock = v.object({ packages: v.record(v.string(), v.object({ dev: isNot, link: isNot })) })

const folder = await mkdtemp(join(tmpdir(), 'portail-artefact-'))
afterwards(() => rm(folder, { recursive: true, force: true }))
const out = join(folder, 'provider', 'dist')
await cp(serverDir, out, { recursive: true })
const { packages } = v.parse(Lock, JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
for (const [path, { dev, link }] of Object.entries(packages)) {
  if (!path.startsWith('node_modules/') || dev || link) continue
  await mkdir(dirname(join(folder, path)), { recursive: true })
  // Packages for other machines stand in the lock file, and not here.
  await cp(join(root, path), join(folder, path), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}
const DATA_DIR = join(folder, 'data')
await makeDataDir(DATA_DIR)

let running: Child | undefined
afterwards(() => running?.process.kill('SIGKILL'))
const serve = async (env: Record<string, string> = {}) => {
  running = await whenReady(startNode([join(out, 'serve.js')], { PORT: '0', DATA_DIR, ...env }))
  return running
}
const provider = async (args: string[], env: Record<string, string> = {}) => {
  const { said, ended } = startNode([join(out, 'provider.js'), ...args], { DATA_DIR, ...env })
  return { code: (await ended).code, ...said }
}

test('the artefact stands alone: nothing that builds, no folder of the machine that built it', async () => {
  expect(await readdir(join(folder, 'node_modules'))).not.toContain('tsx')
  const names = await readdir(out, { recursive: true })
  expect(names).toEqual(expect.arrayContaining(['serve.js', 'provider.js', 'students.csv', 'migrations']))
  for (const name of names.filter(one => one.includes('.'))) {
    const text = await readFile(join(out, name), 'utf8')
    expect(text, name).not.toContain(root)
    expect(text, name).not.toMatch(/from ["'](?:vite|tsx)\b/)
  }
})

test('a production start shows no code, has no sample and says that there are no pages', async () => {
  const server = await serve()
  expect(server.output().err).toContain(`There are no pages in ${join(folder, 'dist')}: build them by`)
  expect(server.output().err).toContain('No SMS leaves: set SMS_GATEWAY_URL, or SHOW_CODES=yes')
  const visitor = new Visitor(server)
  expect((await visitor.call('enrolement/chrono', {})).json.statut).toBe(0)

  const list = join(folder, 'list.csv')
  await writeFile(list, `${Object.keys(students.aminata).join(',')}\n${Object.values(students.aminata).join(',')}\n`)
  expect(await provider(['import', list])).toMatchObject({ code: 0, out: '1 students imported.\n' })
  expect((await provider(['window', 'open'])).code).toBe(0)
  await expect.poll(async () => (await visitor.call('enrolement/chrono', {})).json.statut, { timeout: 15_000 }).toBe(1)
  expect((await visitor.save(students.aminata, '76000001')).status).toBe(1)

  for (const path of ['/_sms', '/_sms.json']) {
    const answer = await fetch(server.address + path)
    expect(answer.status, path).toBe(404)
    expect(await answer.text()).not.toContain('76')
  }
  expect(await provider(['sms'])).toMatchObject({ code: 1, err: expect.stringContaining('SHOW_CODES=yes') })
  expect(server.output().out).toBe(`READY ${server.address}\n`)
  await endCleanly(server)
})

test('a student enrols with five documents through the artefact, whose process is killed before the code has left', async () => {
  const gateway = new Gateway()
  await gateway.start('stall')
  const env = { SMS_GATEWAY_URL: gateway.url }
  const first = await serve(env)
  const { aminata } = students
  const phone = '76000002'
  expect((await new Visitor(first).save(aminata, phone)).status).toBe(1)
  first.process.kill('SIGKILL')
  await first.ended
  gateway.turn(200)

  const server = await serve(env)
  const visitor = new Visitor(server)
  await expect.poll(() => gateway.taken(phone).length, { timeout: 30_000 }).toBe(1)
  const otp = codeIn(gateway.taken(phone)[0])
  expect((await visitor.give(aminata, otp)).status).toBe(1)
  for (const [index, type] of documentTypes.entries())
    expect((await visitor.send(aminata, type, await base64Photograph(index))).status).toBe(1)
  expect((await visitor.finish(aminata)).status).toBe(1)
  await endCleanly(server)
  await gateway.die()
})
