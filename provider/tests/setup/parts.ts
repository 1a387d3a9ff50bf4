import type { OutgoingHttpHeaders } from 'node:http'
import { expect } from 'vitest'
import { type RawRequest, requestRaw } from './raw.ts'
import type { TestServer } from './server.ts'

/** draft-ietf-httpbis-resumable-upload, as a client sees it. */

type At = Pick<TestServer, 'address'>
type From = Pick<RawRequest, 'from' | 'headers'>

export async function askPart({ address }: At, { method = 'POST', headers, ...asks }: RawRequest) {
  const length = asks.body === undefined ? 0 : Buffer.byteLength(asks.body as Uint8Array)
  const reply = await requestRaw(address, { method, headers: { 'content-length': length, ...headers }, ...asks })
  const said = (name: string) => (reply.headers[name] === undefined ? undefined : String(reply.headers[name]))
  const number = (name: string) => (said(name) === undefined ? undefined : Number(said(name)))
  const complete = said('upload-complete')
  const json: Record<string, unknown> = reply.text === '' ? {} : JSON.parse(reply.text)
  return {
    ...reply,
    json,
    offset: number('upload-offset'),
    length: number('upload-length'),
    complete: complete === undefined ? undefined : complete === '?1',
  }
}

interface Creation extends From {
  length?: number
  content?: Uint8Array
  gzip?: boolean
}

export const uploadPath = '/2021/v1/etudiant/files/upload'

export const tryCreate = (server: At, { length, content, gzip, headers, from }: Creation, path = uploadPath) =>
  askPart(server, {
    path,
    from,
    body: content,
    headers: {
      'content-type': 'application/json',
      ...(gzip && { 'content-encoding': 'gzip' }),
      'upload-complete': '?0',
      ...(length !== undefined && { 'upload-length': length }),
      ...headers,
    },
  })

/** The address of a new upload. */
export async function create(server: At, creation: Creation, path?: string): Promise<string> {
  const reply = await tryCreate(server, creation, path)
  expect(reply).toMatchObject({ http: 201, complete: false, offset: creation.content?.length ?? 0 })
  return String(reply.headers.location)
}

export const state = (server: At, path: string) => askPart(server, { path, method: 'HEAD' })
export const giveUp = (server: At, path: string) => askPart(server, { path, method: 'DELETE' })

export const patchHeaders = (offset: number, isLast: boolean) => ({
  'Content-Type': 'application/partial-upload',
  'upload-offset': String(offset),
  'upload-complete': isLast ? '?1' : '?0',
})

export const append = (
  server: At,
  path: string,
  offset: number,
  body: Uint8Array,
  { isLast = false, headers, from }: From & { isLast?: boolean } = {},
) => askPart(server, { path, method: 'PATCH', body, from, headers: { ...patchHeaders(offset, isLast), ...headers } })

/** Asks once more for the answer to what has come whole. */
export const ask = (server: At, path: string, offset: number, headers: OutgoingHttpHeaders = {}) =>
  append(server, path, offset, new Uint8Array(), { isLast: true, headers })

/** A student's photograph goes in ten parts; between them its address creates uploads that never end. */
export async function sendBesideFlood(
  server: At,
  { text, from, creations }: { text: Buffer; from: string; creations: number },
): Promise<void> {
  const path = await create(server, { length: text.length, from })
  const part = Math.ceil(text.length / 10)
  const flood = (one: number) =>
    tryCreate(server, { length: 900_000, from, ...(one % 2 && { content: Buffer.from('x') }) })
  for (let nth = 0; nth < 10; nth += 1) {
    const [at, end] = [nth * part, Math.min(text.length, (nth + 1) * part)]
    expect(await append(server, path, at, text.subarray(at, end), { from })).toMatchObject({ http: 204, offset: end })
    for (let created = 0; created < creations / 10; created += 100)
      await Promise.all(Array.from({ length: 100 }, (_, one) => flood(one)))
  }
  expect(await ask(server, path, text.length)).toMatchObject({ http: 200, complete: true, json: { status: 1 } })
}
