import { join } from 'node:path'
import { queryCluster } from '../setup/postgres.ts'
import { crowd, enrol, type Times } from './enrol.ts'
import { type Figure, percentile } from './figures.ts'
import { cpuMs, folderBytes, peakMemoryMb, writtenBytes } from './machine.ts'
import type { Pictures } from './pictures.ts'
import { type Subject, type SubjectOptions, startSubject } from './subject.ts'

export interface Context {
  /** This checkout, and perhaps another one, whose server runs beside this one's. */
  dirs: readonly string[]
  imported: number
  /** How many students come at a time, and how many in all at that number. */
  crowds: readonly (readonly [together: number, students: number])[]
  slowUploads: number
  pictures: Pictures
}

/** What a number of students have cost a subject. */
interface Cost {
  students: number
  server: number
  database: number
  written: number
  times: Times
}

/** A subject with what it has cost so far. */
class Measured {
  private next = 0
  private readonly costs = new Map<number, Cost>()

  constructor(
    readonly subject: Subject,
    private readonly pictures: Pictures,
  ) {}

  async come(together: number, students: number): Promise<void> {
    const cost = this.costOf(together)
    const first = this.next
    this.next += students
    const before = this.read()
    await crowd(together, students, place => enrol(this.subject, this.pictures, first + place, cost.times))
    const after = this.read()
    for (const what of ['server', 'database', 'written'] as const) cost[what] += after[what] - before[what]
    cost.students += students
    this.costs.set(together, cost)
  }

  costOf(together: number): Cost {
    return this.costs.get(together) ?? { students: 0, server: 0, database: 0, written: 0, times: new Map() }
  }

  private read() {
    const { serverPids, cluster } = this.subject
    const databasePids = cluster ? [cluster.pid] : []
    const written = writtenBytes([...serverPids, ...databasePids])
    return { server: cpuMs(serverPids), database: cpuMs(databasePids), written }
  }
}

/**
 * Whole enrolments against one database; checkouts in turns of a few, so that what else the machine
 * does meets both.
 */
export async function students(
  { dirs, imported, pictures, crowds }: Context,
  { database, processes = 1, isBehindNginx = false }: Omit<SubjectOptions, 'dir' | 'imported'>,
): Promise<Figure[]> {
  const started: Measured[] = []
  try {
    for (const dir of processes === 1 ? dirs : dirs.slice(0, 1)) {
      const subject = await startSubject({ dir, database, processes, imported, isBehindNginx })
      started.push(new Measured(subject, pictures))
    }
    // Under a number that no crowd has: the first ones warm up.
    for (const one of started) await one.come(0.1, 60)
    const sizes = await Promise.all(started.map(one => stored(one.subject)))
    for (const [together, students] of crowds)
      for (let turn = 0; turn < 4; turn += 1)
        for (const one of turn % 2 ? [...started].reverse() : started) await one.come(together, Math.ceil(students / 4))
    const grown = await Promise.all(started.map(one => stored(one.subject)))
    const came = crowds.reduce((sum, [together]) => sum + (started[0]?.costOf(together).students ?? 0), 0)
    const each = (of: (one: Measured, at: number) => number) => {
      const [value = Number.NaN, before] = started.map(of)
      return { value, before }
    }
    const name = `${database}${processes > 1 ? `, ${processes} processes` : ''}${isBehindNginx ? ' behind nginx' : ''}`
    const growth = (what: 'data' | 'log') => (_: Measured, at: number) =>
      ((grown[at]?.[what] ?? 0) - (sizes[at]?.[what] ?? 0)) / came / 1024
    const peak = ({ subject }: Measured) => Math.max(...subject.serverPids.map(peakMemoryMb))
    return [
      ...crowds.flatMap(([together]) =>
        costs(`${name}, ${together} at a time`, of => each(one => of(one.costOf(together)))),
      ),
      { name: `${name}: most memory of a server process`, unit: 'MB', ...each(peak) },
      { name: `${name}: on the disk, a student`, unit: 'KB', ...each(growth('data')) },
      { name: `${name}: write-ahead log, a student`, unit: 'KB', ...each(growth('log')) },
    ]
  } catch (error) {
    for (const { subject } of started) if (subject.errors()) console.log(subject.errors())
    throw error
  } finally {
    for (const { subject } of started) await subject.stop()
  }
}

function costs(name: string, each: (of: (cost: Cost) => number) => Pick<Figure, 'value' | 'before'>): Figure[] {
  const waited = (what: string, share: number, ...paths: string[]): Figure => {
    const times = (cost: Cost) =>
      [...cost.times].flatMap(([path, all]) => (paths.length === 0 || paths.includes(path) ? all : []))
    return { name: `${name}: ${what}, p${share * 100}`, unit: 'ms', ...each(cost => percentile(times(cost), share)) }
  }
  return [
    { name: `${name}: server's CPU a student`, unit: 'ms', ...each(cost => cost.server / cost.students) },
    { name: `${name}: PostgreSQL's CPU a student`, unit: 'ms', ...each(cost => cost.database / cost.students) },
    {
      name: `${name}: written to the disk, a student`,
      unit: 'KB',
      ...each(cost => cost.written / cost.students / 1024),
    },
    waited('a call', 0.5),
    waited('a call', 0.99),
    waited('chrono', 0.99, 'enrolement/chrono'),
    waited('save and code', 0.99, 'enrolement/add', 'otp/valide'),
    waited('an upload', 0.5, 'files/upload'),
    waited('an upload', 0.99, 'files/upload'),
  ]
}

/** Bytes of the data and, of PostgreSQL, of all that its log has had. */
async function stored({ cluster, dataDir }: Subject): Promise<{ data: number; log: number }> {
  if (!cluster) return { data: folderBytes(dataDir) - folderBytes(join(dataDir, 'pg', 'pg_wal')), log: 0 }
  const sql =
    "SELECT pg_database_size(current_database())::float8 AS data, (pg_current_wal_lsn() - '0/0')::float8 AS log"
  const [row] = await queryCluster(cluster.url, sql)
  return { data: Number(row?.data), log: Number(row?.log) }
}
