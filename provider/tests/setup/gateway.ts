import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'

/**
 * A status that it answers with; `slow` takes longer over it than a process rests, `stall` never
 * answers.
 */
export type Mode = number | 'slow' | 'stall'

const slowMs = 2000
const Sms = v.strictObject({
  id: v.pipe(v.string(), v.uuid()),
  to: v.pipe(v.string(), v.regex(/^\+223\d{8}$/)),
  text: v.string(),
})

/**
 * A gateway that a test can let refuse, stall, die and come back; what it was asked is kept over
 * its deaths.
 */
export class Gateway {
  readonly requests: {
    method: string | undefined
    url: string | undefined
    headers: NodeJS.Dict<string | string[]>
    body: v.InferOutput<typeof Sms>
    mode: Mode
  }[] = []
  private server: Server | undefined
  private port = 0
  private mode: Mode = 200

  get url(): string {
    return `http://127.0.0.1:${this.port}/messages`
  }

  get isAlive(): boolean {
    return this.server !== undefined
  }

  /** What it has taken, as phones and texts. */
  taken(phone: string): string[] {
    return this.of(phone).flatMap(({ mode, body }) => (/^2|slow/.test(String(mode)) ? [body.text] : []))
  }

  /** What it was asked to take for this phone. */
  of = (phone: string) => this.requests.filter(({ body }) => body.to === `+223${phone}`)

  /** How often it was asked to take this message. */
  triesOf = (id: string): number => this.requests.filter(({ body }) => body.id === id).length

  turn(mode: Mode): void {
    this.mode = mode
  }

  async start(mode: Mode): Promise<void> {
    this.turn(mode)
    this.server = createServer(async (request, response) => {
      const { mode } = this
      const { method, url, headers } = request
      const said = await text(request).catch(() => undefined)
      if (said === undefined) return
      const body = v.parse(Sms, JSON.parse(said))
      this.requests.push({ method, url, headers, body, mode })
      if (mode === 'stall') return
      response.statusCode = mode === 'slow' ? 200 : mode
      setTimeout(() => response.end('answer'), mode === 'slow' ? slowMs : 0)
    })
    await once(this.server.listen(this.port, '127.0.0.1'), 'listening')
    const address = this.server.address()
    if (typeof address === 'object') this.port = address?.port ?? 0
  }

  /** With all its connections, as when its process is killed. */
  async die(): Promise<void> {
    const { server } = this
    this.server = undefined
    if (!server) return
    const gone = once(server, 'close')
    server.close().closeAllConnections()
    await gone
  }
}

/** The four digits of a message's code. */
export function codeIn(text: string | undefined): string {
  const code = /\b\d{4}\b/.exec(text ?? '')?.[0]
  if (!code) throw new Error('there is no code in this message')
  return code
}
