import type { DocumentType } from '../../../src/spec/documents.ts'
import type { Queries } from '../database/port.ts'

export type AuditAction =
  | 'accept'
  | 'reject'
  | 'put-back'
  | 'window'
  | 'import'
  | 'export'
  | 'review'
  | 'who'
  | 'allow-phone'
  | 'new-receipt-key'
  | 'use-receipt-key'

export interface AuditEntry {
  at: Date
  who: string
  action: AuditAction
  matricule?: string | null
  type?: DocumentType | null
  /** Digest of the photograph that the operator judged. */
  photo?: string | null
  before?: string | null
  after?: string | null
  message?: string | null
}

/**
 * Call this in the transaction of the change that it records: the database then keeps both or
 * neither.
 */
export async function recordAudit(queries: Queries, entry: AuditEntry): Promise<void> {
  const { at, who, action, matricule, type, photo, before, after, message } = entry
  await queries.query(
    `INSERT INTO audit (at, who, action, matricule, type, photo, before, after, message)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      at,
      who,
      action,
      matricule ?? null,
      type ?? null,
      photo ?? null,
      before ?? null,
      after ?? null,
      message ?? null,
    ],
  )
}

const pageLength = 500

/** Oldest first, one page at a time: a whole season's audit is long. */
export async function* readAudit(
  queries: Queries,
  matricule?: string,
): AsyncGenerator<AuditEntry[]> {
  let last = '0'
  while (true) {
    const page = await queries.query<AuditEntry & { id: string }>(
      `SELECT id::text AS id, at, who, action, matricule, type, photo, before, after, message FROM audit
       WHERE id > $1 AND ($2::text IS NULL OR matricule = $2) ORDER BY audit.id LIMIT ${pageLength}`,
      [last, matricule ?? null],
    )
    if (page.length > 0) yield page
    if (page.length < pageLength) return
    last = page.at(-1)?.id ?? last
  }
}
