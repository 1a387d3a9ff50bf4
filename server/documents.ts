import { createHash } from 'node:crypto'
import type { DocumentType } from '../src/rules/documents.ts'
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
  const stored = await database.query(
    `INSERT INTO documents AS kept (matricule, type, image, digest, bytes, state, message, received_at)
     VALUES ($1, $2, $3, $4, $5, 'received', NULL, $6)
     ON CONFLICT (matricule, type) DO UPDATE SET image = $3, file_name = NULL, digest = $4, bytes = $5,
     state = 'received', message = NULL, received_at = $6
     WHERE kept.state <> 'validated' AND kept.digest <> $4 OR kept.state = 'rejected' AND $7
     RETURNING 1`,
    [matricule, type, bytes, digest, bytes.length, now(), correction],
  )
  if (stored.length > 0) return 'stored'
  const same = await database.query('SELECT 1 FROM documents WHERE matricule = $1 AND type = $2 AND digest = $3', [
    matricule,
    type,
    digest,
  ])
  return same.length > 0 ? 'alreadyStored' : 'alreadyValidated'
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
}

/** False when there is no such document. */
export async function decide({ database }: Provider, { matricule, type, state, message }: Decision): Promise<boolean> {
  const rows = await database.query<{ type: string }>(
    'UPDATE documents SET state = $3, message = $4 WHERE matricule = $1 AND type = $2 RETURNING type',
    [matricule, type, state, message],
  )
  return rows.length > 0
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
}

/** One line per document of every enrolment, for the operator. */
export function listFiles(queries: Queries, matricule?: string): Promise<FileLine[]> {
  return queries.query<FileLine>(
    `SELECT e.matricule, s.nom, s.prenom, e.phone, e.confirmed_at IS NOT NULL AS confirmed, d.type, d.state, d.message, d.bytes
     FROM enrolments e JOIN students s USING (matricule) LEFT JOIN documents d USING (matricule)
     WHERE $1::text IS NULL OR matricule = $1 ORDER BY matricule, d.type`,
    [matricule ?? null],
  )
}
