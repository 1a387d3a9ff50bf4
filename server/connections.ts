import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ClientAddress, clientOf, networkOf } from './address.ts'
import { heldBodies } from './held-bodies.ts'
import type { Patience } from './limits.ts'
import { hasKeptPace, heavyBytes } from './pace.ts'

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

interface Line {
  address: ClientAddress
  exchanges: Set<Exchange>
  /** Bytes that had come at the start of the pace's present window. */
  bytes: number
  since: number
  /** Bytes that had come when it was last looked at, and when more had. */
  seen: number
  movedAt: number
}

/** Who is connected and what moves: cuts clients that hold a connection without using it. */
export class Connections {
  private readonly lines = new Map<Socket, Line>()
  private readonly byAddress = new Map<string, Set<Socket>>()
  /** An IPv6 site is one of them, however many addresses it takes. */
  private readonly byNetwork = new Map<string, Set<Socket>>()
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
    const address = clientOf(socket.remoteAddress ?? '')
    const own = this.byAddress.get(address.key) ?? new Set()
    if (this.countAddresses && own.size >= this.patience.maxConnectionsPerAddress) return void socket.destroy()
    const now = performance.now()
    if (this.countAddresses && this.lines.size >= this.patience.maxConnections * 0.75) this.makeRoom(now)
    for (const [map, key] of this.countedIn(address)) map.set(key, (map.get(key) ?? new Set()).add(socket))
    this.lines.set(socket, { address, exchanges: new Set(), bytes: 0, since: now, seen: 0, movedAt: now })
    socket.once('close', () => this.forget(socket))
  }

  private forget(socket: Socket): void {
    const address = this.lines.get(socket)?.address
    if (!address) return
    this.lines.delete(socket)
    for (const [map, key] of this.countedIn(address)) {
      const own = map.get(key)
      own?.delete(socket)
      if (own?.size === 0) map.delete(key)
    }
  }

  private countedIn(address: ClientAddress) {
    return [
      [this.byAddress, address.key],
      [this.byNetwork, networkOf(address)],
    ] as const
  }

  /** The last quarter is for newcomers: whoever has the most connections loses the one on which nothing moved for longest. */
  private makeRoom(now: number): void {
    let most = new Set<Socket>()
    for (const own of this.byNetwork.values()) if (own.size > most.size) most = own
    const [idlest] = [...most]
      .filter(socket => !this.isWaitingForUs(socket))
      .map(socket => ({ socket, sends: this.isInExchange(socket), movedAt: this.lookAt(socket, now) }))
      // A photograph on its way is worth more than a connection that a browser only keeps.
      .sort((one, other) => Number(one.sends) - Number(other.sends) || one.movedAt - other.movedAt)
    if (!idlest) return
    this.forget(idlest.socket)
    idlest.socket.destroy()
  }

  private isInExchange(socket: Socket): boolean {
    return (this.lines.get(socket)?.exchanges.size ?? 0) > 0
  }

  /** When something last came on it, as far as anybody has looked. */
  private lookAt(socket: Socket, now: number): number {
    const line = this.lines.get(socket)
    if (!line) return now
    if (socket.bytesRead !== line.seen) [line.seen, line.movedAt] = [socket.bytesRead, now]
    return line.movedAt
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
      this.lookAt(socket, now)
      const sending = [...line.exchanges].some(({ request }) => !request.complete)
      const body = heldBodies.of(socket)
      const [moved, ms] = [socket.bytesRead - line.bytes, now - line.since]
      const pace = sending
        ? hasKeptPace(this.patience, { moved, ms, held: body?.kept ?? 0, fullness: heldBodies.fullness })
        : 'kept'
      if (pace === 'tooEarly') continue
      if (pace === 'tooSlow') {
        // A phone that lost its network is no attack.
        if (body && body.kept >= heavyBytes) body.cut()
        socket.destroy()
      }
      line.since = now
      line.bytes = socket.bytesRead
    }
  }
}
