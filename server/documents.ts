import { createHash } from 'node:crypto'
import type { DocumentType } from '../src/rules/documents.ts'
import { recordAudit } from './audit.ts'
import type { Queries } from './database/port.ts'
import type { Provider } from './provider.ts'

export type DocumentState = 'received' | 'validated' | 'rejected'

export interface StoredDocument {
  type: DocumentType
  state: DocumentState
  message: string | null
  bytes: number
  receivedAt: Date
}

export type StoreOutcome = 'stored' | 'alreadyStored' | 'alreadyValidated'

interface Upload {
  matricule: string
  type: DocumentType
  bytes: Buffer
  /** A re-upload puts a rejected document before the verifiers again even when the photograph is the same. */
  correction: boolean
}

/** Stores a document once per matricule and type: one statement writes the photograph and its facts, or neither. */
export async function storeDocument(
  { database, now }: Provider,
  { matricule, type, bytes, correction }: Upload,
): Promise<StoreOutcome> {
  const digest = createHash('sha256').update(bytes).digest('hex')
  const write = () =>
    database.query(
      `INSERT INTO documents AS kept (matricule, type, image, digest, bytes, state, message, received_at)
     VALUES ($1, $2, $3, $4, $5, 'received', NULL, $6)
     ON CONFLICT (matricule, type) DO UPDATE SET image = $3, file_name = NULL, digest = $4, bytes = $5,
     state = 'received', message = NULL, received_at = $6
     WHERE kept.state <> 'validated' AND kept.digest <> $4 OR kept.state = 'rejected' AND $7
     RETURNING 1`,
      [matricule, type, bytes, digest, bytes.length, now(), correction],
    )
  while ((await write()).length === 0) {
    const [kept] = await database.query<{ digest: string; state: DocumentState }>(
      'SELECT digest, state FROM documents WHERE matricule = $1 AND type = $2',
      [matricule, type],
    )
    if (kept?.digest === digest) return 'alreadyStored'
    if (kept?.state === 'validated') return 'alreadyValidated'
    // Another upload or a decision came between the two statements: what they were asked about is no more.
  }
  return 'stored'
}

export function listDocuments(queries: Queries, matricule: string): Promise<StoredDocument[]> {
  return queries.query<StoredDocument>(
    'SELECT type, state, message, bytes, received_at AS "receivedAt" FROM documents WHERE matricule = $1 ORDER BY type',
    [matricule],
  )
}

export interface Decision {
  matricule: string
  type: DocumentType
  state: 'validated' | 'rejected'
  message: string | null
  /** As the audit names who decided. */
  by: string
  /** How the digest of the photograph begins that was looked at; without it whichever is there is judged. */
  photo?: string | undefined
}

export type DecisionOutcome = 'decided' | 'nothingSent' | 'photoReplaced'

/** The row stays locked from the look at its photograph on: one that comes meanwhile is judged anew, after this one. */
export function decide(
  { database, now }: Pick<Provider, 'database' | 'now'>,
  { matricule, type, state, message, by, photo }: Decision,
): Promise<DecisionOutcome> {
  return database.transaction(async (queries): Promise<DecisionOutcome> => {
    const [before] = await queries.query<{ state: DocumentState; digest: string }>(
      'SELECT state, digest FROM documents WHERE matricule = $1 AND type = $2 FOR UPDATE',
      [matricule, type],
    )
    if (!before) return 'nothingSent'
    if (!before.digest.startsWith(photo ?? '')) return 'photoReplaced'
    await queries.query('UPDATE documents SET state = $3, message = $4 WHERE matricule = $1 AND type = $2', [
      matricule,
      type,
      state,
      message,
    ])
    const action = state === 'validated' ? 'accept' : 'reject'
    const change = { photo: before.digest, before: before.state, after: state, message }
    await recordAudit(queries, { at: now(), who: by, action, matricule, type, ...change })
    return 'decided'
  })
}

export interface FileLine {
  matricule: string
  nom: string
  prenom: string
  phone: string
  confirmed: boolean
  type: DocumentType | null
  state: DocumentState | null
  message: string | null
  bytes: number | null
  digest: string | null
}

const filesAtOnce = 200

/** One line per document of every enrolment, for the operator; some files at a time, since there may be very many. */
export async function* listFiles(queries: Queries, matricule?: string): AsyncGenerator<FileLine[]> {
  let last = ''
  while (true) {
    const lines = await queries.query<FileLine>(
      `SELECT matricule, s.nom, s.prenom, e.phone, e.confirmed_at IS NOT NULL AS confirmed, d.type, d.state, d.message,
       d.bytes, d.digest
       FROM (SELECT * FROM enrolments WHERE matricule > $1 AND ($2::text IS NULL OR matricule = $2)
         ORDER BY matricule LIMIT ${filesAtOnce}) e
       JOIN students s USING (matricule) LEFT JOIN documents d USING (matricule) ORDER BY matricule, d.type`,
      [last, matricule ?? null],
    )
    if (lines.length === 0) return
    yield lines
    last = lines.at(-1)?.matricule ?? last
  }
}
