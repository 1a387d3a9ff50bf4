import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { answer, type Body, code, Memory, type Script, Scripts, type Target } from './answers.ts'
import { type Answer, builds, staticFile } from './builds.ts'

export interface Entry {
  at: number
  method: string
  path: string
  /** The contract's path, without its base. Empty for files. */
  call: string
  headers: IncomingMessage['headers']
  body: Body
  bytes: number
}

const bases = ['/2021/v1/', '/1920/v3/', '/anciens/v4/', '/recepisses/v1/']

/**
 * A second implementation of the contract, sharing no line with the stand-in, beside a plain static host: what works
 * here works with any provider that keeps the contract. Tests script its faults and read its journal.
 */
export class OtherProvider {
  memory = new Memory()
  readonly journal: Entry[] = []
  /** The build it hosts; another one can be put in its place while it runs. */
  dist: string
  readonly #usualDist: string
  /** Sends `Accept-Encoding: gzip`, which allows compressed bodies; without it they get 415. */
  acceptsGzip = false
  /** Another origin whose pages may call it and read the answers, but none of their headers (CORS). */
  allowsOrigin: string | undefined
  /** It takes photographs only from a browser that has given a code since, which it knows by a cookie. */
  asksForCodes = false
  readonly #scripts = new Scripts()
  #server: Server | undefined
  #port = 0

  constructor(dist: string = builds.complete.dir) {
    this.dist = dist
    this.#usualDist = dist
  }

  get url(): string {
    return `http://localhost:${this.#port}`
  }

  /** On the same port as before after a `stop()`. */
  async start(): Promise<this> {
    const server = createServer((request, response) => {
      this.#serve(request, response).catch(() => request.socket.destroy())
    })
    await new Promise<void>((ready, fail) => server.once('error', fail).listen(this.#port, 'localhost', ready))
    this.#server = server
    const address = server.address() as AddressInfo
    this.#port = address.port
    return this
  }

  /** As when the network is gone: connections are cut and new ones refused. */
  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (!server) return
    const closed = new Promise(done => server.close(done))
    server.closeAllConnections()
    await closed
  }

  /** The answer to a call (`etudiant/otp/valide`), to a whole path (`/1920/v3/…`, `/sw.js`) or to what a pattern matches. */
  script(target: Target, script: Script): void {
    this.#scripts.add(target, script)
  }

  /** Back to the usual answers. */
  behave(): void {
    this.#scripts.clear()
  }

  /** As it was at first: it hosts the usual build, and knows and remembers nothing of the test before. */
  forget(): void {
    this.behave()
    this.memory = new Memory()
    this.journal.length = 0
    this.dist = this.#usualDist
    this.acceptsGzip = false
    this.allowsOrigin = undefined
    this.asksForCodes = false
  }

  calls(call: string): Entry[] {
    return this.journal.filter(entry => entry.call === call)
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', this.url).pathname
    const base = bases.find(start => path.startsWith(start))
    const call = base ? path.slice(base.length) : ''
    const script = this.#scripts.take(path, call)
    if (script.cut === 'request') return cutWhileReading(request)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const raw = Buffer.concat(chunks)
    const zipped = request.headers['content-encoding'] === 'gzip'
    const body = parse(zipped ? gunzipSync(raw) : raw)
    const { method = 'GET', headers } = request
    this.journal.push({ at: Date.now(), method, path, call, headers, body, bytes: raw.length })
    if (script.hang) return
    await script.hold
    if (script.delay) await after(script.delay)
    const ready = scripted(script)
    // A body is compressed only after the provider has said that it reads it (RFC 7694).
    if (!ready && zipped && !this.acceptsGzip) return deliver(response, json({}, 415), script)
    const isCall = base !== undefined && method === 'POST'
    const usual = () => (isCall ? this.#carryOut(call, body, headers.cookie) : this.#file(method, path))
    const answer = method === 'OPTIONS' && this.allowsOrigin ? json({}) : (ready ?? (await usual()))
    deliver(response, { ...answer, headers: { ...answer.headers, ...this.#cors() } }, script)
  }

  #cors(): Record<string, string> {
    if (!this.allowsOrigin) return {}
    return { 'Access-Control-Allow-Origin': this.allowsOrigin, 'Access-Control-Allow-Headers': 'content-type' }
  }

  #carryOut(call: string, body: Body, cookies = ''): Answer {
    if (this.asksForCodes && call.startsWith('etudiant/files/') && !cookies.includes('CORRECTION=given'))
      return json({ status: 0, codeRequis: true, msg: 'Un code vous a été envoyé.' })
    const reply = answer(this.memory, call, body, this.url)
    const found = reply === undefined ? json({}, 404) : json(reply)
    if (this.asksForCodes && call === 'etudiant/otp/valide' && body.otp === code)
      return { ...found, headers: { ...found.headers, 'Set-Cookie': right } }
    return this.acceptsGzip ? { ...found, headers: { ...found.headers, 'Accept-Encoding': 'gzip' } } : found
  }

  async #file(method: string, path: string): Promise<Answer> {
    if (method !== 'GET' && method !== 'HEAD') return json({}, 405)
    return path.endsWith('/fichier.pdf') ? pdf : staticFile(this.dist, path)
  }
}

const json = (reply: unknown, status = 200): Answer => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  content: Buffer.from(JSON.stringify(reply)),
})

/** As the stand-in's: for its base alone, and for no script to read. */
const right = 'CORRECTION=given; Path=/2021/v1/; HttpOnly; SameSite=Strict'

const pdf: Answer = {
  status: 200,
  headers: { 'Content-Type': 'application/pdf', 'Content-Disposition': 'attachment; filename="recepisse.pdf"' },
  // One empty page, and nothing for a browser's reader to complain of.
  content: Buffer.from(
    [
      '%PDF-1.4',
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
      '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Resources<<>>>>endobj',
      'trailer<</Root 1 0 R/Size 4>>',
      '%%EOF\n',
    ].join('\n'),
  ),
}

function scripted({ reply, text, status = 200 }: Script): Answer | undefined {
  if (text !== undefined) {
    return { status, headers: { 'Content-Type': 'text/html; charset=utf-8' }, content: Buffer.from(text) }
  }
  return reply !== undefined || status !== 200 ? json(reply ?? {}, status) : undefined
}

function deliver(response: ServerResponse, { status, headers, content }: Answer, script: Script): void {
  if (script.cut === 'answer') {
    response.destroy()
    return
  }
  response.writeHead(status, { ...headers, 'Content-Length': content.length, ...script.headers })
  if (script.cut === 'half') response.write(content.subarray(0, content.length >> 1), () => response.destroy())
  else response.end(content)
}

function cutWhileReading(request: IncomingMessage): void {
  request.once('data', () => request.socket.destroy())
  request.once('end', () => request.socket.destroy())
}

/** What is no JSON is kept for the journal to show, not refused: the test decides what was wrong with it. */
function parse(raw: Buffer): Body {
  try {
    const value: unknown = JSON.parse(raw.toString())
    return typeof value === 'object' && value !== null ? { ...value } : { value }
  } catch {
    return raw.length > 0 ? { unreadable: raw.toString() } : {}
  }
}

/** Started and ready. */
export const startOtherProvider = (dist?: string) => new OtherProvider(dist).start()
