import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type DocumentType, type Endpoint, endpoints, problemOf, type RawReply } from '../shared.ts'
import { json, quote, type Run } from './ask.ts'
import type { Request } from './caller.ts'
import { sendCut } from './cut.ts'
import { photo } from './photos.ts'

/** A photograph in parts, from its creation to the answer that is asked for again (docs/contract.md). */

const about = `${endpoints.uploadDocument.path}, in parts`
const partial = { 'Content-Type': 'application/partial-upload' }

const lines = {
  announced: 'parts are announced (Upload-Limit)',
  created: 'an upload is created, with its address (201, Location)',
  told: 'its state is told: how much has come (Upload-Offset), of how much, and whether it has been answered',
  appended: 'a part is appended',
  kept: 'of a part that is cut, what has come is kept',
  refused: 'a part at a wrong offset is refused (409), with the right one',
  answered: 'the last part is answered as a photo that comes whole',
  repeated: 'an answer that was lost is given again, and the photo does not come again',
  cancelled: 'an upload that is given up is gone (DELETE, then 404)',
  unknown: 'an upload that nobody has created is told to be none (404)',
}

/** Whether a base has announced that photographs may come in parts. */
export function announcesParts({ caller }: Run, endpoint: Endpoint = 'uploadDocument'): boolean {
  const base = caller.portal.bases[endpoints[endpoint].base]
  return caller.exchanges.some(
    ({ raw, url }) => url.startsWith(base) && /\bmax-size=\d/.test(raw.header('Upload-Limit') ?? ''),
  )
}

/** The upload as the portal sees it after one of its requests. */
interface State {
  code: number
  offset: number | undefined
  complete: string | undefined
  raw: RawReply | undefined
}

const shown = ({ raw, offset, complete }: State): string =>
  raw
    ? `HTTP ${raw.code} ${quote(raw.text)}, Upload-Offset ${offset ?? 'missing'}, Upload-Complete ${complete ?? 'missing'}`
    : 'no answer'

const is2xx = ({ code }: State) => code >= 200 && code < 300

export async function checkParts(run: Run, person: { matricule: string; type: DocumentType }, gzip: boolean) {
  const { report, caller } = run
  if (!announcesParts(run)) {
    const found = 'no answer carries Upload-Limit: a photo whose connection breaks is sent again from its beginning'
    return report.differs('advice', about, lines.announced, found)
  }
  report.holds(about, lines.announced)
  const body = { ...person, image: await photo(1) }
  const plain = await caller.call('uploadDocument', body).catch(() => undefined)
  const text = Buffer.from(JSON.stringify(body))
  const bytes = new Uint8Array(gzip ? gzipSync(text) : text)
  const url = await create(run, bytes, gzip)
  if (!url) return
  const upload = new Upload(run, url, bytes)
  if (!(await upload.isTold(0))) return
  const third = Math.floor(bytes.length / 3)
  await upload.append(third)
  await upload.cut(third)
  await upload.mistake()
  await upload.finish(plain)
  await upload.repeat(plain)
  await cancel(run, bytes, gzip)
  await unknown(run, url)
}

async function send({ caller }: Run, url: string, request: Request): Promise<State> {
  let raw: RawReply | undefined
  try {
    raw = await caller.send(about, url, request)
  } catch (error) {
    if (!problemOf(error)) throw error
  }
  const offset = raw?.header('Upload-Offset') ?? null
  return {
    code: raw?.code ?? 0,
    offset: offset === null ? undefined : Number(offset),
    complete: raw?.header('Upload-Complete') ?? undefined,
    raw,
  }
}

const creation = (bytes: Uint8Array, gzip: boolean): Request => ({
  headers: {
    'Upload-Complete': '?0',
    'Upload-Length': String(bytes.length),
    ...(gzip && { 'Content-Encoding': 'gzip' }),
  },
  personal: true,
})

async function create(run: Run, bytes: Uint8Array, gzip: boolean): Promise<string | undefined> {
  const { report, caller } = run
  const state = await send(run, caller.urlOf('uploadDocument'), creation(bytes, gzip))
  const location = state.raw?.header('Location')
  if (state.code === 201 && location && state.complete === '?0') {
    report.holds(about, lines.created)
    return new URL(location, caller.urlOf('uploadDocument')).href
  }
  const found = `${shown(state)}, Location ${location ?? 'missing'}: the portal sends photos whole`
  report.differs('borne', about, lines.created, found)
  return undefined
}

class Upload {
  private offset = 0

  constructor(
    private readonly run: Run,
    private readonly url: string,
    private readonly bytes: Uint8Array<ArrayBuffer>,
  ) {}

  private head = () => send(this.run, this.url, { method: 'HEAD', personal: true })

  private patch(offset: number, end: number, isLast: boolean): Promise<State> {
    const body = this.bytes.subarray(offset, end)
    const headers = { ...partial, 'Upload-Offset': String(offset), 'Upload-Complete': isLast ? '?1' : '?0' }
    return send(this.run, this.url, { method: 'PATCH', headers, body, personal: true })
  }

  async isTold(expected: number): Promise<boolean> {
    const { report } = this.run
    const state = await this.head()
    const length = state.raw?.header('Upload-Length')
    const holds =
      is2xx(state) && state.offset === expected && state.complete === '?0' && length === String(this.bytes.length)
    if (holds) report.holds(about, lines.told)
    else {
      const found = `${shown(state)}, Upload-Length ${length ?? 'missing'}: the portal cannot go on`
      report.differs('breaks', about, lines.told, found)
    }
    return holds
  }

  async append(size: number): Promise<void> {
    const { report } = this.run
    const end = this.offset + size
    const state = await this.patch(this.offset, end, false)
    if (is2xx(state) && state.complete === '?0' && state.offset === end) report.holds(about, lines.appended)
    else report.differs('breaks', about, lines.appended, shown(state))
    this.offset = end
  }

  async cut(size: number): Promise<void> {
    const { report, caller } = this.run
    const end = this.offset + size
    const headers = { ...partial, 'Upload-Offset': String(this.offset), 'Upload-Complete': '?1' }
    await sendCut(this.url, {
      headers: { ...caller.headersFor(this.url), ...headers },
      bytes: this.bytes.subarray(this.offset, end),
      length: this.bytes.length - this.offset,
    })
    let state = await this.head()
    for (let again = 0; again < 3 && state.offset !== end; again += 1) {
      await pause(500)
      state = await this.head()
    }
    const { offset = -1 } = state
    if (offset === end) report.holds(about, lines.kept)
    else if (offset >= this.offset && offset < end) {
      const found = `${offset - this.offset} of ${size} bytes: the portal sends the others again`
      report.differs('borne', about, lines.kept, found)
    } else {
      const found = `${shown(state)}, though ${end} bytes have been sent: the photo would have a hole`
      report.differs('breaks', about, lines.kept, found)
    }
    if (offset >= 0) this.offset = Math.min(offset, end)
  }

  async mistake(): Promise<void> {
    const { report } = this.run
    const state = await this.patch(this.offset - 10, this.offset, false)
    if (state.code === 409 && state.offset === this.offset) return report.holds(about, lines.refused)
    if (is2xx(state)) {
      report.differs('breaks', about, lines.refused, `${shown(state)}: the photo is damaged, and nobody is told`)
      return
    }
    report.differs('borne', about, lines.refused, `${shown(state)}: the portal has to ask for it`)
  }

  async finish(plain: RawReply | undefined): Promise<void> {
    const { report } = this.run
    const state = await this.patch(this.offset, this.bytes.length, true)
    if (this.isAnswer(state, plain)) report.holds(about, lines.answered)
    else {
      const found = `${shown(state)} in place of HTTP ${plain?.code} ${quote(plain?.text ?? '')}`
      report.differs('breaks', about, lines.answered, found)
    }
  }

  async repeat(plain: RawReply | undefined): Promise<void> {
    const { report } = this.run
    const state = await this.patch(this.bytes.length, this.bytes.length, true)
    const told = await this.head()
    if (this.isAnswer(state, plain) && told.complete === '?1') report.holds(about, lines.repeated)
    else report.differs('borne', about, lines.repeated, `${shown(state)}: all of the photo comes again`)
  }

  private isAnswer({ code, complete, raw }: State, plain: RawReply | undefined): boolean {
    const same = JSON.stringify(json(raw?.text ?? '')) === JSON.stringify(json(plain?.text ?? ''))
    return code === plain?.code && same && complete === '?1'
  }
}

async function cancel(run: Run, bytes: Uint8Array, gzip: boolean): Promise<void> {
  const url = await create(run, bytes, gzip)
  if (!url) return
  const deleted = await send(run, url, { method: 'DELETE', personal: true })
  const left = await send(run, url, { method: 'HEAD', personal: true })
  if (is2xx(deleted) && left.code === 404) return run.report.holds(about, lines.cancelled)
  const found = `${shown(deleted)}, then ${shown(left)}: what the student has taken back lies there until it is old`
  run.report.differs('advice', about, lines.cancelled, found)
}

async function unknown(run: Run, url: string): Promise<void> {
  const end = url.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA'
  const state = await send(run, url.slice(0, -6) + end, { method: 'HEAD' })
  if (state.code === 404) return run.report.holds(about, lines.unknown)
  const level = is2xx(state) ? 'breaks' : 'borne'
  run.report.differs(level, about, lines.unknown, `${shown(state)}: the portal does not begin anew`)
}
