import { createHash } from 'node:crypto'
import type { DocumentType } from '../../../src/spec/documents.ts'
import type { Remark } from '../../../src/spec/remarks.ts'
import { cameBetween } from '../database/ages.ts'
import type { Queries } from '../database/port.ts'
import { recordAudit } from '../monitoring/audit.ts'
import type { Provider } from '../window/provider.ts'
import type { DocumentState } from './document-state.ts'
import { keepOvertaken, keepVersion } from './versions.ts'

export interface StoredDocument {
  type: DocumentType
  state: DocumentState
  message: string | null
  bytes: number
  receivedAt: Date
}

export type StoreOutcome = 'stored' | 'alreadyStored' | 'alreadyValidated' | 'needsCode'

export interface Photograph {
  bytes: Buffer
  digest: string
}

interface Upload {
  matricule: string
  type: DocumentType
  photograph: Photograph
  /** What the portal told the student of it. */
  remarks: readonly Remark[]
  /**
   * A re-upload submits a rejected document to the verifiers again, even when the photograph is the
   * same.
   */
  correction: boolean
  /**
   * Whether it may replace another photograph; the first upload of a document needs no such right.
   */
  mayReplace: boolean
  /** From the browser that saved the enrolment. */
  bySaver: boolean
  /**
   * When its request came: while it waited, a newer photograph may have been stored, by this
   * process or another one.
   */
  came: Date
}

export const photographOf = (bytes: Buffer): Photograph => ({
  bytes,
  digest: createHash('sha256').update(bytes).digest('hex'),
})

/** Whether another photograph is stored that could still be replaced. */
export async function holdsAnother(
  queries: Queries,
  { matricule, type, photograph: { digest } }: Pick<Upload, 'matricule' | 'type' | 'photograph'>,
): Promise<boolean> {
  const others = await queries.query(
    "SELECT 1 FROM documents WHERE matricule = $1 AND type = $2 AND digest <> $3 AND state <> 'validated'",
    [matricule, type, digest],
  )
  return others.length > 0
}

/** Stores a document once per matricule and type: its photograph and its metadata, or neither. */
export async function storeDocument(provider: Provider, upload: Upload): Promise<StoreOutcome> {
  const { database, now } = provider
  const { matricule, type, photograph, remarks, bySaver, came } = upload
  const { bytes, digest } = photograph
  const first = await database.query<Twins>(
    `INSERT INTO documents (matricule, type, image, digest, bytes, state, received_at, came_at, by_saver, remarks)
     VALUES ($1, $2, $3, $4, $5, 'received', $6, $7, $8, $9) ON CONFLICT DO NOTHING ${countTwins}`,
    [matricule, type, bytes, digest, bytes.length, now(), came, bySaver, JSON.stringify(remarks)],
  )
  if (first.length > 0) return stored(provider, matricule, first)
  return database.transaction(queries => replace(provider, queries, upload))
}

interface Twins {
  twins: number
}

/** Counts the student's other documents with the very same photograph. */
const countTwins =
  'RETURNING (SELECT count(*)::int FROM documents WHERE matricule = $1 AND type <> $2 AND digest = $4) AS twins'

/**
 * A photograph sent as two documents is stored all the same: a verifier judges whether it was a
 * mistake or fraud.
 */
function stored({ alarm }: Provider, matricule: string, [row]: readonly Twins[]): StoreOutcome {
  if (row && row.twins > 0) alarm('samePhotograph', matricule)
  return 'stored'
}

/** Locks the row before it reads it: a decision or another upload waits. */
async function replace(
  provider: Provider,
  queries: Queries,
  { matricule, type, photograph, remarks, correction, mayReplace, bySaver, came }: Upload,
): Promise<StoreOutcome> {
  const [kept] = await queries.query<{ digest: string; state: DocumentState; cameAt: Date | null }>(
    'SELECT digest, state, came_at AS "cameAt" FROM documents WHERE matricule = $1 AND type = $2 FOR UPDATE',
    [matricule, type],
  )
  if (!kept) throw new Error('A document went while another photograph of it came.')
  const { bytes, digest } = photograph
  const isSame = kept.digest === digest
  if (kept.state === 'validated') return isSame ? 'alreadyStored' : 'alreadyValidated'
  const now = provider.now()
  const isOvertaken = cameBetween(kept.cameAt, came, now)
  if (isSame && !(kept.state === 'rejected' && correction)) {
    // Whatever came before this request is older than the photograph that it repeats.
    await queries.query(
      'UPDATE documents SET came_at = $3, by_saver = by_saver OR $4 WHERE matricule = $1 AND type = $2',
      [matricule, type, isOvertaken ? kept.cameAt : came, bySaver],
    )
    return 'alreadyStored'
  }
  if (!isSame && !mayReplace) return 'needsCode'
  if (!isSame && isOvertaken) {
    const overtaken = { matricule, type, image: bytes, digest, receivedAt: came, bySaver, remarks }
    await keepOvertaken(queries, overtaken, now)
    return 'stored'
  }
  if (!isSame) await keepVersion(queries, matricule, type, now)
  const updated = await queries.query<Twins>(
    `UPDATE documents SET image = $3, digest = $4, bytes = $5, state = 'received', message = NULL,
     received_at = $6, came_at = $7, by_saver = $8 OR (by_saver AND digest = $4), remarks = $9
     WHERE matricule = $1 AND type = $2 ${countTwins}`,
    [matricule, type, bytes, digest, bytes.length, now, came, bySaver, JSON.stringify(remarks)],
  )
  return stored(provider, matricule, updated)
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
  /** Name of the verifier, for the audit. */
  by: string
  /**
   * Beginning of the digest of the photograph that was examined; without it, the current photograph
   * is judged.
   */
  photo?: string | undefined
}

export type DecisionOutcome = 'decided' | 'nothingSent' | 'photoReplaced'

/**
 * Locks the row before it reads it: a photograph that arrives meanwhile replaces this one
 * afterwards, and is judged anew.
 */
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
    await queries.query(
      'UPDATE documents SET state = $3, message = $4 WHERE matricule = $1 AND type = $2',
      [matricule, type, state, message],
    )
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

/**
 * One line per document of every enrolment, for the operator; in batches, since there may be very
 * many.
 */
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
