import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../src/operator/report.ts'
import { askServer } from '../../src/operator/socket.ts'
import { type Folders, inventStudents, listOf, makeFolders } from '../setup/campus.ts'
import { type Child, endCleanly, runToEnd, serveChild } from '../setup/child.ts'
import { type Cluster, queryCluster, startCluster } from '../setup/postgres.ts'
import { type SampleStudent, Visitor } from '../setup/visitor.ts'

const place = ({ anneeBac, numPlace, serie, ae }: SampleStudent) => ({ anneeBac, numPlace, serie, ae })

describe('a list that is imported into a running server', () => {
  let folders: Folders
  let child: Child
  beforeAll(async () => {
    folders = await makeFolders()
    child = await serveChild(folders.env)
  })
  afterAll(async () => {
    await endCleanly(child)
    await folders.remove()
  })

  const importing = async (students: readonly SampleStudent[], tell = (_: string) => {}): Promise<Report> => {
    const show = async (lines: readonly string[]) => lines.forEach(tell)
    const operator = { name: 'tests', tell, show, take: async () => undefined }
    const report = await askServer(folders.dataDir, { name: 'import', text: listOf(students) }, operator)
    if (!report) throw new Error('no server is running')
    return report
  }
  const find = async (student: SampleStudent) =>
    (await new Visitor(child).call('search/matricule', place(student))).json.resultat

  test('lets the dates be asked for between any two of the lines that tell how far it is', async () => {
    const students = inventStudents(30_000)
    const visitor = new Visitor(child)
    const events: string[] = []
    let isDone = false
    const asking = (async () => {
      while (!isDone) {
        const { http } = await visitor.call('enrolement/chrono', {})
        events.push(`chrono ${http}`)
      }
    })()
    const report = await importing(students, line => events.push(line))
    isDone = true
    await asking
    expect(report).toEqual({ done: true, lines: ['30000 students imported.'] })
    const told = events.filter(event => !event.startsWith('chrono'))
    expect(told).toEqual([5, 10, 15, 20, 25].map(thousands => `${thousands}000 of 30000 students written.`))
    // Not after each line: what two sockets bring at one moment is read in any order.
    const meanwhile = events.slice(events.indexOf(told[0] ?? ''), events.indexOf(told.at(-1) ?? ''))
    expect(meanwhile.filter(event => event === 'chrono 200').length).toBeGreaterThan(1)
    expect((await visitor.call('search/matricule', place(students[29_999] as SampleStudent))).json.status).toBe(1)
  }, 120_000)

  test('shows a new year at once', async () => {
    const [student] = inventStudents(1)
    expect(
      (await importing([{ ...(student as SampleStudent), matricule: 'NOUVEAU0001', anneeBac: '2027' }])).done,
    ).toBe(true)
    expect((await new Visitor(child).call('new/bac', {})).json).toMatchObject({ newBac: '2027' })
  })

  test('may let two students change places, but takes none from somebody whom it does not name', async () => {
    const [first, second, third] = inventStudents(3) as [SampleStudent, SampleStudent, SampleStudent]
    const swapped = [
      { ...first, numPlace: second.numPlace },
      { ...second, numPlace: first.numPlace },
    ]
    expect(await importing(swapped)).toEqual({ done: true, lines: ['2 students imported.'] })
    expect(await find(first)).toMatchObject({ matricule: second.matricule })
    const taking = [
      { ...first, numPlace: '999001' },
      { ...second, numPlace: third.numPlace },
      { ...first, matricule: 'NOUVEAU0002', numPlace: '70003' },
    ]
    expect(await importing(taking)).toEqual({
      done: false,
      lines: [
        `line 3: this place already belongs to matricule ${third.matricule}`,
        'line 4: this place already belongs to matricule ESSAI2600003',
        '2 lines left out. Correct the list and import it again.',
        '1 students imported.',
      ],
    })
    expect(await find(first)).toMatchObject({ matricule: second.matricule })
    expect(await find({ ...first, numPlace: '999001' })).toMatchObject({ matricule: first.matricule })
    expect(await importing([first, second])).toMatchObject({ done: true })
  })

  test('leaves nothing of itself behind when the server is killed in the middle of it', async () => {
    const students = inventStudents(20_000).map(one => ({
      ...one,
      matricule: one.matricule.replace('ESSAI', 'COUPE'),
      anneeBac: '2024',
    }))
    const cut = importing(students, () => child.process.kill('SIGKILL'))
    await expect(cut).rejects.toThrow()
    await child.ended
    child = await serveChild(folders.env)
    expect(await find(students[0] as SampleStudent)).toBeUndefined()
    const { Resultat } = (await new Visitor(child).call('liste/annee', {})).json
    expect(JSON.stringify(Resultat)).not.toContain('2024')
  }, 120_000)
})

describe('a list that the command writes into PostgreSQL itself', () => {
  let cluster: Cluster
  let folder: string
  beforeAll(async () => {
    cluster = await startCluster()
    folder = await mkdtemp(join(tmpdir(), 'portail-'))
  }, 180_000)
  afterAll(async () => {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const students = inventStudents(6000)
  const importing = async () => {
    const file = join(folder, 'list.csv')
    await writeFile(file, listOf(students))
    return runToEnd('cli.ts', ['import', file], { DATABASE_URL: cluster.url, DATA_DIR: folder })
  }

  test('tells how far it is, and arrives', async () => {
    const { code, out } = await importing()
    expect([code, out]).toEqual([0, '5000 of 6000 students written.\n6000 students imported.\n'])
    const [row] = await queryCluster(
      cluster.url,
      "SELECT count(*)::int AS count FROM students WHERE matricule LIKE 'ESSAI%'",
    )
    expect(row?.count).toBe(6000)
  })

  test('does not wait for a student who is enrolling, nor that student for it, where nothing changes', async () => {
    const enrolling = new pg.Client({ connectionString: cluster.url })
    await enrolling.connect()
    await enrolling.query('BEGIN')
    await enrolling.query('SELECT 1 FROM students WHERE matricule = $1 FOR UPDATE', [students[7]?.matricule])
    const { code } = await importing()
    await enrolling.query('ROLLBACK')
    await enrolling.end()
    expect(code).toBe(0)
  })
})
