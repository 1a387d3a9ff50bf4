import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Reply {
  http: number
  json: Record<string, unknown>
  ms: number
}

/** One student's phone: an address on the loopback, one connection, and the cookie that comes with the first answer. */
export class Caller {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 })
  private cookie = ''

  constructor(private readonly localAddress: string) {}

  /** @param signal ends the wait, and is thrown */
  async post(origin: string, path: string, body: string | Buffer, signal?: AbortSignal): Promise<Reply> {
    const asked = performance.now()
    const { http, content, cookie } = await this.send(`${origin}${path}`, body, signal)
    if (cookie) this.cookie = cookie
    let json: Record<string, unknown> = {}
    try {
      json = JSON.parse(content)
    } catch {
      // A gateway's own page: its status says enough.
    }
    return { http, json, ms: performance.now() - asked }
  }

  private send(
    url: string,
    body: string | Buffer,
    signal?: AbortSignal,
  ): Promise<{ http: number; content: string; cookie: string }> {
    return new Promise((settle, fail) => {
      const asked = request(
        url,
        {
          method: 'POST',
          agent: this.agent,
          localAddress: this.localAddress,
          signal,
          headers: {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
            ...(typeof body === 'string' ? {} : { 'Content-Encoding': 'gzip' }),
            ...(this.cookie && { Cookie: `XSRF-TOKEN=${this.cookie}`, 'X-XSRF-TOKEN': this.cookie }),
          },
        },
        response => {
          const [given = ''] = response.headers['set-cookie'] ?? []
          const cookie = /^XSRF-TOKEN=([^;]+)/.exec(given)?.[1] ?? ''
          text(response).then(content => settle({ http: response.statusCode ?? 0, content, cookie }), fail)
        },
      )
      asked.once('error', fail)
      asked.end(body)
    })
  }

  hangUp(): void {
    this.agent.destroy()
  }
}

/** Each of them another customer: the whole of 127/8 is this machine. */
export const addressOf = (index: number): string =>
  `127.${10 + (Math.floor(index / 65_024) % 200)}.${Math.floor(index / 254) % 256}.${1 + (index % 254)}`
