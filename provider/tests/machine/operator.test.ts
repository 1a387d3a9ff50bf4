import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entryPoint } from '../setup/built.ts'
import { inventStudent, inventStudents, listOf, oneChild, oneServer } from '../setup/campus.ts'
import { type Ended, runToEnd, startNode } from '../setup/child.ts'
import { enrolAndConfirm, students, Visitor } from '../setup/visitor.ts'

describe('the command line', async () => {
  const { server, visitor } = await oneServer()
  const provider = (...args: string[]): Promise<Ended> =>
    runToEnd('cli.ts', args, { DATA_DIR: server.dataDir, SHOW_CODES: 'yes' })

  test('opens and closes the window, judges documents and shows files and codes', async () => {
    expect((await provider('window', 'soon', '--until', '2027-02-01 08:00:00', '--message', 'Bientôt')).code).toBe(0)
    // What another process has changed shows within ten seconds.
    server.advance(11_000)
    const chrono = (await visitor.call('enrolement/chrono', {})).json
    expect(chrono).toEqual({ statut: 2, resultat: { message: 'Bientôt', dateHeure: '2027-02-01 08:00:00' } })
    const wrong = await provider('window', 'open', '--until', '2027-02-30 08:00:00')
    expect([wrong.code, wrong.err]).toEqual([
      1,
      expect.stringContaining("--until must be a date like '2026-12-31 23:59:59'"),
    ])

    expect((await provider('accept', 'BKO2025T001', 'carteid')).code).toBe(0)
    expect((await provider('reject', 'BKO2025T001', 'simcard', 'Fiche illisible')).code).toBe(0)
    expect(await visitor.flags({ matricule: 'BKO2025T001' })).toMatchObject({
      pieceIdV: '2',
      simCardV: '0',
      msg: expect.stringContaining('Fiche illisible'),
    })
    const none = await provider('accept', 'BKO2026T001', 'carteid')
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('has sent no carteid')])
    expect((await provider('files', 'BKO2025T001')).out).toMatch(/simcard {2}rejected .*"Fiche illisible"/)

    const code = await enrolAndConfirm(server, visitor, students.aminata, '76000001')
    expect((await provider('sms')).out).toMatch(new RegExp(`76 00 00 01 .*${code}`))
  }, 180_000)

  test('finds the running server also by a way that begins where the command is typed', async () => {
    const DATA_DIR = relative(process.cwd(), server.dataDir)
    expect(await runToEnd('cli.ts', ['files', 'BKO2025T001'], { DATA_DIR })).toMatchObject({ code: 0, err: '' })
  })

  test('says what to do when a command is not understood', async () => {
    const runs = await Promise.all([
      provider('windows'),
      provider('accept', 'BKO2025T001'),
      provider('import', '/none.csv'),
      provider(),
    ])
    const [unknown, short, unread, help] = runs
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('There is no command "windows"') })
    expect(short).toMatchObject({ code: 2, err: expect.stringContaining('Usage: npm run provider') })
    expect(unread).toMatchObject({ code: 2, err: 'The file /none.csv cannot be read. Check its name.\n' })
    expect(help).toMatchObject({ code: 0, out: expect.stringContaining('import FILE.csv') })
  }, 180_000)
})

test('without a running server a command opens the data itself', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portail-'))
  const closed = await runToEnd('cli.ts', ['window', 'close'], { DATA_DIR: join(folder, 'data') })
  expect(closed).toMatchObject({ code: 0, out: expect.stringContaining('Window: close (statut 0)') })
  const dataDir = join(folder, 'a-rather-long-folder-name'.repeat(4))
  const refused = await runToEnd('cli.ts', ['window', 'close'], { DATA_DIR: dataDir })
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('Set DATA_DIR to a folder with a shorter path'),
  })
  await rm(folder, { recursive: true, force: true })
}, 180_000)

test('a command that is killed in the midst of its work leaves nothing of it, and the server goes on', async () => {
  const { child, folders } = await oneChild()
  const list = join(folders.dataDir, 'list.csv')
  await writeFile(list, listOf(inventStudents(20_000)))
  const command = startNode([...entryPoint('cli.ts'), 'import', list], folders.env)
  await expect.poll(() => command.said.out).toContain('5000 of 20000 students written.')
  command.child.kill('SIGKILL')
  await command.ended
  const find = async () => (await new Visitor(child).search(inventStudent(0))).status
  expect(await find()).toBe(0)
  expect(await runToEnd('cli.ts', ['import', list], folders.env)).toMatchObject({ code: 0 })
  expect(await find()).toBe(1)
}, 180_000)
