import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection on which a test writes every byte itself. */
export class Line {
  private text = ''
  private paused = false
  private readonly closed: Promise<void>

  private constructor(private readonly socket: Socket) {
    socket.on('data', chunk => {
      this.text += chunk.toString('latin1')
    })
    // A reset is one of the ways in which the other side ends.
    socket.on('error', () => undefined)
    this.closed = new Promise(resolve => socket.once('close', () => resolve()))
  }

  /** @param from another address of this machine, all of 127/8 */
  static async open(address: string, from = '127.0.0.1'): Promise<Line> {
    const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1', localAddress: from })
    await once(socket, 'connect')
    return new Line(socket)
  }

  get received(): string {
    return this.text
  }

  get isOpen(): boolean {
    return !this.socket.destroyed
  }

  /** Until the other side has ended the connection. */
  ended(): Promise<void> {
    return this.closed
  }

  /** False once the other side has gone. */
  async write(bytes: string | Uint8Array): Promise<boolean> {
    if (!this.socket.writable) return false
    return new Promise(done => this.socket.write(bytes, error => done(!error)))
  }

  /**
   * Writes a piece at a time, with a pause before each, until all is written or the other side has
   * gone.
   */
  async trickle(bytes: Uint8Array, piece: number, everyMs: number): Promise<boolean> {
    for (let at = 0; at < bytes.length; at += piece) {
      await new Promise(next => setTimeout(next, everyMs))
      if (!(await this.write(bytes.subarray(at, at + piece)))) return false
    }
    return true
  }

  async until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.text)
      if (found) return found
      if (!this.isOpen) throw new Error(`closed before ${pattern}: ${this.text.slice(0, 300)}`)
      await Promise.race([new Promise(resolve => this.socket.once('data', resolve)), this.closed])
    }
  }

  stopReading(): void {
    this.paused = true
    this.socket.pause()
  }

  readOn(): void {
    if (this.paused) this.socket.resume()
    this.paused = false
  }

  /** Says that nothing more will come, and goes on listening. */
  finish(): void {
    this.socket.end()
  }

  hangUp(): void {
    this.socket.destroy()
  }
}

export function head(path: string, headers: Record<string, string | number>, method = 'POST'): string {
  const lines = Object.entries({ Host: 'localhost', 'Content-Type': 'application/json', ...headers })
  return [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')
}

interface Begun {
  method?: string
  headers?: Record<string, string | number>
  from?: string
}

/** A request of which the head has been written, and so many bytes of its body. */
export async function startBody(
  address: string,
  path: string,
  body: Uint8Array,
  came: number,
  { method, headers, from }: Begun = {},
): Promise<Line> {
  const line = await Line.open(address, from)
  await line.write(head(path, { ...headers, 'Content-Length': body.length }, method))
  await line.write(body.subarray(0, came))
  return line
}
