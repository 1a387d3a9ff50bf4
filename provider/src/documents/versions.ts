import type { DocumentType } from '../../../src/spec/documents.ts'
import type { Remark } from '../../../src/spec/remarks.ts'
import type { Queries } from '../database/port.ts'
import { recordAudit } from '../monitoring/audit.ts'
import type { Provider } from '../window/provider.ts'
import type { DocumentState } from './document-state.ts'

/** Replaced photographs that are kept for each document. */
const versionsPerDocument = 12

/** A photograph that another one has replaced. */
export interface Version {
  type: DocumentType
  digest: string
  bytes: number
  state: DocumentState
  message: string | null
  receivedAt: Date
  replacedAt: Date
  remarks: Remark[]
}

interface Overtaken extends Pick<Version, 'type' | 'digest' | 'receivedAt'> {
  matricule: string
  image: Uint8Array
  bySaver: boolean
  remarks: readonly Remark[]
}

/**
 * Call it with the document's row locked, before another photograph replaces this one.
 */
export async function keepVersion(
  queries: Queries,
  matricule: string,
  type: DocumentType,
  now: Date,
): Promise<void> {
  // A photograph that is replaced a second time keeps the verifier's earlier verdict.
  await queries.query(
    `INSERT INTO document_versions AS kept
     (matricule, type, digest, image, bytes, state, message, received_at, replaced_at, by_saver, remarks)
     SELECT matricule, type, digest, image, bytes, state, message, received_at, $3, by_saver, remarks FROM documents
     WHERE matricule = $1 AND type = $2
     ON CONFLICT (matricule, type, digest) DO UPDATE SET replaced_at = EXCLUDED.replaced_at,
     by_saver = kept.by_saver OR EXCLUDED.by_saver,
     state = CASE EXCLUDED.state WHEN 'received' THEN kept.state ELSE EXCLUDED.state END,
     message = CASE EXCLUDED.state WHEN 'received' THEN kept.message ELSE EXCLUDED.message END`,
    [matricule, type, now],
  )
  await forgetSome(queries, matricule, type)
}

/** Keeps a photograph that came before the one that is stored, as if that one had replaced it. */
export async function keepOvertaken(
  queries: Queries,
  { matricule, type, image, digest, receivedAt, bySaver, remarks }: Overtaken,
  now: Date,
): Promise<void> {
  await queries.query(
    `INSERT INTO document_versions AS kept
     (matricule, type, digest, image, bytes, state, received_at, replaced_at, by_saver, remarks)
     VALUES ($1, $2, $3, $4, $5, 'received', $6, $7, $8, $9)
     ON CONFLICT (matricule, type, digest) DO UPDATE SET by_saver = kept.by_saver OR EXCLUDED.by_saver`,
    [
      matricule,
      type,
      digest,
      image,
      image.length,
      receivedAt,
      now,
      bySaver,
      JSON.stringify(remarks),
    ],
  )
  await forgetSome(queries, matricule, type)
}

async function forgetSome(queries: Queries, matricule: string, type: DocumentType): Promise<void> {
  // Deletes from the middle, so that junk displaces only junk; never the first half, nor one that a
  // verifier has judged. Those of strangers displace none of the browser that saved.
  await queries.query(
    `DELETE FROM document_versions WHERE matricule = $1 AND type = $2 AND digest IN (
       SELECT digest FROM (
         SELECT *, row_number() OVER (PARTITION BY by_saver ORDER BY place) AS nth FROM (
           SELECT digest, state, by_saver, count(*) OVER (PARTITION BY by_saver) - $3 AS beyond,
           row_number() OVER (PARTITION BY by_saver ORDER BY received_at, digest) AS place
           FROM document_versions WHERE matricule = $1 AND type = $2) numbered
         WHERE state = 'received' AND place > $4) middle
       WHERE nth <= beyond)`,
    [matricule, type, versionsPerDocument, versionsPerDocument / 2],
  )
}

export function listVersions(
  queries: Queries,
  matricule: string,
  type?: DocumentType,
): Promise<Version[]> {
  return queries.query<Version>(
    `SELECT type, digest, bytes, state, message, received_at AS "receivedAt", replaced_at AS "replacedAt", remarks
     FROM document_versions WHERE matricule = $1 AND ($2::text IS NULL OR type = $2) ORDER BY type, received_at, digest`,
    [matricule, type ?? null],
  )
}

export async function versionImage(
  queries: Queries,
  matricule: string,
  { type, digest }: Pick<Version, 'type' | 'digest'>,
): Promise<Uint8Array | undefined> {
  const [row] = await queries.query<{ image: Uint8Array }>(
    'SELECT image FROM document_versions WHERE matricule = $1 AND type = $2 AND digest = $3',
    [matricule, type, digest],
  )
  return row?.image
}

export interface PutBack {
  matricule: string
  type: DocumentType
  /** Beginning of its digest. */
  photo: string
  /** Name of the operator, for the audit. */
  by: string
}

export type PutBackOutcome = 'putBack' | 'unknown' | 'isThere'

/** Submits an earlier photograph to the verifiers again; the current one becomes an earlier one. */
export function putBack(
  { database, now }: Pick<Provider, 'database' | 'now'>,
  { matricule, type, photo, by }: PutBack,
): Promise<PutBackOutcome> {
  return database.transaction(async (queries): Promise<PutBackOutcome> => {
    const [before] = await queries.query<{ state: DocumentState; digest: string }>(
      'SELECT state, digest FROM documents WHERE matricule = $1 AND type = $2 FOR UPDATE',
      [matricule, type],
    )
    if (before?.digest.startsWith(photo)) return 'isThere'
    const versions = await listVersions(queries, matricule, type)
    const [wanted, another] = versions.filter(({ digest }) => digest.startsWith(photo))
    const image = wanted && (await versionImage(queries, matricule, wanted))
    if (!before || !wanted || !image || another) return 'unknown'
    const { digest, bytes, receivedAt, remarks } = wanted
    const [gone] = await queries.query<{ bySaver: boolean }>(
      `DELETE FROM document_versions WHERE matricule = $1 AND type = $2 AND digest = $3
       RETURNING by_saver AS "bySaver"`,
      [matricule, type, digest],
    )
    await keepVersion(queries, matricule, type, now())
    await queries.query(
      `UPDATE documents SET image = $3, digest = $4, bytes = $5, state = 'received', message = NULL,
       received_at = $6, came_at = $7, by_saver = $8, remarks = $9 WHERE matricule = $1 AND type = $2`,
      [
        matricule,
        type,
        image,
        digest,
        bytes,
        receivedAt,
        now(),
        gone?.bySaver ?? false,
        JSON.stringify(remarks),
      ],
    )
    const change = { photo: digest, before: before.state, after: 'received' }
    await recordAudit(queries, {
      at: now(),
      who: by,
      action: 'put-back',
      matricule,
      type,
      ...change,
    })
    return 'putBack'
  })
}
