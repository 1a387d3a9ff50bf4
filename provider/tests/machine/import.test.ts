import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inventStudents, listOf } from '../setup/campus.ts'
import { runToEnd } from '../setup/child.ts'
import { type Cluster, queryCluster, startCluster } from '../setup/postgres.ts'
import { startServer, type TestServer } from '../setup/server.ts'
import { type SampleStudent, Visitor } from '../setup/visitor.ts'

const place = ({ anneeBac, numPlace, serie, ae }: SampleStudent) => ({ anneeBac, numPlace, serie, ae })

describe('a list that is imported', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.stop())

  const importing = async (students: readonly SampleStudent[]) => {
    const report = await server.operate({ name: 'import', text: listOf(students) })
    return { done: report?.done, lines: report?.lines }
  }
  const find = async (student: SampleStudent) =>
    (await new Visitor(server).call('search/matricule', place(student))).json.resultat

  test('shows a new year at once', async () => {
    const [student] = inventStudents(1)
    expect(
      (await importing([{ ...(student as SampleStudent), matricule: 'NOUVEAU0001', anneeBac: '2027' }])).done,
    ).toBe(true)
    expect((await new Visitor(server).call('new/bac', {})).json).toMatchObject({ newBac: '2027' })
  })

  test('may let two students change places, but takes none from somebody whom it does not name', async () => {
    await importing(inventStudents(4))
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
