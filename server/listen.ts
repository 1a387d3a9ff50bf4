import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
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

  const quietSockets = trackBusy(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : port, stop: () => stop(server, quietSockets) }
}

/** Sockets on which a request is being read or answered; Node itself counts a socket without any request as busy. */
function trackBusy(server: Server): () => Socket[] {
  const requests = new Map<Socket, number>()
  server.on('connection', socket => {
    requests.set(socket, 0)
    socket.once('close', () => requests.delete(socket))
  })
  const change = (socket: Socket, by: number) => {
    const count = requests.get(socket)
    if (count !== undefined) requests.set(socket, count + by)
  }
  server.on('request', ({ socket }, response) => {
    change(socket, 1)
    response.once('close', () => change(socket, -1))
  })
  return () => [...requests].filter(([, count]) => count === 0).map(([socket]) => socket)
}

function stop(server: Server, quietSockets: () => Socket[]): Promise<void> {
  return new Promise(resolve => {
    // The grace is for a request whose first bytes are on their way at this very moment.
    const quiet = setTimeout(() => sweep(), http.stopGraceMs)
    const cut = setTimeout(() => server.closeAllConnections(), http.stopMs)
    let sweeping: NodeJS.Timeout | undefined
    const sweep = () => {
      for (const socket of quietSockets()) socket.destroy()
      sweeping = setTimeout(sweep, 50)
    }
    server.close(() => {
      for (const timer of [quiet, cut, sweeping]) clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
