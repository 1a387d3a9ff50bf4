import type { Queries } from '../database/port.ts'

/** What waits for the verifiers and for the SMS gateway, in the whole installation. */
export interface Backlog {
  filesToReview: number
  smsQueued: number
  smsOldestSeconds: number
}

export async function readBacklog(queries: Queries): Promise<Backlog> {
  const [row] = await queries.query<Backlog>(
    `SELECT (SELECT count(*)::int FROM enrolments e WHERE e.finished_at IS NOT NULL AND EXISTS
       (SELECT 1 FROM documents d WHERE d.matricule = e.matricule AND d.state = 'received')) AS "filesToReview",
     count(*)::int AS "smsQueued", COALESCE(extract(epoch FROM now() - min(queued_at)), 0)::float8 AS "smsOldestSeconds"
     FROM sms_queue`,
  )
  if (!row) throw new Error('A count has no row.')
  return row
}
