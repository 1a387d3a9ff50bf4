import type { Queries } from './database/port.ts'

/** What waits for somebody, in the whole installation. */
export interface Backlog {
  filesToReview: number
}

export async function readBacklog(queries: Queries): Promise<Backlog> {
  const [row] = await queries.query<Backlog>(
    `SELECT (SELECT count(*)::int FROM enrolments e WHERE e.finished_at IS NOT NULL AND EXISTS
       (SELECT 1 FROM documents d WHERE d.matricule = e.matricule AND d.state = 'received')) AS "filesToReview"`,
  )
  return row ?? { filesToReview: 0 }
}
