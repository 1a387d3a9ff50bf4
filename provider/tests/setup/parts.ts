import type { OutgoingHttpHeaders } from 'node:http'
import { expect } from 'vitest'
import { startBody } from './line.ts'
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

/** A part of which so many bytes have been written. */
export const startPart = (
  { address }: At,
  path: string,
  offset: number,
  rest: Uint8Array,
  came: number,
  isLast = true,
) => startBody(address, path, rest, came, { method: 'PATCH', headers: patchHeaders(offset, isLast) })
