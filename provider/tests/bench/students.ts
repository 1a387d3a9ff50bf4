import { join } from 'node:path'
import { queryCluster } from '../setup/postgres.ts'
import type { Choice } from './arguments.ts'
import { type Figure, percentile } from './figures.ts'
import { folderBytes } from './machine.ts'
import { type Cost, Measured, sideBySide } from './measure.ts'
import type { Pictures } from './pictures.ts'
import { type Subject, type SubjectOptions, startSubject } from './subject.ts'

export interface Context extends Choice {
  /** This checkout. */
  root: string
  pictures: Pictures
}

/** Milliseconds of the server's processor that a student may cost, with the whole list imported. */
const goals = { pglite: 55, postgres: 30 }

interface Way {
  database: 'pglite' | 'postgres'
  processes?: number
  isBehindNginx?: boolean
}

/** Whole enrolments against one database; the other checkout, where one is named, in turns with this one. */
export async function students(
  context: Context,
  { database, processes = 1, isBehindNginx = false }: Way,
): Promise<Figure[]> {
  const { root, against, imported, pictures, crowds } = context
  const options = { database, processes, imported, isBehindNginx } satisfies Omit<SubjectOptions, 'dir'>
  const started: Measured[] = []
  try {
    for (const dir of [root, ...(against && processes === 1 ? [against] : [])])
      started.push(new Measured(await startSubject({ dir, ...options }), pictures))
    for (const one of started) await one.warmUp()
    const sizes = await Promise.all(started.map(one => stored(one.subject)))
    for (const { together, students } of crowds) await sideBySide(started, together, students)
    const grown = await Promise.all(started.map(one => stored(one.subject)))
    const came = crowds.reduce((sum, { together }) => sum + (started[0]?.costOf(together).students ?? 0), 0)
    const each = (of: (at: number) => number) => ({ value: of(0), before: started.length > 1 ? of(1) : undefined })
    const name = `${database}${processes > 1 ? `, ${processes} processes` : ''}${isBehindNginx ? ' behind nginx' : ''}`
    const growth = (what: 'data' | 'log') => (at: number) =>
      ((grown[at]?.[what] ?? 0) - (sizes[at]?.[what] ?? 0)) / came / 1024
    return [
      ...crowds.flatMap(({ together }) =>
        costs(`${name}, ${together} at a time`, database, at => started[at]?.costOf(together), each),
      ),
      { name: `${name}: most memory of a server process`, unit: 'MB', ...each(at => started[at]?.peakMemoryMb() ?? 0) },
      { name: `${name}: on the disk, a student`, unit: 'KB', ...each(growth('data')) },
      // PGlite forgets its log again and again.
      ...(database === 'postgres'
        ? [{ name: `${name}: write-ahead log, a student`, unit: 'KB' as const, ...each(growth('log')) }]
        : []),
    ]
  } catch (error) {
    for (const { subject } of started) if (subject.errors()) console.log(subject.errors())
    throw error
  } finally {
    for (const { subject } of started) await subject.stop()
  }
}

function costs(
  name: string,
  database: 'pglite' | 'postgres',
  costOf: (at: number) => Cost | undefined,
  each: (of: (at: number) => number) => Pick<Figure, 'value' | 'before'>,
): Figure[] {
  const per = (of: (cost: Cost) => number) => (at: number) => {
    const cost = costOf(at)
    return cost ? of(cost) : Number.NaN
  }
  const all = ({ times }: Cost) => [...times.values()].flat()
  const of =
    (...paths: string[]) =>
    ({ times }: Cost) =>
      paths.flatMap(path => times.get(path) ?? [])
  const waited = (what: string, pickId: (cost: Cost) => number[], share: number): Figure => ({
    name: `${name}: ${what}, p${share * 100}`,
    unit: 'ms',
    ...each(per(cost => percentile(pickId(cost), share))),
  })
  return [
    {
      name: `${name}: server's CPU a student`,
      unit: 'ms',
      ...each(per(cost => cost.serverMs / cost.students)),
      goal: { most: goals[database] },
    },
    ...(database === 'postgres'
      ? [
          {
            name: `${name}: PostgreSQL's CPU a student`,
            unit: 'ms' as const,
            ...each(per(cost => cost.databaseMs / cost.students)),
          },
        ]
      : []),
    {
      name: `${name}: written to the disk, a student`,
      unit: 'KB',
      ...each(per(cost => cost.written / cost.students / 1024)),
    },
    waited('a call', all, 0.5),
    waited('a call', all, 0.99),
    waited('chrono', of('enrolement/chrono'), 0.99),
    waited('save and code', of('enrolement/add', 'otp/valide'), 0.99),
    waited('an upload', of('files/upload'), 0.5),
    waited('an upload', of('files/upload'), 0.99),
  ]
}

/** Bytes of the data and, of PostgreSQL, of all that its log has had. */
async function stored({ cluster, dataDir }: Subject): Promise<{ data: number; log: number }> {
  const log = folderBytes(join(dataDir, 'pg', 'pg_wal'))
  const folder = folderBytes(dataDir) - log
  if (!cluster) return { data: folder, log }
  const [row] = await queryCluster(
    cluster.url,
    "SELECT pg_database_size(current_database())::float8 AS data, (pg_current_wal_lsn() - '0/0')::float8 AS log",
  )
  return { data: folder + Number(row?.data), log: Number(row?.log) }
}
