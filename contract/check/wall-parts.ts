import type { Run } from './ask.ts'
import { wallAbout as about, isBusy, isSuccess, type Probe, probe } from './probe.ts'
import type { Level } from './report.ts'
import { announcesParts, appendPart, createUpload, cutPart, partHeaders } from './uploads.ts'

/**
 * Whether the methods and header fields of a photo in parts pass, by an upload that is given up
 * again.
 */

const lines = {
  create: 'an upload is created (Upload-Complete and Upload-Length arrive, Location comes back)',
  head: 'its state is told (HEAD)',
  patch: 'a part arrives (PATCH, application/partial-upload)',
  stream: 'a part arrives while it comes',
  size: 'a part arrives of every size that is announced (max-append-size)',
  drop: 'an upload is given up (DELETE)',
}

/** Twice as many are fewer than those by which a provider may know that the student is none. */
const atOnce = 8_000
const whole = 'after a cut, photos cannot go on, and go whole'

export async function checkPartWalls(
  run: Run,
  { most, bodyOf }: { most: number; bodyOf: (bytes: number) => string },
): Promise<void> {
  const { report } = run
  if (!announcesParts(run, 'uploadDocument'))
    return report.skips(about, lines.create, 'no answer that arrives announces parts')
  const large = Math.min(most, appendSize(run))
  const body = new TextEncoder().encode(bodyOf(3 * atOnce + large))
  const url = await create(run, body.length)
  if (!url) return
  const told = () => probe(run, about, url, { method: 'HEAD' })
  const tell = (says: string, one: Probe, ok: boolean, change: string, level: Level = 'borne') =>
    report.judge(level, about, says, !ok && `${fault(one)}: ${change}`)
  const state = await told()
  const isTold = isSuccess(state) && state.offset === 0
  tell(
    lines.head,
    state,
    isTold,
    `${whole}; let HEAD through on …/uploads/*, with the header fields Upload-*`,
  )
  const patch = (offset: number, bytes: number) =>
    probe(run, about, url, appendPart(offset, body.slice(offset, offset + bytes), false))
  const first = await patch(0, atOnce)
  const isTaken = isSuccess(first) && first.offset === atOnce
  tell(
    lines.patch,
    first,
    isTaken,
    `${whole}; let PATCH through on …/uploads/*, with the header fields Upload-*`,
  )
  if (isTaken) {
    const next = isTold ? await checkStream(run, url, body.slice(atOnce, 2 * atOnce), told) : atOnce
    const second = await patch(next, large)
    tell(
      lines.size,
      second,
      isSuccess(second),
      `${whole}; let ${large} bytes through by PATCH on …/uploads/*`,
    )
  }
  const dropped = await probe(run, about, url, { method: 'DELETE' })
  const change =
    'what a student has taken back lies there until it is old; let DELETE through on …/uploads/*'
  tell(lines.drop, dropped, isSuccess(dropped) || dropped.raw?.code === 404, change, 'advice')
}

const fault = (one: Probe) =>
  isSuccess(one)
    ? `its answer comes without Upload-Offset (${one.words})`
    : `the gateway refuses it (${one.words})`

/** As announced; the portal's own are as large as a line carries. */
function appendSize({ caller }: Run): number {
  const told = caller.exchanges.map(
    ({ raw }) => /\bmax-append-size=(\d+)/.exec(raw.header('Upload-Limit') ?? '')?.[1],
  )
  return Number(told.find(size => size !== undefined) ?? 1_000_000)
}

async function create(run: Run, bytes: number): Promise<string | undefined> {
  const { created, url } = await createUpload(run, about, { bytes, gzip: false })
  const found = `${created.words}${isSuccess(created) ? ' without Location' : ''}: a photo whose connection breaks begins anew; let the header fields Upload-* and Location through, both ways`
  if (isBusy(created))
    run.report.skips(about, lines.create, `the provider is busy (${created.words})`)
  else run.report.judge('borne', about, lines.create, !url && found)
  return url
}

/** On a slow way a part needs longer to arrive before it is cut. */
const patience = [500, 2000, 6000]

/** @returns how much has come */
async function checkStream(
  run: Run,
  url: string,
  bytes: Uint8Array<ArrayBuffer>,
  told: () => Promise<Probe>,
): Promise<number> {
  const cut = { headers: partHeaders(atOnce, false), bytes, length: atOnce + 1 }
  let offset = atOnce
  for (const underWayMs of patience) {
    await cutPart(run, url, { ...cut, underWayMs })
    offset = (await told()).offset
    // Where the bytes have come late, the gateway may be handing them on.
    if (offset !== atOnce) break
  }
  const found =
    'nothing of a part that was cut has arrived: the gateway gathers parts; let bodies through as they come on …/uploads/*'
  run.report.judge('borne', about, lines.stream, !(offset > atOnce) && found)
  return offset > atOnce ? offset : atOnce
}
