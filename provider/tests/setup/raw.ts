import { type Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface RawRequest {
  method?: string
  path: string
  headers?: OutgoingHttpHeaders
  /** In pieces it is sent piece by piece. */
  body?: string | Uint8Array | readonly Uint8Array[] | undefined
  /** Another address of this machine, all of 127/8. */
  from?: string | undefined
  agent?: Agent
  signal?: AbortSignal | undefined
}

export interface RawReply {
  http: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/**
 * A request as written: fetch would edit the path, refuse the Host header and unpack the answer.
 */
export function requestRaw(address: string, asks: RawRequest): Promise<RawReply> {
  const { method = 'GET', path, headers = {}, body, from: localAddress, agent, signal } = asks
  const { hostname, port } = new URL(localAddress ? address.replace('//localhost', '//127.0.0.1') : address)
  const options = { hostname, port, method, path, headers, signal, ...(localAddress && { localAddress }) }
  return new Promise((settle, fail) => {
    const asked = request({ ...options, agent: agent ?? false }, response => {
      const { statusCode = 0, headers } = response
      text(response).then(content => settle({ http: statusCode, headers, text: content }), fail)
    })
    asked.once('error', fail)
    const pieces = Array.isArray(body) ? [...body] : [body]
    const last = pieces.pop()
    for (const piece of pieces) asked.write(piece)
    asked.end(last)
  })
}

export function jsonIn(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return {} // A gateway's own page: its status says enough.
  }
}
