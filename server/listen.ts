import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { http } from './limits.ts'
import type { WebEnv } from './web/env.ts'

export interface Listening {
  port: number
  /** Takes no more connections, lets what is under way end within a bounded time, then cuts it. */
  stop(): Promise<void>
}

export async function listen(app: Hono<WebEnv>, port: number, host: string | undefined): Promise<Listening> {
  const server = createServer(
    { maxHeaderSize: http.maxHeaderBytes, connectionsCheckingInterval: 5_000 },
    getRequestListener(app.fetch, { overrideGlobalObjects: false }),
  )
  server.headersTimeout = http.headersTimeoutMs
  server.requestTimeout = http.requestTimeoutMs
  server.keepAliveTimeout = http.keepAliveTimeoutMs
  server.maxConnections = http.maxConnections
  server.setTimeout(http.idleTimeoutMs)

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : port, stop: () => stop(server) }
}

function stop(server: Server): Promise<void> {
  return new Promise(resolve => {
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    const cut = setTimeout(() => server.closeAllConnections(), http.stopMs)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
