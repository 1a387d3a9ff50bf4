import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type DocumentType, endpoints, type RawReply } from '../shared.ts'
import { json, quote, type Run } from './ask.ts'
import { photo } from './photos.ts'
import { isSuccess, type Probe, probe } from './probe.ts'
import type { Level } from './report.ts'
import { announcesParts, appendPart, createUpload, cutPart, partHeaders } from './uploads.ts'

/**
 * A photograph in parts, from its creation to the answer that is asked for again
 * (docs/contract.md).
 */

const about = `${endpoints.uploadDocument.path}, in parts`

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

const shown = ({ raw, words, offset, complete }: Probe): string =>
  raw
    ? `${words}, Upload-Offset ${Number.isNaN(offset) ? 'missing' : offset}, Upload-Complete ${complete ?? 'missing'}`
    : words

export async function checkParts(
  run: Run,
  person: { matricule: string; type: DocumentType },
  gzip: boolean,
) {
  const { report, caller } = run
  if (!announcesParts(run, 'uploadDocument')) {
    const found =
      'no answer carries Upload-Limit: a photo whose connection breaks is sent again from its beginning'
    return report.differs('advice', about, lines.announced, found)
  }
  report.holds(about, lines.announced)
  const body = { ...person, image: await photo(1) }
  const plain = await caller.call('uploadDocument', body).catch(() => undefined)
  const text = Buffer.from(JSON.stringify(body))
  const bytes = new Uint8Array(gzip ? gzipSync(text) : text)
  const url = await create(run, bytes.length, gzip)
  if (!url) return
  const upload = new Upload(run, url, bytes)
  if (!(await upload.isTold(0))) return
  const third = Math.floor(bytes.length / 3)
  await upload.append(third)
  await upload.cut(third)
  await upload.mistake()
  await upload.finish(plain)
  await upload.repeat(plain)
  await cancel(run, bytes.length, gzip)
  const end = url.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA'
  const none = await probe(run, about, url.slice(0, -6) + end, { method: 'HEAD' })
  const level = isSuccess(none) ? 'breaks' : 'borne'
  const fault = none.raw?.code !== 404 && `${shown(none)}: the portal does not begin anew`
  report.judge(level, about, lines.unknown, fault)
}

async function create(run: Run, bytes: number, gzip: boolean): Promise<string | undefined> {
  const { created, url } = await createUpload(run, about, { bytes, gzip, personal: true })
  const location = created.raw?.header('Location') ?? 'missing'
  const holds = url && created.complete === '?0'
  const fault = !holds && `${shown(created)}, Location ${location}: the portal sends photos whole`
  run.report.judge('borne', about, lines.created, fault)
  return holds ? url : undefined
}

class Upload {
  private offset = 0

  constructor(
    private readonly run: Run,
    private readonly url: string,
    private readonly bytes: Uint8Array<ArrayBuffer>,
  ) {}

  private head = () => probe(this.run, about, this.url, { method: 'HEAD', personal: true })

  private patch(offset: number, end: number, isLast: boolean): Promise<Probe> {
    const part = appendPart(offset, this.bytes.subarray(offset, end), isLast)
    return probe(this.run, about, this.url, { ...part, personal: true })
  }

  private judge(level: Level, line: keyof typeof lines, fault: string | false): void {
    this.run.report.judge(level, about, lines[line], fault)
  }

  async isTold(expected: number): Promise<boolean> {
    const state = await this.head()
    const length = state.raw?.header('Upload-Length')
    const isWhole = length === String(this.bytes.length)
    const holds =
      isSuccess(state) && state.offset === expected && state.complete === '?0' && isWhole
    const found = `${shown(state)}, Upload-Length ${length ?? 'missing'}: the portal cannot go on`
    this.judge('breaks', 'told', !holds && found)
    return holds
  }

  async append(size: number): Promise<void> {
    const end = this.offset + size
    const state = await this.patch(this.offset, end, false)
    const holds = isSuccess(state) && state.complete === '?0' && state.offset === end
    this.judge('breaks', 'appended', !holds && shown(state))
    this.offset = end
  }

  async cut(size: number): Promise<void> {
    const end = this.offset + size
    await cutPart(this.run, this.url, {
      headers: partHeaders(this.offset, true),
      bytes: this.bytes.subarray(this.offset, end),
      length: this.bytes.length - this.offset,
    })
    let state = await this.head()
    for (let again = 0; again < 3 && state.offset !== end; again += 1) {
      await pause(500)
      state = await this.head()
    }
    const { offset } = state
    const some = `${offset - this.offset} of ${size} bytes: the portal sends the others again`
    const hole = `${shown(state)}, though ${end} bytes have been sent: the photo would have a hole`
    if (offset >= this.offset && offset <= end) this.judge('borne', 'kept', offset < end && some)
    else this.judge('breaks', 'kept', hole)
    if (offset >= 0) this.offset = Math.min(offset, end)
  }

  async mistake(): Promise<void> {
    const state = await this.patch(this.offset - 10, this.offset, false)
    const holds = state.raw?.code === 409 && state.offset === this.offset
    if (isSuccess(state))
      this.judge('breaks', 'refused', `${shown(state)}: the photo is damaged, and nobody is told`)
    else this.judge('borne', 'refused', !holds && `${shown(state)}: the portal has to ask for it`)
  }

  async finish(plain: RawReply | undefined): Promise<void> {
    const state = await this.patch(this.offset, this.bytes.length, true)
    const found = `${shown(state)} in place of HTTP ${plain?.code} ${quote(plain?.text ?? '')}`
    this.judge('breaks', 'answered', !this.isAnswer(state, plain) && found)
  }

  async repeat(plain: RawReply | undefined): Promise<void> {
    const state = await this.patch(this.bytes.length, this.bytes.length, true)
    const holds = this.isAnswer(state, plain) && (await this.head()).complete === '?1'
    this.judge('borne', 'repeated', !holds && `${shown(state)}: all of the photo comes again`)
  }

  private isAnswer({ complete, raw }: Probe, plain: RawReply | undefined): boolean {
    const same = JSON.stringify(json(raw?.text ?? '')) === JSON.stringify(json(plain?.text ?? ''))
    return raw?.code === plain?.code && same && complete === '?1'
  }
}

async function cancel(run: Run, bytes: number, gzip: boolean): Promise<void> {
  const url = await create(run, bytes, gzip)
  if (!url) return
  const deleted = await probe(run, about, url, { method: 'DELETE', personal: true })
  const left = await probe(run, about, url, { method: 'HEAD', personal: true })
  const found = `${shown(deleted)}, then ${shown(left)}: what the student has taken back lies there until it is old`
  run.report.judge(
    'advice',
    about,
    lines.cancelled,
    !(isSuccess(deleted) && left.raw?.code === 404) && found,
  )
}
