import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { hashToken, isToken, newToken } from '../codes/tokens.ts'
import type { Queries } from '../database/port.ts'
import { uploadParts } from '../limits/limits.ts'
import { addressMac, type ClientAddress, networkOf } from '../limits/who.ts'
import type { Provider } from '../window/provider.ts'

/** A photograph that comes in parts, as all processes see it. */
export interface Upload {
  /** The hash of its token. */
  id: string
  base: string
  /** The path of the call that the whole is for. */
  call: string
  contentType: string
  contentEncoding: string
  /** A pseudonym of whom it is for, which is known once its first piece has come. */
  student: string | undefined
  length: number | undefined
  /** The bytes stored so far: its offset. */
  received: number
  /** Of the request that took it last: appends of earlier ones are refused. */
  turn: number
  completed: boolean
  /** The answer for good, which is replayed: the pieces are gone. */
  answered: KeptAnswer | undefined
  touchedAt: Date
}

/** Of an answer without cookies: neither says who the student is. */
export interface KeptAnswer {
  http: ContentfulStatusCode
  json: string
}

interface Row extends Omit<Upload, 'length' | 'student' | 'answered'> {
  length: number | null
  student: string | null
  http: ContentfulStatusCode | null
  answer: string | null
}

const since = (now: Date) => new Date(now.getTime() - uploadParts.ageMs)

export interface NewUpload
  extends Pick<Upload, 'base' | 'call' | 'contentType' | 'contentEncoding' | 'student' | 'length'> {
  address: ClientAddress
  /** Its first part, which may be empty. */
  content: Uint8Array
}

/** @returns the token of its address, which no one can guess and only the client keeps */
export async function createUpload(
  { database, secret, now }: Provider,
  { base, call, contentType, contentEncoding, student, length, address, content }: NewUpload,
): Promise<string> {
  const token = newToken()
  const at = now()
  await database.query(
    `WITH made AS (
       INSERT INTO uploads (token, base, call, content_type, content_encoding, network, student, length,
         received, created_at, touched_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING token
     ), begun AS (
       SELECT $11::bytea AS bytes WHERE $9::integer > 0
     ) INSERT INTO upload_pieces (token, start, bytes) SELECT token, 0, bytes FROM made, begun`,
    [
      hashToken(token),
      base,
      call,
      contentType,
      contentEncoding,
      addressMac(secret, networkOf(address)),
      student ?? null,
      length ?? null,
      content.length,
      at,
      content,
    ],
  )
  return token
}

/**
 * Takes the upload for one request: from then on no earlier request, of any process, appends to it.
 */
export async function takeUpload(
  queries: Queries,
  { token, base, now }: { token: string; base: string; now: Date },
): Promise<Upload | undefined> {
  if (!isToken(token)) return undefined
  const [row] = await queries.query<Row>(
    `UPDATE uploads SET turn = turn + 1 WHERE token = $1 AND base = $2 AND touched_at > $3
     RETURNING token AS id, base, call, content_type AS "contentType", content_encoding AS "contentEncoding",
       student, length, received, turn, completed, http, answer, touched_at AS "touchedAt"`,
    [hashToken(token), base, since(now)],
  )
  if (!row) return undefined
  const { length, student, http, answer, ...upload } = row
  const answered = http === null ? undefined : { http, json: answer ?? '{}' }
  return { ...upload, length: length ?? undefined, student: student ?? undefined, answered }
}

export async function setLength(queries: Queries, { id }: Upload, length: number): Promise<void> {
  await queries.query('UPDATE uploads SET length = $2 WHERE token = $1 AND length IS NULL', [
    id,
    length,
  ])
}

/**
 * Stores a piece and the new offset in one statement. False when another request has taken the
 * upload meanwhile, or it is gone: then nothing was stored.
 */
export async function appendPiece(
  queries: Queries,
  { id, turn, received, student }: Upload,
  piece: Uint8Array,
  now: Date,
): Promise<boolean> {
  const rows = await queries.query(
    `WITH moved AS (
       UPDATE uploads SET received = received + $4, touched_at = $6, student = $7
       WHERE token = $1 AND turn = $2 AND received = $3 AND NOT completed RETURNING token
     ) INSERT INTO upload_pieces (token, start, bytes) SELECT token, $3, $5::bytea FROM moved RETURNING start`,
    [id, turn, received, piece.length, piece, now, student ?? null],
  )
  return rows.length > 0
}

/**
 * The whole representation; undefined when its pieces are gone, since another request was answered
 * meanwhile.
 */
export async function wholeOf(
  queries: Queries,
  { id, received }: Pick<Upload, 'id' | 'received'>,
): Promise<Buffer | undefined> {
  const rows = await queries.query<{ bytes: Uint8Array }>(
    'SELECT bytes FROM upload_pieces WHERE token = $1 ORDER BY start',
    [id],
  )
  const whole = Buffer.concat(rows.map(({ bytes }) => bytes))
  return whole.length === received ? whole : undefined
}

/** The answer for good takes the place of the photograph. */
export async function settleUpload(
  queries: Queries,
  { id }: Upload,
  { http, json }: KeptAnswer,
): Promise<void> {
  await queries.query(
    `WITH settled AS (
       UPDATE uploads SET completed = true, http = $2, answer = $3 WHERE token = $1 AND http IS NULL RETURNING token
     ) DELETE FROM upload_pieces WHERE token IN (SELECT token FROM settled)`,
    [id, http, json],
  )
}

/** For an answer that may become another one: the pieces stay. */
export async function markCompleted(
  queries: Queries,
  { id }: Upload,
  completed: boolean,
): Promise<void> {
  await queries.query('UPDATE uploads SET completed = $2 WHERE token = $1 AND http IS NULL', [
    id,
    completed,
  ])
}

export async function removeUpload(queries: Queries, id: string): Promise<void> {
  await queries.query('DELETE FROM uploads WHERE token = $1', [id])
}

export async function forgetOldUploads(queries: Queries, now: Date): Promise<void> {
  await queries.query('DELETE FROM uploads WHERE touched_at <= $1', [since(now)])
}

export const secondsLeft = ({ touchedAt }: Upload, now: Date): number =>
  Math.max(0, Math.floor((touchedAt.getTime() + uploadParts.ageMs - now.getTime()) / 1000))
