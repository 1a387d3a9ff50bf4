import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressKey } from './address.ts'
import type { Patience } from './limits.ts'

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

interface Line {
  exchanges: Set<Exchange>
  /** Bytes that had come at the start of the pace's present window. */
  bytes: number
  since: number
}

/** Who is connected and what moves: cuts clients that hold a connection without using it. */
export class Connections {
  private readonly lines = new Map<Socket, Line>()
  private readonly byAddress = new Map<string, number>()
  private readonly pace: NodeJS.Timeout

  constructor(
    server: Server,
    private readonly patience: Patience,
    private readonly countAddresses: boolean,
  ) {
    server.on('connection', (socket: Socket) => this.open(socket))
    server.on('timeout', (socket: Socket) => {
      // A client that waits for us is not the one who is slow.
      if (!this.isWaitingForUs(socket)) socket.destroy()
    })
    this.pace = setInterval(() => this.cutTheSlow(performance.now()), patience.checkMs)
    server.once('close', () => clearInterval(this.pace))
  }

  private open(socket: Socket): void {
    const key = addressKey(socket.remoteAddress ?? '')
    const count = (this.byAddress.get(key) ?? 0) + 1
    if (this.countAddresses && count > this.patience.maxConnectionsPerAddress) return void socket.destroy()
    this.byAddress.set(key, count)
    this.lines.set(socket, { exchanges: new Set(), bytes: 0, since: performance.now() })
    socket.once('close', () => {
      this.lines.delete(socket)
      const left = (this.byAddress.get(key) ?? 1) - 1
      if (left > 0) this.byAddress.set(key, left)
      else this.byAddress.delete(key)
    })
  }

  /** False when the request is not to be answered: it was refused, or its connection is gone. */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const line = this.lines.get(request.socket)
    if (!line) return false
    if (line.exchanges.size >= this.patience.maxPipelined) {
      request.socket.destroy()
      return false
    }
    const exchange = { request, response }
    line.exchanges.add(exchange)
    response.once('close', () => line.exchanges.delete(exchange))
    if (request.rawHeaders.length / 2 <= this.patience.maxHeaders) return true
    response.writeHead(431, { Connection: 'close' }).end()
    return false
  }

  /** Sockets on which no request is being read or answered; Node itself counts one without any request as busy. */
  quiet(): Socket[] {
    return [...this.lines].filter(([, { exchanges }]) => exchanges.size === 0).map(([socket]) => socket)
  }

  private isWaitingForUs(socket: Socket): boolean {
    const exchanges = [...(this.lines.get(socket)?.exchanges ?? [])]
    return exchanges.length > 0 && exchanges.every(({ request, response }) => request.complete && !response.headersSent)
  }

  /** Node's own limit on a request's whole time would cut a slow upload that moves; this one asks that it moves. */
  private cutTheSlow(now: number): void {
    for (const [socket, line] of this.lines) {
      const sending = [...line.exchanges].some(({ request }) => !request.complete)
      if (sending && now - line.since < this.patience.paceWindowMs) continue
      if (sending && socket.bytesRead - line.bytes < this.patience.paceBytes) socket.destroy()
      line.since = now
      line.bytes = socket.bytesRead
    }
  }
}
