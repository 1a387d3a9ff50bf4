import { createHash } from 'node:crypto'
import type { DocumentType } from '../src/rules/documents.ts'
import type { Queries } from './database/port.ts'
import type { Provider } from './provider.ts'
import { Turnstiles } from './turnstile.ts'

export type DocumentState = 'received' | 'validated' | 'rejected'

export interface StoredDocument {
  type: DocumentType
  state: DocumentState
  message: string | null
  bytes: number
  receivedAt: Date
}

interface Row {
  file_name: string
  digest: string
  state: DocumentState
}

export type StoreOutcome = 'stored' | 'alreadyStored' | 'alreadyValidated'

const perMatricule = new Turnstiles()

/**
 * Stores a document once per matricule and type: the file is on the disk first, its row last, the old file goes after.
 * `correction` (a re-upload) puts a rejected document before the verifiers again even when the photograph is the same.
 */
export function storeDocument(
  provider: Provider,
  { matricule, type, bytes, correction }: { matricule: string; type: DocumentType; bytes: Buffer; correction: boolean },
): Promise<StoreOutcome> {
  const { database, images, now } = provider
  const digest = createHash('sha256').update(bytes).digest('hex')
  const name = images.nameFor(matricule, type, digest)
  return perMatricule.run(matricule, async () => {
    const [before] = await database.query<Row>(
      'SELECT file_name, digest, state FROM documents WHERE matricule = $1 AND type = $2',
      [matricule, type],
    )
    const same = before?.digest === digest
    if (same && !(correction && before.state === 'rejected')) return 'alreadyStored'
    if (before?.state === 'validated') return 'alreadyValidated'

    await images.write(name, bytes)
    await database.transaction(async queries => {
      await queries.query('DELETE FROM discarded_files WHERE file_name = $1', [name])
      await queries.query(
        `INSERT INTO documents (matricule, type, file_name, digest, bytes, state, message, received_at)
         VALUES ($1, $2, $3, $4, $5, 'received', NULL, $6)
         ON CONFLICT (matricule, type) DO UPDATE SET file_name = $3, digest = $4, bytes = $5, state = 'received',
         message = NULL, received_at = $6`,
        [matricule, type, name, digest, bytes.length, now()],
      )
      if (before && !same)
        await queries.query('INSERT INTO discarded_files VALUES ($1) ON CONFLICT DO NOTHING', [before.file_name])
    })
    if (before && !same) await sweepDiscarded(provider, before.file_name)
    return 'stored'
  })
}

async function sweepDiscarded({ database, images }: Provider, name: string): Promise<void> {
  await images.remove(name)
  await database.query('DELETE FROM discarded_files WHERE file_name = $1', [name])
}

/** What a crash left between the switch of a row and the removal of its old file. */
export async function sweepAllDiscarded(provider: Provider): Promise<void> {
  const rows = await provider.database.query<{ file_name: string }>('SELECT file_name FROM discarded_files')
  for (const row of rows) await sweepDiscarded(provider, row.file_name)
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

/** False when there is no such document. Waits for an upload of the same matricule that is under way. */
export function decide({ database }: Provider, { matricule, type, state, message }: Decision): Promise<boolean> {
  return perMatricule.run(matricule, async () => {
    const rows = await database.query<{ type: string }>(
      'UPDATE documents SET state = $3, message = $4 WHERE matricule = $1 AND type = $2 RETURNING type',
      [matricule, type, state, message],
    )
    return rows.length > 0
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
