import type { Queries } from '../database/port.ts'
import { Kept } from '../limits/kept.ts'
import { keptAges, uploadParts } from '../limits/limits.ts'
import { sharedOut, shareOf } from '../limits/share.rule.ts'
import type { Provider } from '../window/provider.ts'
import { forgetOldUploads } from './uploads.ts'

/**
 * Bounds what uploads may occupy together. Once all is used up, networks beyond their share give
 * way, of each the students with most. So who creates thousands does not stop a student of the
 * same network.
 */
export class UploadBounds {
  private readonly held: Kept<number>

  constructor(private readonly provider: Provider) {
    const { database, now } = provider
    const read = async () => {
      await forgetOldUploads(database, now())
      const held = await readHeld(database)
      if (held < uploadParts.bytesTogether) return held
      if (await displaceGreatest(database)) provider.alarm('uploadHoarding')
      return readHeld(database)
    }
    this.held = new Kept(read, now, keptAges)
  }

  /** False when clients are to send their photographs whole. */
  admits(): Promise<boolean> {
    return this.isBelow(uploadParts.bytesTogether)
  }

  /** Uploads that have begun may end where no new one may begin. */
  takesMore(): Promise<boolean> {
    return this.isBelow(uploadParts.bytesTogether + uploadParts.bytesBeyond)
  }

  private async isBelow(most: number): Promise<boolean> {
    const is = (await this.held.get()) < most
    if (!is) this.provider.alarm('uploadsFull')
    return is
  }
}

/** What an upload counts: one piece at least, and hardly anything once it is answered. */
const counts = () =>
  `CASE WHEN http IS NULL THEN greatest(received, ${uploadParts.pieceBytes}) ELSE ${uploadParts.answerBytes} END`

async function readHeld(queries: Queries): Promise<number> {
  const [all] = await queries.query<{ held: number }>(
    `SELECT coalesce(sum(${counts()}), 0)::float8 AS held FROM uploads`,
  )
  return all?.held ?? 0
}

/**
 * True when uploads without an answer gave way. Rows that a request is appending to are skipped.
 */
async function displaceGreatest(queries: Queries): Promise<boolean> {
  const { bytesTogether, leastBytes } = uploadParts
  const networks = await queries.query<{ held: number }>(
    `SELECT sum(${counts()})::float8 AS held FROM uploads GROUP BY network`,
  )
  const held = networks.map(network => network.held)
  const displaced = await queries.query<{ http: number | null }>(
    `DELETE FROM uploads WHERE token IN (
       SELECT token FROM uploads WHERE token IN (
         SELECT token FROM (
           SELECT token, sum(held) OVER (PARTITION BY network ORDER BY own, held, created_at DESC, token) AS together
           FROM (
             SELECT token, network, created_at, ${counts()} AS held,
               sum(${counts()}) OVER (PARTITION BY network, student) AS own
             FROM uploads
           ) AS of_students
         ) AS ranked WHERE together > $1
       ) FOR UPDATE SKIP LOCKED
     ) RETURNING http`,
    [Math.max(leastBytes, Math.floor(shareOf(held, bytesTogether * sharedOut)))],
  )
  return displaced.some(({ http }) => http === null)
}
