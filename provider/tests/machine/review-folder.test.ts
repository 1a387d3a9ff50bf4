import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { makeFolders } from '../setup/campus.ts'
import { runToEnd } from '../setup/child.ts'
import { photograph } from '../setup/photographs.ts'
import { type Cluster, startCluster } from '../setup/postgres.ts'
import { startServer, type TestServer } from '../setup/server.ts'
import { enrolAndConfirm, students, Visitor } from '../setup/visitor.ts'

const { aminata } = students
const { matricule } = aminata
const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

let cluster: Cluster | undefined
const folders: Awaited<ReturnType<typeof makeFolders>>[] = []
beforeAll(async () => {
  cluster = await startCluster()
}, 180_000)
afterAll(async () => {
  await cluster?.stop()
  for (const { remove } of folders) await remove()
})

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
const unescaped = (html: string) =>
  html
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

describe.each(['PGlite', 'a PostgreSQL server'])('with %s, an operator at the command line', storage => {
  let server: TestServer
  let visitor: Visitor
  let folder: string
  let env: Record<string, string>
  const photos = new Map<string, Buffer>()
  /** Of the photograph that another one has replaced, as an operator reads it. */
  let earlier = ''

  beforeAll(async () => {
    const own = await makeFolders()
    folders.push(own)
    folder = own.folder
    server = await startServer(storage === 'PGlite' || !cluster ? {} : { databaseUrl: cluster.url })
    // On a PostgreSQL server no folder of the server's is touched: this one does not even exist.
    env = { DIST_DIR: own.distDir, npm_lifecycle_event: 'provider' }
    Object.assign(
      env,
      storage === 'PGlite'
        ? { DATA_DIR: server.dataDir }
        : { DATABASE_URL: cluster?.url, DATA_DIR: join(folder, 'none') },
    )
    visitor = new Visitor(server)
    await enrolAndConfirm(server, visitor, aminata, '76000001')
    const blurred = (await photograph(50)).toString('base64')
    await visitor.call('files/upload', { matricule, type: 'simcard', image: blurred })
    const [first] = (await server.operate({ name: 'files', matricule }))?.lines ?? []
    earlier = /photo (\w+)/.exec(first ?? '')?.[1] ?? ''
    for (const [index, type] of documentTypes.entries()) {
      const photo = await photograph(index, 640, 480, type === 'carteid' ? 'png' : 'jpeg')
      photos.set(`${type}.${type === 'carteid' ? 'png' : 'jpg'}`, photo)
      await visitor.call('files/upload', { matricule, type, image: photo.toString('base64') })
    }
    await server.operate({ name: 'reject', matricule, type: 'attest', message: `<b>"Floue"</b> & l'autre` })
  })
  afterAll(() => server.stop(), 30_000)

  test('exports a student into a folder for this account alone, and never over what is there', async () => {
    const dir = join(folder, 'exports', 'one')
    expect(await runToEnd('cli.ts', ['export', matricule, dir, '--as', 'Awa'], env)).toMatchObject({ code: 0 })
    expect((await readdir(dir)).sort()).toEqual([...photos.keys(), `simcard-${earlier}.jpg`, 'dossier.json'].sort())
    for (const [name, photo] of photos) expect((await readFile(join(dir, name))).equals(photo), name).toBe(true)
    expect([await modeOf(dir), await modeOf(join(dir, 'carteid.png'))]).toEqual(['700', '600'])
    expect((await server.operate({ name: 'audit', matricule }))?.lines.at(-1)).toMatch(/Awa {2}export {2}BKO2026T001$/)

    await writeFile(join(dir, 'attest.jpg'), 'mine')
    const again = await runToEnd('cli.ts', ['export', matricule, dir], env)
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('none is written over. Choose a new')])
    expect(await readFile(join(dir, 'attest.jpg'), 'utf8')).toBe('mine')

    const shown = await runToEnd('cli.ts', ['export', matricule, join(env.DIST_DIR ?? '', 'x')], env)
    expect([shown.code, shown.err]).toEqual([2, expect.stringContaining('whose files are public')])
    expect(existsSync(join(folder, 'none'))).toBe(false)
  }, 120_000)

  test('makes pages without a script, and decides by a command that stands there', async () => {
    const dir = join(folder, 'review')
    await mkdir(dir)
    const made = await runToEnd('cli.ts', ['review', dir, '--as', "Awa N'Diaye"], env)
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining(`Open ${dir}/index.html in a browser`) })
    const index = await readFile(join(dir, 'index.html'), 'utf8')
    const linked = [...index.matchAll(/href="(\w+)\/index\.html"/g)].map(([, name]) => name)
    expect(linked.at(-1), 'the file that came last').toBe(matricule)
    expect(linked.length).toBeGreaterThan(4)

    const page = await readFile(join(dir, matricule, 'index.html'), 'utf8')
    for (const html of [index, page]) {
      expect(html).not.toMatch(/<script|\son\w+=|javascript:/i)
      const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? ''
      const hash = createHash('sha256').update(style).digest('base64')
      expect(html).toContain(`content="default-src 'none'; img-src 'self' file:; style-src 'sha256-${hash}';`)
    }
    for (const [name, photo] of photos) {
      expect(page).toContain(`<img src="${name}"`)
      expect((await readFile(join(dir, matricule, name))).equals(photo), name).toBe(true)
    }
    for (const fact of ['DIARRA Aminata', '76 00 00 01', 'Carte NINA', '123456', 'Terminale Sciences Exactes'])
      expect(page).toContain(fact)
    expect(page).toContain('&lt;b&gt;&quot;Floue&quot;&lt;/b&gt; &amp; l&#39;autre')

    expect(page).toContain('It has taken the place of 1 earlier photograph:')
    const commands = [...page.matchAll(/<pre>([^<]*)<\/pre>/g)].map(([, text = '']) => unescaped(text))
    const reject = commands.find(
      command => command.includes('reject BKO2026T001 simcard') && command.includes('numéro'),
    )
    await run('sh', ['-c', reject ?? 'false'], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    })
    expect((await visitor.call('verif/statut/matricule', { matricule })).json).toMatchObject({
      simCardV: '0',
      msg: expect.stringContaining('Le numéro de la fiche SIM n’est pas celui que vous avez donné.'),
    })
    expect((await server.operate({ name: 'audit', matricule }))?.lines.at(-1)).toContain("Awa N'Diaye  reject")
    const look = commands.find(command => command.includes(`versions ${matricule} simcard`))
    const shown = await run('sh', ['-c', look ?? 'false'], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    })
    expect(shown.stdout).toContain(`simcard  photo ${earlier}`)
    expect(commands.at(-1)?.split(' &&\n')).toHaveLength(4)
  }, 120_000)
})
