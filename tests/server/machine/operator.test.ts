import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseStudents } from '../../../server/operator/csv.ts'
import { type Ended, runToEnd } from '../setup/child.ts'
import { startServer, type TestServer } from '../setup/server.ts'
import { enrolAndConfirm, students, Visitor } from '../setup/visitor.ts'

const header = 'matricule,nom,prenom,anneeBac,numPlace,serie,ae'

describe('a list of students', () => {
  test('is read with its accents, from commas or semicolons, with or without a byte-order mark', async () => {
    const line = 'BKO2026N001,Kéïta,Aïcha Fanta,2026,7001,TSE,BKORD'
    for (const text of [
      `${header}\n${line}\n`,
      `\uFEFF${header}\r\n${line}\r\n`,
      `${header}\n${line}`.replaceAll(',', ';'),
    ]) {
      expect(await parseStudents(text)).toMatchObject({
        students: [{ line: 2, student: { nom: 'Kéïta', anneeBac: 2026 } }],
      })
    }
  })

  test('has the names that the wizard takes, with apostrophes and hyphens', async () => {
    const text = [header, "BKO2026N001,N'Diaye,Anne-Marie,2026,7001,TSE,BKORD"].join('\n')
    expect(await parseStudents(text)).toMatchObject({
      students: [{ line: 2, student: { nom: "N'Diaye", prenom: 'Anne-Marie' } }],
    })
  })

  test('with bad lines is refused, each with its number and what it should be', async () => {
    const text = [
      header,
      'BKO2026N001,Keïta,Aïcha,2026,7001,TSE,BKORD',
      'court,Keïta,Aïcha,2026,7002,TSE,BKORD',
      'BKO2026N003,K,Aïcha,26,7003,TSE,BKORD',
      'BKO2026N004,Keïta,Aïcha,2026,7004,XX,BKORD',
      '',
      'BKO2026N005,Keïta,Aïcha,2026',
      'BKO2026N001,Touré,Awa,2026,7006,TSE,BKORD',
      'BKO2026N007,Touré,Awa,2026,7001,TSE,BKORD',
      'BKO2026N008,<b>Touré</b>,Awa,2026,7008,TSE,BKORD',
    ].join('\n')
    expect(await parseStudents(text)).toEqual({
      problems: [
        'line 3: matricule must be 11 or 12 capital letters and digits',
        'line 4: nom must be two letters at least: letters, spaces, apostrophes and hyphens only',
        'line 4: anneeBac must be a year such as 2026',
        expect.stringMatching(/^line 5: serie must be one of SBT, /),
        'line 7: 4 columns instead of 7',
        'line 8: same matricule as line 2',
        'line 9: same place (anneeBac, numPlace, serie, ae) as line 2',
        'line 10: nom must be two letters at least: letters, spaces, apostrophes and hyphens only',
      ],
    })
  })

  test('without its header, without students or with an open quotation mark is refused', async () => {
    expect(await parseStudents('a,b\n1,2')).toEqual({
      problems: [expect.stringContaining('line 1: the first line must name')],
    })
    expect(await parseStudents('')).toEqual({ problems: [expect.stringContaining('line 1')] })
    expect(await parseStudents(header)).toEqual({ problems: ['the file has no student'] })
    expect(await parseStudents(`${header}\n"BKO`)).toEqual({ problems: [expect.stringMatching(/^line \d+: /)] })
  })
})

describe('the command line', () => {
  let server: TestServer
  let visitor: Visitor
  let folder: string
  beforeAll(async () => {
    server = await startServer()
    visitor = new Visitor(server)
    folder = await mkdtemp(join(tmpdir(), 'portail-'))
  }, 180_000)
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const provider = (...args: string[]): Promise<Ended> => runToEnd('cli.ts', args, { DATA_DIR: server.dataDir })
  const importing = async (text: string) => {
    const path = join(folder, 'list.csv')
    await writeFile(path, text)
    return provider('import', path)
  }
  const find = async (numPlace: string) =>
    (await visitor.call('search/matricule', { anneeBac: '2026', numPlace, serie: 'TSE', ae: 'BKORD' })).json.status

  test('imports students into the running server, all of a file or nothing of it', async () => {
    const good = 'BKO2026N001,Keïta,Aïcha,2026,7001,TSE,BKORD'
    const bad = await importing(`${header}\n${good}\nBKO2026N002,Keïta,Aïcha,2026,abc,TSE,BKORD\n`)
    expect(bad.code).toBe(1)
    expect(bad.err).toContain('Nothing was imported')
    expect(bad.err).toContain('line 3: numPlace must be digits')
    expect(await find('7001')).toBe(0)

    const taken = await importing(`${header}\n${good}\nBKO2026N002,Keïta,Aïcha,2026,1001,TSE,BKORD\n`)
    expect(taken.err).toContain('line 3: this place already belongs to matricule BKO2026T001')
    expect(await find('7001')).toBe(0)

    expect(await importing(`${header}\n${good}\n`)).toMatchObject({ code: 0, out: '1 students imported.\n' })
    expect(await find('7001')).toBe(1)
  }, 180_000)

  test('opens and closes the window, judges documents and shows files and codes', async () => {
    expect((await provider('window', 'soon', '--until', '2027-02-01 08:00:00', '--message', 'Bientôt')).code).toBe(0)
    const chrono = (await visitor.call('enrolement/chrono', {})).json
    expect(chrono).toEqual({ statut: 2, resultat: { message: 'Bientôt', dateHeure: '2027-02-01 08:00:00' } })
    const wrong = await provider('window', 'open', '--until', '2027-02-30 08:00:00')
    expect([wrong.code, wrong.err]).toEqual([
      1,
      expect.stringContaining("--until must be a date like '2026-12-31 23:59:59'"),
    ])

    expect((await provider('accept', 'BKO2025T001', 'carteid')).code).toBe(0)
    expect((await provider('reject', 'BKO2025T001', 'simcard', 'Fiche illisible')).code).toBe(0)
    expect((await visitor.call('verif/statut/matricule', { matricule: 'BKO2025T001' })).json).toMatchObject({
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

test('without a running server a command opens the data itself, also in a very deep folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portail-'))
  const dataDir = join(folder, 'a-rather-long-folder-name'.repeat(4), 'data')
  await mkdir(dataDir, { recursive: true })
  const closed = await runToEnd('cli.ts', ['window', 'close'], { DATA_DIR: dataDir })
  expect(closed).toMatchObject({ code: 0, out: expect.stringContaining('Window: close (statut 0)') })
  await rm(folder, { recursive: true, force: true })
}, 180_000)
