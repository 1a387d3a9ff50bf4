import type { Run } from './ask.ts'
import type { Request } from './caller.ts'
import { sendCut } from './cut.ts'
import { announcesParts } from './parts.ts'
import type { Level } from './report.ts'
import { wallAbout as about, isBusy, isSuccess, type Probe, probe } from './wall-probe.ts'

/** Whether the methods and header fields of a photo in parts pass, by an upload that is given up again. */

const lines = {
  create: 'an upload is created (Upload-Complete and Upload-Length arrive, Location comes back)',
  head: 'its state is told (HEAD)',
  patch: 'a part arrives (PATCH, application/partial-upload)',
  stream: 'a part arrives while it comes',
  size: 'a part arrives of every size that is announced (max-append-size)',
  drop: 'an upload is given up (DELETE)',
}

const atOnce = 16_000
const whole = 'after a cut, photos cannot go on, and go whole'

export async function checkPartWalls(run: Run, { gzip, most }: { gzip: boolean; most: number }): Promise<void> {
  const { report } = run
  if (!announcesParts(run)) return report.skips(about, lines.create, 'no answer that arrives announces parts')
  const large = Math.min(most, appendSize(run))
  const url = await create(run, 3 * atOnce + large, gzip)
  if (!url) return
  const told = async () => probe(run, url, { method: 'HEAD' })
  const tell = (says: string, one: Probe, ok: boolean, change: string, level: Level = 'borne') =>
    ok ? report.holds(about, says) : report.differs(level, about, says, `${fault(one)}: ${change}`)
  const state = await told()
  const isTold = isSuccess(state) && offsetOf(state) === 0
  tell(lines.head, state, isTold, `${whole}; let HEAD through on …/uploads/*, with the header fields Upload-*`)
  const patch = (offset: number, bytes: number) => probe(run, url, part(offset, bytes))
  const first = await patch(0, atOnce)
  const isTaken = isSuccess(first) && offsetOf(first) === atOnce
  tell(lines.patch, first, isTaken, `${whole}; let PATCH through on …/uploads/*, with the header fields Upload-*`)
  if (isTaken) {
    const next = isTold ? await checkStream(run, url, told) : atOnce
    const second = await patch(next, large)
    tell(lines.size, second, isSuccess(second), `${whole}; let ${large} bytes through by PATCH on …/uploads/*`)
  }
  const dropped = await probe(run, url, { method: 'DELETE' })
  const change = 'what a student has taken back lies there until it is old; let DELETE through on …/uploads/*'
  tell(lines.drop, dropped, isSuccess(dropped) || dropped.raw?.code === 404, change, 'advice')
}

const offsetOf = ({ raw }: Probe) => Number(raw?.header('Upload-Offset') ?? Number.NaN)

const fault = (one: Probe) =>
  isSuccess(one) ? `its answer comes without Upload-Offset (${one.words})` : `the gateway refuses it (${one.words})`

/** As announced; the portal's own are as large as a line carries. */
function appendSize({ caller }: Run): number {
  const told = caller.exchanges.map(({ raw }) => /\bmax-append-size=(\d+)/.exec(raw.header('Upload-Limit') ?? '')?.[1])
  return Number(told.find(size => size !== undefined) ?? 1_000_000)
}

const fields = (offset: number) => ({
  'Content-Type': 'application/partial-upload',
  'Upload-Offset': String(offset),
  'Upload-Complete': '?0',
})

const part = (offset: number, bytes: number): Request => ({
  method: 'PATCH',
  headers: fields(offset),
  body: new Uint8Array(bytes).fill(65),
  limitMs: 600_000,
})

async function create(run: Run, length: number, gzip: boolean): Promise<string | undefined> {
  const { report, caller } = run
  const url = caller.urlOf('uploadDocument')
  const encoding = gzip && { 'Content-Encoding': 'gzip' }
  const headers = { 'Upload-Complete': '?0', 'Upload-Length': String(length), ...encoding }
  const created = await probe(run, url, { headers })
  const location = created.raw?.header('Location')
  if (created.raw?.code === 201 && location) {
    report.holds(about, lines.create)
    return new URL(location, url).href
  }
  if (isBusy(created)) report.skips(about, lines.create, `the provider is busy (${created.words})`)
  else {
    const found = `${created.words}${isSuccess(created) ? ' without Location' : ''}: a photo whose connection breaks begins anew; let the header fields Upload-* and Location through, both ways`
    report.differs('borne', about, lines.create, found)
  }
  return undefined
}

/** On a slow way a part needs longer to arrive before it is cut. */
const patience = [500, 2000, 6000]

/** @returns how much has come */
async function checkStream({ report, caller }: Run, url: string, told: () => Promise<Probe>): Promise<number> {
  const headers = { ...caller.headersFor(url), ...fields(atOnce) }
  const cut = { headers, bytes: new Uint8Array(atOnce).fill(65), length: atOnce + 1 }
  let offset = atOnce
  for (const underWayMs of patience) {
    await sendCut(url, { ...cut, underWayMs })
    offset = offsetOf(await told())
    // Where the bytes have come late, the gateway may be handing them on.
    if (offset !== atOnce) break
  }
  if (offset > atOnce) {
    report.holds(about, lines.stream)
    return offset
  }
  const found =
    'nothing of a part that was cut has arrived: the gateway gathers parts; let bodies through as they come on …/uploads/*'
  report.differs('borne', about, lines.stream, found)
  return atOnce
}
