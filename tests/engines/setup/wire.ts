import type WebSocket from 'ws'

interface Message {
  id?: number
  method?: string
  params?: unknown
  result?: unknown
  error?: unknown
  message?: string
}

/** Questions and answers over one socket, each answer by its question's number; and what is told unasked. */
export class Wire {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, { method: string; done: (message: Message) => void; fail: (e: Error) => void }>()
  readonly #listeners = new Map<string, (params: never) => void>()
  #last = 0

  /** Before the socket opens, so that nothing is missed of what is told at once. */
  constructor(socket: WebSocket) {
    this.#socket = socket
    // A browser that is killed resets the connection; whoever waits for an answer is told by its end.
    socket.on('error', () => undefined)
    socket.on('message', data => this.take(JSON.parse(String(data))))
    socket.on('close', () => this.forget('the browser is gone'))
  }

  async opened(): Promise<this> {
    await new Promise((done, fail) => this.#socket.once('open', done).once('error', fail))
    return this
  }

  take({ id = 0, method, params, result, error, message }: Message): void {
    if (method) this.#listeners.get(method)?.(params as never)
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error) waiting?.fail(new Error(`${waiting.method}: ${message ?? JSON.stringify(error)}`))
    else waiting?.done({ result })
  }

  on<P>(event: string, listener: (params: P) => void): void {
    this.#listeners.set(event, listener)
  }

  /** @param carry how the question travels, where it is wrapped in another one */
  send<R = unknown>(method: string, params: object, carry?: (question: string) => void): Promise<R> {
    const id = ++this.#last
    const question = JSON.stringify({ id, method, params })
    return new Promise((resolve, reject) => {
      if (this.#socket.readyState !== this.#socket.OPEN) return reject(new Error(`${method}: the browser is gone`))
      this.#waiting.set(id, { method, done: ({ result }) => resolve(result as R), fail: reject })
      if (carry) carry(question)
      else this.#socket.send(question)
    })
  }

  /** Nobody answers any more what was asked until now. */
  forget(why: string): void {
    for (const { method, fail } of this.#waiting.values()) fail(new Error(`${method}: ${why}`))
    this.#waiting.clear()
  }

  close(): void {
    this.#socket.terminate()
  }
}
