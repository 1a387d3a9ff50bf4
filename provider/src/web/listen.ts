import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { Connections } from '../limits/connections.ts'
import type { Patience } from '../limits/limits.ts'
import { clientAddress } from './client.ts'
import type { WebEnv } from './env.ts'

export interface Listening {
  port: number
  /**
   * Accepts no more connections, lets current requests end within a bounded time, then cuts them.
   */
  stop(): Promise<void>
}

export interface ListenOptions {
  port: number
  host: string | undefined
  patience: Patience
  /** Behind a reverse proxy all connections come from its address: it names those of requests. */
  trustProxy: boolean
}

export async function listen(app: Hono<WebEnv>, options: ListenOptions): Promise<Listening> {
  const { port, host, patience } = options
  const working = new Set<Promise<unknown>>()
  const answer = getRequestListener(async (...request: Parameters<typeof app.fetch>) => {
    const work = Promise.resolve(app.fetch(...request))
    working.add(work)
    return work.finally(() => working.delete(work))
  })
  const server = createServer({
    maxHeaderSize: patience.maxHeaderBytes,
    connectionsCheckingInterval: patience.checkMs,
  })
  server.headersTimeout = patience.headersTimeoutMs
  // Zero means no limit: Connections.cutTheSlow demands progress instead.
  server.requestTimeout = 0
  server.keepAliveTimeout = patience.keepAliveTimeoutMs
  server.maxConnections = patience.maxConnections + patience.maxUnheard
  // One more than allowed, so that the excess is seen: Node silently drops headers beyond this
  // number.
  server.maxHeadersCount = patience.maxHeaders + 1
  server.setTimeout(patience.idleTimeoutMs)

  const connections = new Connections(server, patience, !options.trustProxy)
  server.on('request', (request, response) => {
    if (connections.admit(request, response, clientAddress(request, options)))
      void answer(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async stop() {
      await closeServer(server, connections, patience)
      // Cutting a connection does not end the work on its request: the database must stay open
      // until then.
      await within(patience.stopWorkMs, Promise.allSettled(working))
    },
  }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise(resolve => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}

function closeServer(server: Server, connections: Connections, patience: Patience): Promise<void> {
  return new Promise(resolve => {
    // The delay is for a request whose first bytes are arriving at this moment.
    const quiet = setTimeout(() => sweep(), patience.stopGraceMs)
    const cut = setTimeout(() => server.closeAllConnections(), patience.stopMs)
    let sweeping: NodeJS.Timeout | undefined
    const sweep = () => {
      for (const socket of connections.quiet()) socket.destroy()
      sweeping = setTimeout(sweep, 50)
    }
    server.close(() => {
      for (const timer of [quiet, cut, sweeping]) clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
