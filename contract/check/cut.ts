import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'

export interface CutRequest {
  headers: Record<string, string>
  bytes: Uint8Array
  /** As if so many were coming. */
  length: number
  /** For bytes to pass proxies before the connection breaks. */
  underWayMs?: number
}

/** A PATCH whose connection breaks after these bytes. */
export async function sendCut(url: string, { headers, bytes, length, underWayMs = 500 }: CutRequest): Promise<void> {
  const request = url.startsWith('https:') ? requestSecure : requestPlain
  const sent = { ...headers, 'Content-Length': String(length) }
  const patch = request(url, { method: 'PATCH', headers: sent, agent: false })
  patch.on('error', () => undefined)
  patch.on('response', response => response.resume())
  await new Promise<void>(done => patch.write(bytes, () => done()))
  await pause(underWayMs)
  patch.destroy()
}
