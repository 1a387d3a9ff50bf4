import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { type Endpoint, endpoints } from '../shared.ts'
import type { Run } from './ask.ts'
import type { Request } from './caller.ts'
import { type Probe, probe } from './probe.ts'

/** The requests of an upload in parts (draft-ietf-httpbis-resumable-upload). */

const says = (header: string, pattern: RegExp) => (run: Run, endpoint: Endpoint) => {
  const base = run.caller.portal.bases[endpoints[endpoint].base]
  return run.caller.exchanges.some(
    ({ raw, url }) => url.startsWith(base) && pattern.test(raw.header(header) ?? ''),
  )
}
/** Whether the base of a call has announced that it accepts gzip. */
export const announcesGzip = says('Accept-Encoding', /\bgzip\b/i)
/** Whether the base of a call has announced that photographs may come in parts. */
export const announcesParts = says('Upload-Limit', /\bmax-size=\d/)

/** @returns the address of the upload, where one is told */
export async function createUpload(
  run: Run,
  about: string,
  { bytes, gzip, personal = false }: { bytes: number; gzip: boolean; personal?: boolean },
): Promise<{ created: Probe; url: string | undefined }> {
  const url = run.caller.urlOf('uploadDocument')
  const encoding = gzip && { 'Content-Encoding': 'gzip' }
  const headers = { 'Upload-Complete': '?0', 'Upload-Length': String(bytes), ...encoding }
  const created = await probe(run, about, url, { headers, personal })
  const location = created.raw?.header('Location')
  return {
    created,
    url: created.raw?.code === 201 && location ? new URL(location, url).href : undefined,
  }
}

export const partHeaders = (offset: number, isLast: boolean) => ({
  'Content-Type': 'application/partial-upload',
  'Upload-Offset': String(offset),
  'Upload-Complete': isLast ? '?1' : '?0',
})

export const appendPart = (
  offset: number,
  body: Uint8Array<ArrayBuffer>,
  isLast: boolean,
): Request => ({
  ...{ method: 'PATCH', headers: partHeaders(offset, isLast), body, limitMs: 600_000 },
})

export interface CutPart {
  headers: Record<string, string>
  bytes: Uint8Array
  /** As if so many were coming. */
  length: number
  /** For bytes to pass proxies before the connection breaks. */
  underWayMs?: number
}

/** A PATCH whose connection breaks after these bytes. */
export async function cutPart(
  run: Run,
  url: string,
  { headers, bytes, length, underWayMs = 500 }: CutPart,
) {
  const request = url.startsWith('https:') ? requestSecure : requestPlain
  const sent = { ...run.caller.headersFor(url), ...headers, 'Content-Length': String(length) }
  const patch = request(url, { method: 'PATCH', headers: sent, agent: false })
  patch.on('error', () => undefined)
  patch.on('response', response => response.resume())
  await new Promise<void>(done => patch.write(bytes, () => done()))
  await pause(underWayMs)
  patch.destroy()
}
