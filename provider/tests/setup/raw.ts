import { type Agent, type ClientRequest, type OutgoingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'

export interface RawRequest {
  method?: string
  path: string
  headers?: OutgoingHttpHeaders
  /** In pieces it is sent piece by piece. */
  body?: string | Uint8Array | readonly Uint8Array[] | undefined
  /** Of a body that comes slowly. */
  pace?: { bytes: number; everyMs: number } | undefined
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
  const { method = 'GET', path, headers = {}, body, pace, from: localAddress, agent, signal } = asks
  const { hostname, port } = new URL(localAddress ? address.replace('//localhost', '//127.0.0.1') : address)
  const options = { hostname, port, method, path, headers, signal, ...(localAddress && { localAddress }) }
  return new Promise((settle, fail) => {
    const asked = request({ ...options, agent: agent ?? false }, response => {
      const { statusCode = 0, headers } = response
      text(response).then(content => settle({ http: statusCode, headers, text: content }), fail)
    })
    asked.on('error', fail)
    if (pace) return void trickle(asked, Buffer.from(body as string), pace)
    const pieces = Array.isArray(body) ? [...body] : [body]
    const last = pieces.pop()
    for (const piece of pieces) asked.write(piece)
    asked.end(last)
  })
}

async function trickle(asked: ClientRequest, body: Buffer, pace: NonNullable<RawRequest['pace']>): Promise<void> {
  for (let at = 0; at < body.length && !asked.destroyed; at += pace.bytes) {
    await after(pace.everyMs)
    asked.write(body.subarray(at, at + pace.bytes))
  }
  asked.end()
}

export function jsonIn(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return {} // A gateway's own page: its status says enough.
  }
}
