import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { carry } from './connection.ts'
import { Pace } from './pace.ts'
import type { Piece, Request } from './requests.ts'

export interface Shape {
  /** One way, in milliseconds. */
  delay: number
  /** Bytes per second towards the server and back, shared by all connections; 0 hangs, Infinity is the machine's own. */
  up: number
  down: number
  /** `gone` refuses connections and cuts those that are open; `captive` answers every request itself, with a page. */
  network: 'there' | 'gone' | 'captive'
  /** Round trips that the look-up of the server's name costs the first connection, and whoever waits with it. */
  lookup: number
  /** Round trips before a connection's first byte: one for TCP, one more for TLS 1.3. */
  handshake: number
  /** Slow start: bytes that a new connection may have under way; Infinity is a connection that knows no doubt. */
  firstWindow: number
  /** How long a connection lives before it is cut, in milliseconds. */
  life: number
  /** Bytes of one request's body that pass before its connection is cut. */
  carries: number
}

const free = Number.POSITIVE_INFINITY

export const clear: Shape = {
  delay: 0,
  up: free,
  down: free,
  network: 'there',
  lookup: 0,
  handshake: 0,
  firstWindow: free,
  life: free,
  carries: free,
}

/** Is told of every byte that has arrived, and of which request it is. */
export type Observer = (request: Request, bytes: Buffer, direction: 'up' | 'down') => void

export interface Sent {
  /** When its first bytes came from the browser. */
  at: number
  request: Request
  /** Bytes of its body that have come. */
  arrived: number
  /** How its body begins, as it went over the wire. */
  opening: Buffer
}

interface Cut {
  /** Tried on "POST /2021/v1/etudiant/files/upload". */
  on: RegExp
  /** `body`: half of the body has passed. `answer`: the server has everything, and its first byte comes back. */
  at: 'body' | 'answer'
}

/** Of a body, enough to tell what it is about. */
const openingBytes = 512

const page = '<!doctype html><title>Wi-Fi</title><form>Achetez un forfait</form>'
const portalAnswer = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\n\r\n${page}`

/** A bad network in front of a server. It lies below the browser, so that page and worker feel it alike. */
export class Link {
  /** Every request that the browser has begun to send. */
  readonly journal: Sent[] = []
  readonly #target: number
  readonly #observe: Observer | undefined
  readonly #up = new Pace()
  readonly #down = new Pace()
  /** How to end each open connection, and the timer that will. */
  readonly #open = new Map<() => void, NodeJS.Timeout | undefined>()
  readonly #cuts: (Cut & { done(): void })[] = []
  #shape: Shape = clear
  #named: Promise<void> | undefined
  #server: Server | undefined
  #port = 0

  /** @param target the port that the server listens on, on this machine */
  constructor(target: number, observe?: Observer) {
    this.#target = target
    this.#observe = observe
  }

  get url(): string {
    return `http://localhost:${this.#port}`
  }

  /** On the same port as before after a `stop()`. */
  async start(): Promise<this> {
    const server = createServer({ allowHalfOpen: true }, socket => {
      const end = carry(socket, this.#target, {
        up: this.#up,
        down: this.#down,
        delay: () => this.#shape.delay,
        opened: () => this.#opened(),
        firstWindow: () => this.#shape.firstWindow,
        captiveAnswer: () => (this.#shape.network === 'captive' ? portalAnswer : undefined),
        carries: () => this.#shape.carries,
        takeCut: (request, at) => this.#takeCut(request, at),
        note: piece => this.#note(piece),
        carried: (request, bytes, direction) => this.#observe?.(request, bytes, direction),
      })
      this.#open.set(end, this.#lifeOf(end))
      socket.once('close', () => {
        clearTimeout(this.#open.get(end))
        this.#open.delete(end)
      })
    })
    server.listen(this.#port, 'localhost')
    await once(server, 'listening')
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
    return this
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (!server) return
    const closed = once(server, 'close')
    server.close()
    this.dropAll()
    await closed
  }

  /** Cuts every open connection, as a phone that changes its cell does. */
  dropAll(): void {
    for (const end of [...this.#open.keys()]) end()
  }

  /** Cuts every connection and forgets the server's name: the next visit begins as a phone's first. */
  forget(): void {
    this.dropAll()
    this.#named = undefined
  }

  /** What is not named stays as it is. Bytes that are under way feel it at once, and a new life begins for connections. */
  async set(change: Partial<Shape>): Promise<void> {
    const before = this.#shape.network
    this.#shape = { ...this.#shape, ...change }
    if (change.life !== undefined) {
      for (const [end, death] of this.#open) {
        clearTimeout(death)
        this.#open.set(end, this.#lifeOf(end))
      }
    }
    this.#up.setRate(this.#shape.up)
    this.#down.setRate(this.#shape.down)
    if (this.#shape.network === before) return
    if (this.#shape.network === 'gone') await this.stop()
    else if (before === 'gone') await this.start()
  }

  /** Cuts the next request that fits, once. Resolves when that has happened. */
  cut(on: RegExp, at: Cut['at']): Promise<void> {
    return new Promise(done => this.#cuts.push({ on, at, done }))
  }

  /** Takes back the cuts that nothing has met. */
  cutNothing(): void {
    this.#cuts.length = 0
  }

  #lifeOf(end: () => void): NodeJS.Timeout | undefined {
    const { life } = this.#shape
    return life < free ? setTimeout(end, life) : undefined
  }

  async #opened(): Promise<void> {
    const { delay, lookup, handshake } = this.#shape
    if (lookup > 0) {
      this.#named ??= after(2 * delay * lookup)
      await this.#named
    }
    if (handshake > 0) await after(2 * delay * handshake)
  }

  #takeCut({ method, path }: Request, at: Cut['at']): boolean {
    const index = this.#cuts.findIndex(cut => cut.at === at && cut.on.test(`${method} ${path}`))
    const [cut] = index < 0 ? [] : this.#cuts.splice(index, 1)
    cut?.done()
    return cut !== undefined
  }

  #note({ request, arrived, bytes }: Piece): void {
    const entry = this.journal.findLast(known => known.request === request)
    if (!entry) this.journal.push({ at: Date.now(), request, arrived, opening: Buffer.alloc(0) })
    else {
      entry.arrived = arrived
      if (entry.opening.length === 0) entry.opening = Buffer.from(bytes.subarray(0, openingBytes))
    }
  }
}
