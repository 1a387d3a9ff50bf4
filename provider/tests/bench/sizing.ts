import type { Figure } from './figures.ts'

const opening = 100_000
const enrolling = 50_000
const hourMs = 3_600_000
/**
 * A first visit, brotli, as `npm run analyze` has it: pages and files come from nginx, not from the
 * server.
 */
const firstVisitKb = 220

/**
 * What the table means for the hour in which the results are published. Nothing where PostgreSQL
 * was not measured.
 */
export function sizing(figures: readonly Figure[]): string {
  const find = (what: string) => figures.find(({ name }) => name.startsWith('postgres') && name.endsWith(what))?.value
  const server = find("server's CPU a student")
  const database = find("PostgreSQL's CPU a student")
  const disk = find('on the disk, a student')
  const log = find('write-ahead log, a student')
  if (!server || !database || !disk || !log) return ''
  const cores = (ms: number) => ((enrolling * ms) / hourMs).toFixed(1)
  const gigabytes = (kb: number) => ((enrolling * kb) / 1024 ** 2).toFixed(0)
  const megabits = ((opening * firstVisitKb + enrolling * disk) * 8 * 1024) / 1e6 / 3600
  const most = Math.floor(hourMs / database / 10_000) * 10_000
  return [
    `A country (${opening.toLocaleString('en')} open the page within the hour, ${enrolling.toLocaleString('en')} of them send five photographs) needs`,
    `${cores(server)} processors for the server, ${cores(database)} for PostgreSQL, ${gigabytes(disk)} GB of disk a year beside`,
    `${gigabytes(log)} GB of write-ahead log until it is archived, and a line of ${megabits.toFixed(0)} Mbit/s: two processes and one PostgreSQL`,
    'on a machine of four processors, twice over for its standby. More than that:',
    `a standby from the first day, for restarts and backups; replicas for reading once statuses alone fill a processor;`,
    'partitions by year once documents pass some 200 GB, so that a year is archived as a whole; Citus by matricule, the key of',
    `every table, beyond ${most.toLocaleString('en')} enrolments an hour for each processor that one PostgreSQL may have; a CDN once the line is`,
    'what is full, for pages and files only.',
  ].join('\n')
}
