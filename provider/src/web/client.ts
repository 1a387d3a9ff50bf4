import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Context } from 'hono'
import { bodyBytes, http } from '../limits/limits.ts'
import { type ClientAddress, clientOf } from '../limits/who.ts'
import type { WebEnv } from './env.ts'

export interface Trust {
  trustProxy: boolean
  publicOrigin: string | undefined
}

/**
 * The address to count by: the socket's, or the last one that our reverse proxy wrote, with or
 * without a port.
 */
export function clientAddress(
  { socket, headers }: IncomingMessage,
  { trustProxy }: Pick<Trust, 'trustProxy'>,
): ClientAddress {
  const own = socket.remoteAddress ?? ''
  const said = [headers['x-forwarded-for'] ?? ''].flat().join(',')
  const forwarded = trustProxy ? (said.split(',').at(-1)?.trim() ?? '') : ''
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(forwarded)?.[1] ?? forwarded.replace(/^([\d.]+):\d+$/, '$1')
  return clientOf(isIP(bare) ? bare : own)
}

/** Of the greatest body, at the lowest pace. */
const longestMs = Math.ceil(bodyBytes.upload / http.paceBytes) * http.paceWindowMs

/**
 * When the request began to come. Our reverse proxy keeps a body until it is whole, and asks
 * another process when one is gone: so it says when that was, in seconds since 1970. @param given
 * `X-Request-Start`
 */
export function startOf(given: string | undefined, now: Date): Date {
  const [, seconds] = /^t=(\d{1,12}\.\d{3})$/.exec(given ?? '') ?? []
  const waited = now.getTime() - Number(seconds) * 1000
  return waited > 0 && waited <= longestMs ? new Date(now.getTime() - waited) : now
}

/** Whether the visitor used TLS, which ends at our reverse proxy: the proxy says so in a header. */
export const cameByTls = (c: Context<WebEnv>, { trustProxy }: Trust): boolean =>
  trustProxy && c.req.header('x-forwarded-proto') === 'https'

const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/

/**
 * The origin of links. A client may write any Host header, and the link may stand in another
 * person's SMS: behind a proxy only the setting counts, and without one only the names of this
 * machine.
 */
export function trustedOrigin(
  c: Context<WebEnv>,
  { publicOrigin, trustProxy }: Trust,
): string | undefined {
  if (publicOrigin || trustProxy) return publicOrigin
  const host = c.req.header('host') ?? ''
  return loopbackHost.test(host) ? `http://${host}` : undefined
}
