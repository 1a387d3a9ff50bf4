import { isIP } from 'node:net'
import type { Context } from 'hono'
import { addressKey } from '../address.ts'
import type { WebEnv } from './env.ts'

export interface Trust {
  trustProxy: boolean
  publicOrigin: string | undefined
}

/** The address to count by: the socket's, or the last that our own reverse proxy wrote down, with or without a port. */
export function clientAddress(c: Context<WebEnv>, { trustProxy }: Trust): string {
  const own = c.env.incoming.socket.remoteAddress ?? ''
  const forwarded = trustProxy ? (c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '') : ''
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(forwarded)?.[1] ?? forwarded.replace(/^([\d.]+):\d+$/, '$1')
  return addressKey(isIP(bare) ? bare : own)
}

/** Whether the visitor came by TLS, which ends before us: as our own reverse proxy says it. */
export const cameByTls = (c: Context<WebEnv>, { trustProxy }: Trust): boolean =>
  trustProxy && c.req.header('x-forwarded-proto') === 'https'

const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/
const loopbackAddress = /^(::1|(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/

/** A Host header is whatever the client wrote: only this machine's own names are believed. */
export function trustedOrigin(c: Context<WebEnv>, { publicOrigin }: Trust): string | undefined {
  if (publicOrigin) return publicOrigin
  const host = c.req.header('host') ?? ''
  return loopbackHost.test(host) ? `http://${host}` : undefined
}

const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto', 'via']

/**
 * On this machine, not through a proxy, and not from a foreign page whose name was bent to 127.0.0.1. A bare nginx names
 * itself in no header, but speaks HTTP/1.0; a public origin says that there is one.
 */
export function isLoopbackClient(c: Context<WebEnv>, { publicOrigin }: Trust): boolean {
  const { socket, httpVersion } = c.env.incoming
  const isProxied =
    publicOrigin !== undefined || httpVersion === '1.0' || proxyHeaders.some(name => c.req.header(name) !== undefined)
  return loopbackAddress.test(socket.remoteAddress ?? '') && loopbackHost.test(c.req.header('host') ?? '') && !isProxied
}
