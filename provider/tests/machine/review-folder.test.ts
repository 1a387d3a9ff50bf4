import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { oneFolder, oneServer } from '../setup/campus.ts'
import { runToEnd } from '../setup/child.ts'
import { oneCluster } from '../setup/databases.ts'
import { photograph } from '../setup/photographs.ts'
import { enrolAndConfirm, students } from '../setup/visitor.ts'

const { aminata } = students
const { matricule } = aminata
const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

const cluster = await oneCluster()

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
const unescaped = (html: string) =>
  html
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

describe.each(['PGlite', 'a PostgreSQL server'])('with %s, an operator at the command line', async storage => {
  const { folder, distDir } = await oneFolder()
  const isPglite = storage === 'PGlite'
  const { server, visitor } = await oneServer(isPglite ? {} : { databaseUrl: cluster.url })
  // On a PostgreSQL server no folder of the server's is touched: this one does not even exist.
  const place = isPglite ? { DATA_DIR: server.dataDir } : { DATABASE_URL: cluster.url, DATA_DIR: join(folder, 'none') }
  const env: Record<string, string> = { DIST_DIR: distDir, npm_lifecycle_event: 'provider', ...place }
  const photos = new Map<string, Buffer>()
  await enrolAndConfirm(server, visitor, aminata, '76000001')
  await visitor.send(aminata, 'simcard', await photograph(50))
  const [first] = (await server.operate({ name: 'files', matricule }))?.lines ?? []
  /** Of the photograph that another one has replaced, as an operator reads it. */
  const earlier = /photo (\w+)/.exec(first ?? '')?.[1] ?? ''
  for (const [index, type] of documentTypes.entries()) {
    const photo = await photograph(index, 640, 480, type === 'carteid' ? 'png' : 'jpeg')
    photos.set(`${type}.${type === 'carteid' ? 'png' : 'jpg'}`, photo)
    await visitor.send(aminata, type, photo)
  }
  await server.operate({ name: 'reject', matricule, type: 'attest', message: `<b>"Floue"</b> & l'autre` })

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
    const shell = { cwd: root, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } }
    await run('sh', ['-c', reject ?? 'false'], shell)
    expect(await visitor.flags(aminata)).toMatchObject({
      simCardV: '0',
      msg: expect.stringContaining('Le numéro de la fiche SIM n’est pas celui que vous avez donné.'),
    })
    expect((await server.operate({ name: 'audit', matricule }))?.lines.at(-1)).toContain("Awa N'Diaye  reject")
    const look = commands.find(command => command.includes(`versions ${matricule} simcard`))
    const shown = await run('sh', ['-c', look ?? 'false'], shell)
    expect(shown.stdout).toContain(`simcard  photo ${earlier}`)
    expect(commands.at(-1)?.split(' &&\n')).toHaveLength(4)
  }, 120_000)
})
