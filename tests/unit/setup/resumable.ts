import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

/** What one request brought. */
export interface Came {
  method: string
  path: string
  headers: IncomingMessage['headers']
  bytes: Buffer
}

const path = '/uploads/a1'

/**
 * A provider that takes uploads in parts, over real sockets. `life` is how many bytes a request may bring before its
 * connection is cut; what came before that stays, unless a proxy before it would have held it back.
 */
export class Resumable {
  readonly came: Came[] = []
  /** What it has of the upload; undefined: it knows none. */
  held: Buffer | undefined
  life = Number.POSITIVE_INFINITY
  keepsWhatIsCut = true
  limits: string | undefined = 'max-size=8000000, max-age=60'
  /** Answers in the place of the provider. @returns whether it has */
  instead: (came: Came, response: ServerResponse) => boolean = () => false
  /** The whole bodies that it was given. */
  readonly whole: Buffer[] = []
  #encoding: string | undefined
  readonly #server = createServer((request, response) => void this.#take(request, response))

  async start(): Promise<this> {
    await new Promise<void>(done => this.#server.listen(0, '127.0.0.1', done))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(done => this.#server.close(done))
  }

  /** "POST 90000", "PATCH 45000@0": what went over the wire, in order. */
  get said(): string[] {
    return this.came.map(({ method, headers, bytes }) => {
      const at = headers['upload-offset']
      return `${method} ${bytes.length}${at === undefined ? '' : `@${at}`}`
    })
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request
    const came: Came = { method, path: request.url ?? '', headers, bytes: Buffer.alloc(0) }
    this.came.push(came)
    for await (const chunk of request as AsyncIterable<Buffer>) {
      came.bytes = Buffer.concat([came.bytes, chunk])
      if (came.bytes.length < this.life) continue
      came.bytes = came.bytes.subarray(0, this.life)
      if (method === 'PATCH' && this.keepsWhatIsCut) this.#append(came)
      request.destroy()
      return
    }
    if (this.limits) response.setHeader('Upload-Limit', this.limits)
    response.setHeader('Accept-Encoding', 'gzip')
    if (!this.instead(came, response)) this.#answer(came, response)
  }

  #append({ headers, bytes }: Came): boolean {
    if (!this.held || Number(headers['upload-offset']) !== this.held.length) return false
    this.held = Buffer.concat([this.held, bytes])
    return true
  }

  #answer(came: Came, response: ServerResponse): void {
    const { method, headers, bytes } = came
    const stands = () => response.setHeader('Upload-Offset', this.held?.length ?? 0)
    const complete = headers['upload-complete']
    if (method === 'POST' && complete !== '?0') {
      this.#finish(bytes, headers['content-encoding'], response)
    } else if (method === 'POST') {
      this.held = bytes
      this.#encoding = headers['content-encoding']
      response.writeHead(201, { Location: path, 'Upload-Complete': '?0' }).end()
    } else if (!this.held || came.path !== path) {
      response.writeHead(404).end()
    } else if (method === 'DELETE') {
      this.held = undefined
      response.writeHead(204).end()
    } else if (method === 'PATCH' && !this.#append(came)) {
      stands().writeHead(409, { 'Upload-Complete': '?0' }).end()
    } else if (method === 'PATCH' && complete === '?1') {
      response.setHeader('Upload-Complete', '?1')
      this.#finish(this.held, this.#encoding, response)
      this.held = undefined
    } else {
      stands().writeHead(204, { 'Upload-Complete': '?0' }).end()
    }
  }

  #finish(bytes: Buffer, encoding: string | undefined, response: ServerResponse): void {
    const type = { 'Content-Type': 'application/json' }
    try {
      JSON.parse(String(encoding === 'gzip' ? gunzipSync(bytes) : bytes))
    } catch {
      response.writeHead(400, type).end('{"status":0,"msg":"Le contenu n’est pas du JSON lisible."}')
      return
    }
    this.whole.push(bytes)
    response.writeHead(200, type).end('{"status":1,"msg":"Reçu"}')
  }
}
