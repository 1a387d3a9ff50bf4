import type { Queries } from '../database/port.ts'
import { requiredOf } from '../enrolments/file-status.ts'

export interface WaitingFile {
  matricule: string
  nom: string
  prenom: string
  phone: string
  documents: number
  since: Date
}

export interface Waiting {
  files: number
  documents: number
  oldest: Date | null
  /** Files with a document to judge that still lack another document. */
  incomplete: number
}

const required = [requiredOf('reduced').join(','), requiredOf('complete').join(',')]

// A file waits since its student finished it, or since the oldest open correction that came later:
// a student who sends a photograph anew every day must not move the file to the end of the line
// each time.
const candidates = `candidates AS (
  SELECT e.matricule, e.phone, count(*) FILTER (WHERE d.state = 'received')::int AS documents,
    GREATEST(COALESCE(e.finished_at, max(d.received_at)), min(d.received_at) FILTER (WHERE d.state = 'received')) AS since,
    string_to_array(CASE e.confirmed_answers->>'reading' WHEN 'reduced' THEN $1 ELSE $2 END, ',') <@ array_agg(d.type) AS whole
  FROM enrolments e JOIN documents d USING (matricule)
  WHERE e.confirmed_at IS NOT NULL AND matricule IN (SELECT matricule FROM documents WHERE state = 'received')
  GROUP BY e.matricule)`

/** Files with all documents sent and not all judged, the one that has waited longest first. */
export function listWaiting(
  queries: Queries,
  most: number,
  matricule?: string,
): Promise<WaitingFile[]> {
  return queries.query<WaitingFile>(
    `WITH ${candidates}
     SELECT c.matricule, s.nom, s.prenom, c.phone, c.documents, c.since FROM candidates c JOIN students s USING (matricule)
     WHERE c.whole AND ($3::text IS NULL OR c.matricule = $3) ORDER BY c.since, c.matricule LIMIT $4`,
    [...required, matricule ?? null, most],
  )
}

export async function countWaiting(queries: Queries): Promise<Waiting> {
  const [waiting] = await queries.query<Waiting>(
    `WITH ${candidates}
     SELECT count(*) FILTER (WHERE whole)::int AS files, COALESCE(sum(documents) FILTER (WHERE whole), 0)::int AS documents,
     min(since) FILTER (WHERE whole) AS oldest, count(*) FILTER (WHERE NOT whole)::int AS incomplete FROM candidates`,
    required,
  )
  return waiting ?? { files: 0, documents: 0, oldest: null, incomplete: 0 }
}
