import { isIP } from 'node:net'
import type { Context } from 'hono'
import { type ClientAddress, clientOf } from '../address.ts'
import type { WebEnv } from './env.ts'

export interface Trust {
  trustProxy: boolean
  publicOrigin: string | undefined
}

/** The address to count by: the socket's, or the last that our own reverse proxy wrote down, with or without a port. */
export function clientAddress(c: Context<WebEnv>, { trustProxy }: Trust): ClientAddress {
  const own = c.env.incoming.socket.remoteAddress ?? ''
  const forwarded = trustProxy ? (c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '') : ''
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(forwarded)?.[1] ?? forwarded.replace(/^([\d.]+):\d+$/, '$1')
  return clientOf(isIP(bare) ? bare : own)
}

/** Whether the visitor came by TLS, which ends before us: as our own reverse proxy says it. */
export const cameByTls = (c: Context<WebEnv>, { trustProxy }: Trust): boolean =>
  trustProxy && c.req.header('x-forwarded-proto') === 'https'

const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/

/**
 * What links begin with. A Host header is whatever the client wrote, and stands in the SMS of somebody else: behind a
 * proxy only the setting counts, and without one no other name than this machine's own.
 */
export function trustedOrigin(c: Context<WebEnv>, { publicOrigin, trustProxy }: Trust): string | undefined {
  if (publicOrigin || trustProxy) return publicOrigin
  const host = c.req.header('host') ?? ''
  return loopbackHost.test(host) ? `http://${host}` : undefined
}
