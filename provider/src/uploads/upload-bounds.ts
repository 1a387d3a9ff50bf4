import type { Queries } from '../database/port.ts'
import { type ClientAddress, networkOf } from '../limits/address.ts'
import { addressMac } from '../limits/guesses.ts'
import { Kept } from '../limits/kept.ts'
import { addressesPerSite, keptAges, uploadParts } from '../limits/limits.ts'
import { shareOf } from '../limits/share.rule.ts'
import type { Provider } from '../window/provider.ts'
import { forgetOldUploads, type Upload } from './uploads.ts'

interface Totals {
  rows: number
  bytes: number
}

const mostRemembered = 10_000

/** Who an upload is counted for, and how many addresses that may be. */
type Owner = readonly [column: 'address' | 'network', key: string, addresses: number]

/**
 * Bounds what uploads may occupy. An address beyond its own bounds loses its own uploads: of those
 * whose first piece has not come the oldest, of the others those with the fewest bytes. So an
 * address that creates thousands does not stop a student behind it, whose photograph has begun to
 * arrive. Once all together is used up, the networks that hold most make room first.
 */
export class UploadBounds {
  private readonly totals: Kept<Totals>
  private readonly created = new Map<string, number>()

  constructor(private readonly provider: Provider) {
    const { database, now } = provider
    const read = async () => {
      await forgetOldUploads(database, now())
      const totals = await readTotals(database)
      if (!isFull(totals)) return totals
      this.tell(await displaceFullest(database))
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

  /** Before an upload is created: the new one is never displaced by this. */
  async makeRoom(address: ClientAddress): Promise<void> {
    const { secret } = this.provider
    const owners: Owner[] = [['address', addressMac(secret, address.key), 1]]
    if (address.site)
      owners.push(['network', addressMac(secret, networkOf(address)), addressesPerSite])
    for (const owner of owners)
      if (this.isDue(owner)) this.tell(await displaceMany(this.provider.database, owner))
  }

  /**
   * Looking through all of an address costs more than a creation, so a process does it once in
   * many.
   */
  private isDue([, key]: Owner): boolean {
    const every = Math.ceil(
      Math.min(uploadParts.emptyPerAddress, uploadParts.answeredPerAddress) / 8,
    )
    const created = this.created.get(key) ?? 0
    this.created.delete(key)
    this.created.set(key, created + 1)
    // A Map keeps insertion order: the first key has been idle longest.
    const [first = ''] = this.created.keys()
    if (this.created.size > mostRemembered) this.created.delete(first)
    return created % every === 0
  }

  /**
   * Before so many bytes arrive: the greatest others make room, since photographs of the portal are
   * small.
   */
  async makeRoomFor(upload: Upload, coming: number): Promise<void> {
    const owners: Owner[] = [['address', upload.address, 1]]
    if (upload.network !== upload.address)
      owners.push(['network', upload.network, addressesPerSite])
    for (const owner of owners)
      this.tell(await displaceGreat(this.provider.database, owner, upload, coming))
  }

  private tell(displaced: number): void {
    if (displaced > 0) this.provider.alarm('uploadHoarding')
  }
}

async function readTotals(queries: Queries): Promise<Totals> {
  const [totals = { rows: 0, bytes: 0 }] = await queries.query<Totals>(
    `SELECT count(*) FILTER (WHERE http IS NULL)::int AS rows, coalesce(sum(received) FILTER (WHERE http IS NULL), 0)::float8 AS bytes
     FROM uploads`,
  )
  return totals
}

const isFull = ({ rows, bytes }: Totals) =>
  rows >= uploadParts.rowsTogether || bytes >= uploadParts.bytesTogether

/**
 * Uploads with what their student has at the same network, and which of that student's they are:
 * whoever floods in one name stops no other behind the same address.
 */
const ofStudents = (where: string) => `(
  SELECT *, sum(received) OVER (PARTITION BY network, student) AS own,
    row_number() OVER (PARTITION BY network, student, kind ORDER BY begun DESC, created_at DESC, token) AS turn
  FROM (
    SELECT token, network, student, kind, received, created_at,
      CASE kind WHEN 'begun' THEN received ELSE 0 END AS begun
    FROM (
      SELECT *, CASE WHEN http IS NOT NULL THEN 'answered'
        WHEN received < ${uploadParts.pieceBytes} THEN 'empty' ELSE 'begun' END AS kind
      FROM uploads
    ) AS every WHERE ${where}
  ) AS held
) AS of_students`

const smallFirst = 'own, received, created_at DESC, token'
const begunFirst = 'turn, begun DESC, created_at DESC, token'

/** Rows that a request is appending to are skipped: no creation waits for them. */
const displace = (ranked: string, isBeyond: string) =>
  `DELETE FROM uploads WHERE token IN (
     SELECT token FROM uploads WHERE token IN (
       SELECT token FROM (${ranked}) AS ranked WHERE ${isBeyond}
     ) FOR UPDATE SKIP LOCKED
   ) RETURNING http`

async function displaceMany(queries: Queries, [column, key, addresses]: Owner): Promise<number> {
  const { emptyPerAddress, begunPerAddress, answeredPerAddress } = uploadParts
  const rows = await queries.query<{ http: number | null }>(
    displace(
      `SELECT token, kind, row_number() OVER (PARTITION BY kind ORDER BY ${begunFirst}) AS nth
      FROM ${ofStudents(`${column} = $1`)}`,
      `nth >= CASE kind WHEN 'answered' THEN $2::int WHEN 'empty' THEN $3::int ELSE $4::int END`,
    ),
    [key, ...[answeredPerAddress, emptyPerAddress, begunPerAddress].map(most => most * addresses)],
  )
  return rows.filter(({ http }) => http === null).length
}

async function displaceGreat(
  queries: Queries,
  [column, key, addresses]: Owner,
  { id, received }: Upload,
  coming: number,
): Promise<number> {
  const left = uploadParts.bytesPerAddress * addresses - received - coming
  const rows = await queries.query(
    displace(
      `SELECT token, sum(received) OVER (ORDER BY ${smallFirst}) AS together
      FROM ${ofStudents(`${column} = $1 AND http IS NULL`)} WHERE token <> $2`,
      `together > $3`,
    ),
    [key, id, left],
  )
  return rows.length
}

/** Until an eighth of all is free, so that it seldom runs. */
async function displaceFullest(queries: Queries): Promise<number> {
  const { rowsTogether, bytesTogether, leastRows, leastBytes } = uploadParts
  const networks = await queries.query<Totals>(
    `SELECT count(*)::int AS rows, sum(received)::float8 AS bytes
     FROM uploads WHERE http IS NULL GROUP BY network`,
  )
  const level = (of: keyof Totals, most: number, least: number) => {
    const held = networks.map(one => one[of])
    return Math.max(least, Math.floor(shareOf(held, most * 0.875)))
  }
  const displaced = await queries.query(
    displace(
      `SELECT token, row_number() OVER (PARTITION BY network ORDER BY ${begunFirst}) AS nth,
        sum(received) OVER (PARTITION BY network ORDER BY ${smallFirst}) AS together
      FROM ${ofStudents('http IS NULL')}`,
      `nth > $1 OR together > $2`,
    ),
    [level('rows', rowsTogether, leastRows), level('bytes', bytesTogether, leastBytes)],
  )
  return displaced.length
}
