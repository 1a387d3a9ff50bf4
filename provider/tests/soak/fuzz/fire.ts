import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { Shot } from './bodies.ts'

export interface Hit {
  http: number
  media: string
  text: string
}

/** One request on a connection of its own; a connection that is cut without an answer fails. */
export function fire(address: string, { path, body, media, coding, address: client }: Shot): Promise<Hit> {
  const { port } = new URL(address)
  const bytes = coding === 'gzip' ? gzipSync(body) : body
  const named = coding === 'gzip' || coding === 'called gzip' ? 'gzip' : coding === 'br' ? 'br' : undefined
  const headers = {
    'x-forwarded-for': client,
    ...(media !== '' && { 'content-type': media }),
    ...(named !== undefined && { 'content-encoding': named }),
    ...(coding === 'chunked' ? { 'transfer-encoding': 'chunked' } : { 'content-length': bytes.length }),
  }
  return new Promise((settle, fail) => {
    const asked = request({ host: '127.0.0.1', port, method: 'POST', path, headers, agent: false }, response => {
      text(response).then(content => {
        const type = response.headers['content-type'] ?? ''
        settle({ http: response.statusCode ?? 0, media: type, text: content })
      }, fail)
    })
    asked.once('error', fail)
    if (coding === 'chunked') asked.write(bytes.subarray(0, bytes.length >> 1))
    asked.end(coding === 'chunked' ? bytes.subarray(bytes.length >> 1) : bytes)
  })
}
