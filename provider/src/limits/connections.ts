import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Patience } from './limits.ts'
import { Holdings, sharedOut } from './share.rule.ts'
import { type ClientAddress, clientOf, networkOf } from './who.ts'

class Line {
  /** Undefined while a proxy's connection carries no request. */
  network: string | undefined
  readonly responses = new Set<ServerResponse>()
  private bytes = 0
  /** When it last moved: while it sends a body, as much as is demanded. */
  movedAt = performance.now()

  constructor(readonly socket: Socket) {}

  get isSending(): boolean {
    return [...this.responses].some(({ req }) => !req.complete)
  }

  /** A client that waits for our answer is not slow. */
  get isWaiting(): boolean {
    const all = [...this.responses]
    return all.length > 0 && all.every(({ req, headersSent }) => req.complete && !headersSent)
  }

  look(least: number): void {
    if (this.socket.bytesRead - this.bytes < least) return
    this.bytes = this.socket.bytesRead
    this.movedAt = performance.now()
  }
}

/** An upload is worth more than an idle connection that a browser keeps open. */
const byIdleness = (one: Line, other: Line) =>
  Number(one.responses.size > 0) - Number(other.responses.size > 0) || one.movedAt - other.movedAt

/** Tracks connections and their progress: cuts clients that hold a connection without using it. */
export class Connections {
  private readonly lines = new Map<Socket, Line>()
  private readonly holdings = new Holdings()

  constructor(
    server: Server,
    private readonly patience: Patience,
    /** False behind a reverse proxy: there each request tells whose it is. */
    private readonly isDirect: boolean,
  ) {
    server.on('connection', (socket: Socket) => this.open(socket))
    server.on('timeout', (socket: Socket) => {
      if (!this.lines.get(socket)?.isWaiting) socket.destroy()
    })
    const checks = setInterval(() => this.cutTheSlow(), patience.checkMs)
    server.once('close', () => clearInterval(checks))
  }

  private open(socket: Socket): void {
    const line = new Line(socket)
    this.lines.set(socket, line)
    socket.once('close', () => this.forget(line))
    if (!this.isDirect) return
    this.count(line, networkOf(clientOf(socket.remoteAddress ?? '')))
    this.hasRoom(line)
  }

  private forget(line: Line): void {
    this.count(line, undefined)
    this.lines.delete(line.socket)
  }

  /** From now on the connection counts for this network, or for none. */
  private count(line: Line, network: string | undefined): void {
    if (line.network !== undefined) this.holdings.add(line.network, -1)
    line.network = network
    if (network !== undefined) this.holdings.add(network, 1)
  }

  /**
   * Where too many count, the connection of a network beyond its share gives way that has been idle
   * longest. False when all of those wait for an answer, and this one is of such a network.
   */
  private hasRoom(line: Line): boolean {
    const isBeyond = this.holdings.beyond(this.patience.maxConnections * sharedOut)
    if (!isBeyond) return true
    const [idlest] = [...this.lines.values()]
      .filter(other => other !== line && isBeyond(other.network) && !other.isWaiting)
      .sort(byIdleness)
    if (!idlest) return !isBeyond(line.network)
    this.forget(idlest)
    idlest.socket.destroy()
    return true
  }

  /**
   * False when the request must not be answered: it was refused, or its connection is closed.
   * @param address of the client, as a proxy names it
   */
  admit(request: IncomingMessage, response: ServerResponse, address: ClientAddress): boolean {
    const line = this.lines.get(request.socket)
    if (!line) return false
    if (line.responses.size >= this.patience.maxPipelined) {
      request.socket.destroy()
      return false
    }
    line.responses.add(response)
    line.look(0)
    if (!this.isDirect) this.count(line, networkOf(address))
    response.once('close', () => {
      line.responses.delete(response)
      if (!this.isDirect && line.responses.size === 0) this.count(line, undefined)
    })
    if (request.rawHeaders.length / 2 > this.patience.maxHeaders) {
      response.writeHead(431, { Connection: 'close' }).end()
      return false
    }
    if (this.hasRoom(line)) return true
    response.writeHead(503, { 'Retry-After': this.patience.retryAfterSeconds }).end()
    return false
  }

  /** Without a request. Node itself counts a socket that has never carried one as busy. */
  quiet(): Socket[] {
    const lines = [...this.lines.values()].filter(({ responses }) => responses.size === 0)
    return lines.map(({ socket }) => socket)
  }

  /** Demands progress, where Node's limit on the whole time of a request would cut slow uploads. */
  private cutTheSlow(): void {
    const { paceBytes, paceWindowMs } = this.patience
    for (const line of this.lines.values()) {
      line.look(line.isSending ? paceBytes : 1)
      if (line.isSending && performance.now() - line.movedAt >= paceWindowMs) line.socket.destroy()
    }
  }
}
