import { type OutgoingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { TestServer } from './server.ts'

/** Of draft-ietf-httpbis-resumable-upload, as a client sees it. */
export interface PartReply {
  http: number
  offset: number | undefined
  complete: boolean | undefined
  length: number | undefined
  headers: Record<string, string | string[] | undefined>
  text: string
  json: Record<string, unknown>
}

export interface PartRequest {
  path: string
  method?: string
  headers?: OutgoingHttpHeaders
  body?: Uint8Array | string
  /** Of this machine, all of 127/8. */
  from?: string
}

type At = Pick<TestServer, 'address'>

export function askPart(
  { address }: At,
  { path, method = 'POST', headers = {}, body, from }: PartRequest,
): Promise<PartReply> {
  const { hostname, port } = new URL(address)
  const sent = { 'content-length': body === undefined ? 0 : Buffer.byteLength(body), ...headers }
  return new Promise((settle, fail) => {
    const asked = request(
      { hostname, port, method, path, agent: false, headers: sent, ...(from && { localAddress: from }) },
      response => {
        text(response).then(content => {
          const number = (name: string) => {
            const value = response.headers[name]
            return value === undefined ? undefined : Number(value)
          }
          const complete = response.headers['upload-complete']
          settle({
            http: response.statusCode ?? 0,
            offset: number('upload-offset'),
            length: number('upload-length'),
            complete: complete === undefined ? undefined : complete === '?1',
            headers: response.headers,
            text: content,
            json: content === '' ? {} : JSON.parse(content),
          })
        }, fail)
      },
    )
    asked.once('error', fail)
    asked.end(body)
  })
}

export interface Creation {
  length?: number
  content?: Uint8Array
  gzip?: boolean
  headers?: OutgoingHttpHeaders
  from?: string
}

export const uploadPath = '/2021/v1/etudiant/files/upload'

export const tryCreate = (server: At, { length, content, gzip, headers, from }: Creation, path = uploadPath) =>
  askPart(server, {
    path,
    ...(from && { from }),
    ...(content && { body: content }),
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
  { isLast = false, headers = {}, from }: { isLast?: boolean; headers?: OutgoingHttpHeaders; from?: string } = {},
) =>
  askPart(server, {
    path,
    method: 'PATCH',
    body,
    ...(from && { from }),
    headers: { ...patchHeaders(offset, isLast), ...headers },
  })

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
  const hundred = Array.from({ length: 100 }, (_, nth) => nth)
  for (let nth = 0; nth < 10; nth += 1) {
    const [at, end] = [nth * part, Math.min(text.length, (nth + 1) * part)]
    expect(await append(server, path, at, text.subarray(at, end), { from })).toMatchObject({ http: 204, offset: end })
    for (let created = 0; created < creations / 10; created += hundred.length)
      await Promise.all(
        hundred.map(one => tryCreate(server, { length: 900_000, from, ...(one % 2 && { content: Buffer.from('x') }) })),
      )
  }
  expect(await ask(server, path, text.length)).toMatchObject({ http: 200, complete: true, json: { status: 1 } })
}
