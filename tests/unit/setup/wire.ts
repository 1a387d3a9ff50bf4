import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Received {
  method: string | undefined
  path: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

type Reply = (received: Received, response: ServerResponse) => void

/** A provider that answers as a test says, over a real socket. */
export class Wire {
  readonly received: Received[] = []
  reply: Reply = (_, response) => json(response, { status: 1, msg: '' })
  readonly #listener: RequestListener = async (request, response) => {
    const body = await text(request)
    const received = { method: request.method, path: request.url, headers: request.headers, body }
    this.received.push(received)
    this.reply(received, response)
  }
  readonly #server = createServer(this.#listener)

  async start(): Promise<this> {
    await new Promise<void>(done => this.#server.listen(0, '127.0.0.1', done))
    return this
  }

  get url(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('The server is not listening.')
    return `http://127.0.0.1:${address.port}/`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(done => this.#server.close(done))
  }
}

export function json(response: ServerResponse, value: unknown, code = 200, headers: Record<string, string> = {}): void {
  response.writeHead(code, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(value))
}

/** An address where nobody listens any more. */
export async function closedPort(): Promise<string> {
  const wire = await new Wire().start()
  const { url } = wire
  await wire.stop()
  return url
}
