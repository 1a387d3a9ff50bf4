import type { DocumentType } from '../../../src/spec/documents.ts'
import type { Queries } from '../database/port.ts'
import { countWaiting, listWaiting } from '../documents/waiting-files.ts'
import type { Provider } from '../window/provider.ts'
import { waitingLine, waitingSummary } from './lines.ts'
import { fail, type Report, say } from './report.ts'

interface Sums {
  saved: number
  confirmed: number
  finished: number
  received: number
}

/** Counts of one day in Bamako time, which is UTC, and what waits now. */
export async function showStatistics({ database, now }: Provider, day?: string): Promise<Report> {
  const date = day ?? now().toISOString().slice(0, 10)
  const from = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(from.getTime()) || !from.toISOString().startsWith(date))
    return fail(`--day must be a day like 2026-12-31, not '${date}'.`)
  const to = new Date(from.getTime() + 86_400_000)
  const within = (column: string) => `${column} >= $1 AND ${column} < $2`
  const [sums] = await database.query<Sums>(
    `SELECT (SELECT count(*)::int FROM enrolments WHERE ${within('saved_at')}) AS saved,
     (SELECT count(*)::int FROM enrolments WHERE ${within('confirmed_at')}) AS confirmed,
     (SELECT count(*)::int FROM enrolments WHERE ${within('finished_at')}) AS finished,
     (SELECT count(*)::int FROM documents WHERE ${within('received_at')}) AS received`,
    [from, to],
  )
  const { accepted, rejected, rejections } = await decisionsOf(database, from, to)
  return say(
    `${date}, in Bamako time`,
    `students whose answers were kept for the first time  ${sums?.saved ?? 0}`,
    `numbers confirmed by a code  ${sums?.confirmed ?? 0}`,
    `documents received, each counted on the day it came last  ${sums?.received ?? 0}`,
    `files completed for the first time  ${sums?.finished ?? 0}`,
    `documents accepted  ${accepted}`,
    `documents rejected  ${rejected}${rejections ? ` (${rejections})` : ''}`,
    waitingSummary(await countWaiting(database), now()),
  )
}

async function decisionsOf(queries: Queries, from: Date, to: Date) {
  const rows = await queries.query<{
    action: 'accept' | 'reject'
    type: DocumentType
    count: number
  }>(
    `SELECT action, type, count(*)::int AS count FROM audit
     WHERE at >= $1 AND at < $2 AND action IN ('accept', 'reject') GROUP BY action, type ORDER BY count DESC, type`,
    [from, to],
  )
  const of = (wanted: 'accept' | 'reject') => rows.filter(({ action }) => action === wanted)
  const sum = (list: typeof rows) => list.reduce((total, { count }) => total + count, 0)
  const rejections = of('reject')
  return {
    accepted: sum(of('accept')),
    rejected: sum(rejections),
    rejections: rejections.map(({ type, count }) => `${type} ${count}`).join(', '),
  }
}

export async function showWaiting({ database, now }: Provider, most: number): Promise<Report> {
  const waiting = await countWaiting(database)
  const files = await listWaiting(database, most)
  const left = waiting.files - files.length
  return say(
    waitingSummary(waiting, now()),
    ...files.map(file => waitingLine(file, now())),
    ...(left > 0
      ? [`… and ${left} more: npm run provider -- waiting --most ${waiting.files}`]
      : []),
  )
}
