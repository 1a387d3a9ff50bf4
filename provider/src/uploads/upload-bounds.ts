import type { Queries } from '../database/port.ts'
import { Kept } from '../limits/kept.ts'
import { keptAges, uploadParts } from '../limits/limits.ts'
import { sharedOut, shareOf } from '../limits/share.rule.ts'
import type { Provider } from '../window/provider.ts'
import { forgetOldUploads } from './uploads.ts'

interface Totals {
  rows: number
  bytes: number
}

/**
 * Bounds what uploads may occupy together. Once all is used up, networks beyond their share give
 * way, of each the students with most. So who creates thousands does not stop a student of the
 * same network, whose photograph has begun to arrive.
 */
export class UploadBounds {
  private readonly totals: Kept<Totals>

  constructor(private readonly provider: Provider) {
    const { database, now } = provider
    const read = async () => {
      await forgetOldUploads(database, now())
      const totals = await readTotals(database)
      if (!isFull(totals)) return totals
      if (await displaceGreatest(database)) provider.alarm('uploadHoarding')
      return readTotals(database)
    }
    this.totals = new Kept(read, now, keptAges)
  }

  /** False when clients are to send their photographs whole. */
  async admits(): Promise<boolean> {
    return this.tellFull(isFull(await this.totals.get()))
  }

  /** Uploads that have begun may end where no new one may begin. */
  async takesMore(): Promise<boolean> {
    const { bytes } = await this.totals.get()
    return this.tellFull(bytes >= uploadParts.bytesTogether + uploadParts.bytesBeyond)
  }

  private tellFull(is: boolean): boolean {
    if (is) this.provider.alarm('uploadsFull')
    return !is
  }
}

const isFull = ({ rows, bytes }: Totals) =>
  rows >= uploadParts.rowsTogether || bytes >= uploadParts.bytesTogether

/** An answered upload has a row, and no bytes any more. */
const bytesOf = 'CASE WHEN http IS NULL THEN received ELSE 0 END'
const totals = `count(*)::int AS rows, coalesce(sum(${bytesOf}), 0)::float8 AS bytes`

async function readTotals(queries: Queries): Promise<Totals> {
  const [all] = await queries.query<Totals>(`SELECT ${totals} FROM uploads`)
  return all ?? { rows: 0, bytes: 0 }
}

/**
 * Each upload with its place in its network: by number a student's first before anybody's second,
 * by bytes students with least first. Rows that a request is appending to are skipped.
 */
const displace = `DELETE FROM uploads WHERE token IN (
    SELECT token FROM uploads WHERE token IN (
      SELECT token FROM (
        SELECT token,
          row_number() OVER (PARTITION BY network ORDER BY turn, begun DESC, created_at DESC, token) AS nth,
          sum(bytes) OVER (PARTITION BY network ORDER BY own, bytes, created_at DESC, token) AS together
        FROM (
          SELECT *, sum(bytes) OVER (PARTITION BY network, student) AS own,
            row_number() OVER (PARTITION BY network, student, begun > 0
              ORDER BY begun DESC, created_at DESC, token) AS turn
          FROM (
            SELECT token, network, student, created_at, ${bytesOf} AS bytes,
              CASE WHEN http IS NULL AND received >= $3 THEN received ELSE 0 END AS begun
            FROM uploads
          ) AS held
        ) AS of_students
      ) AS ranked WHERE nth > $1 OR together > $2
    ) FOR UPDATE SKIP LOCKED
  ) RETURNING http`

/** True when uploads gave way that were not answered. */
async function displaceGreatest(queries: Queries): Promise<boolean> {
  const { rowsTogether, bytesTogether, leastRows, leastBytes, pieceBytes } = uploadParts
  const networks = await queries.query<Totals>(`SELECT ${totals} FROM uploads GROUP BY network`)
  const share = (of: keyof Totals, all: number, least: number) => {
    const held = networks.map(one => one[of])
    return Math.max(least, Math.floor(shareOf(held, all * sharedOut)))
  }
  const displaced = await queries.query<{ http: number | null }>(displace, [
    share('rows', rowsTogether, leastRows),
    share('bytes', bytesTogether, leastBytes),
    pieceBytes,
  ])
  return displaced.some(({ http }) => http === null)
}
