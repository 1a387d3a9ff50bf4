import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { heldBodies } from './held-bodies.ts'
import type { Patience } from './limits.ts'
import { hasKeptPace, heavyBytes } from './pace.ts'
import { type ClientAddress, clientOf, networkOf } from './who.ts'

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

interface Line {
  /** Undefined while a proxy's connection carries no request. */
  address: ClientAddress | undefined
  exchanges: Set<Exchange>
  /** Bytes received until the start of the current pace window. */
  bytes: number
  since: number
  /** Bytes received at the last check, and the time at which the number last changed. */
  seen: number
  movedAt: number
}

/** Tracks connections and their progress: cuts clients that hold a connection without using it. */
export class Connections {
  private readonly lines = new Map<Socket, Line>()
  private readonly byAddress = new Map<string, Set<Socket>>()
  /** An IPv6 site counts as one network, however many addresses it uses. */
  private readonly byNetwork = new Map<string, Set<Socket>>()
  private readonly pace: NodeJS.Timeout

  constructor(
    server: Server,
    private readonly patience: Patience,
    /** False behind a reverse proxy: there each request tells whose it is. */
    private readonly isDirect: boolean,
  ) {
    server.on('connection', (socket: Socket) => this.open(socket))
    server.on('timeout', (socket: Socket) => {
      // A client that waits for our answer is not slow.
      if (!this.isWaitingForUs(socket)) socket.destroy()
    })
    this.pace = setInterval(() => this.cutTheSlow(performance.now()), patience.checkMs)
    server.once('close', () => clearInterval(this.pace))
  }

  private open(socket: Socket): void {
    const address = this.isDirect ? clientOf(socket.remoteAddress ?? '') : undefined
    const own = this.byAddress.get(address?.key ?? '')?.size ?? 0
    if (own >= this.patience.maxConnectionsPerAddress) return void socket.destroy()
    const now = performance.now()
    if (this.lines.size >= this.patience.maxConnections * 0.75) this.makeRoom(now)
    const line: Line = {
      address: undefined,
      exchanges: new Set(),
      bytes: 0,
      since: now,
      seen: 0,
      movedAt: now,
    }
    this.lines.set(socket, line)
    this.count(socket, line, address)
    socket.once('close', () => this.forget(socket))
  }

  private forget(socket: Socket): void {
    const line = this.lines.get(socket)
    if (line) this.count(socket, line, undefined)
    this.lines.delete(socket)
  }

  /** From now on the connection counts for this client, or for none. */
  private count(socket: Socket, line: Line, address: ClientAddress | undefined): void {
    for (const [map, key] of this.countedIn(line.address)) {
      const own = map.get(key)
      own?.delete(socket)
      if (own?.size === 0) map.delete(key)
    }
    line.address = address
    for (const [map, key] of this.countedIn(address))
      map.set(key, (map.get(key) ?? new Set()).add(socket))
  }

  private countedIn(address: ClientAddress | undefined) {
    if (!address) return []
    return [
      [this.byAddress, address.key],
      [this.byNetwork, networkOf(address)],
    ] as const
  }

  /**
   * The last quarter is for newcomers: the network with the most connections loses the one that has
   * been idle longest.
   */
  private makeRoom(now: number): void {
    let most = new Set<Socket>()
    for (const own of this.byNetwork.values()) if (own.size > most.size) most = own
    const [idlest] = [...most]
      .filter(socket => !this.isWaitingForUs(socket))
      .map(socket => ({
        socket,
        sends: this.isInExchange(socket),
        movedAt: this.lookAt(socket, now),
      }))
      // An upload is worth more than an idle connection that a browser keeps open.
      .sort((one, other) => Number(one.sends) - Number(other.sends) || one.movedAt - other.movedAt)
    if (!idlest) return
    this.forget(idlest.socket)
    idlest.socket.destroy()
  }

  private isInExchange(socket: Socket): boolean {
    return (this.lines.get(socket)?.exchanges.size ?? 0) > 0
  }

  /** When bytes last arrived, as precisely as the checks can tell. */
  private lookAt(socket: Socket, now: number): number {
    const line = this.lines.get(socket)
    if (!line) return now
    if (socket.bytesRead !== line.seen) [line.seen, line.movedAt] = [socket.bytesRead, now]
    return line.movedAt
  }

  /**
   * False when the request must not be answered: it was refused, or its connection is closed.
   * @param address of the client, as a proxy names it
   */
  admit(request: IncomingMessage, response: ServerResponse, address: ClientAddress): boolean {
    const line = this.lines.get(request.socket)
    if (!line) return false
    if (line.exchanges.size >= this.patience.maxPipelined) {
      request.socket.destroy()
      return false
    }
    const exchange = { request, response }
    line.exchanges.add(exchange)
    if (!this.isDirect) this.count(request.socket, line, address)
    response.once('close', () => {
      line.exchanges.delete(exchange)
      if (!this.isDirect && line.exchanges.size === 0) this.count(request.socket, line, undefined)
    })
    if (request.rawHeaders.length / 2 <= this.patience.maxHeaders) return true
    response.writeHead(431, { Connection: 'close' }).end()
    return false
  }

  /**
   * Sockets without a request in progress. Node itself counts a socket that has never carried a
   * request as busy.
   */
  quiet(): Socket[] {
    return [...this.lines]
      .filter(([, { exchanges }]) => exchanges.size === 0)
      .map(([socket]) => socket)
  }

  private isWaitingForUs(socket: Socket): boolean {
    const exchanges = [...(this.lines.get(socket)?.exchanges ?? [])]
    return (
      exchanges.length > 0 &&
      exchanges.every(({ request, response }) => request.complete && !response.headersSent)
    )
  }

  /**
   * Node's own limit on the whole time of a request would cut a slow upload; this one only demands
   * progress.
   */
  private cutTheSlow(now: number): void {
    for (const [socket, line] of this.lines) {
      this.lookAt(socket, now)
      const sending = [...line.exchanges].some(({ request }) => !request.complete)
      const body = heldBodies.of(socket)
      const [moved, ms] = [socket.bytesRead - line.bytes, now - line.since]
      const pace = sending
        ? hasKeptPace(this.patience, {
            moved,
            ms,
            held: body?.kept ?? 0,
            fullness: heldBodies.fullness,
          })
        : 'kept'
      if (pace === 'tooEarly') continue
      if (pace === 'tooSlow') {
        // A phone that lost its network is not an attacker: only large bodies raise the alarm.
        if (body && body.kept >= heavyBytes) body.cut()
        socket.destroy()
      }
      line.since = now
      line.bytes = socket.bytesRead
    }
  }
}
