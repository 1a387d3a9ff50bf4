import { Agent } from 'node:http'
import { jsonIn, requestRaw } from './raw.ts'

/**
 * One student's phone: an address on the loopback, one connection, and the cookie that comes with
 * the first answer.
 */
export class Caller {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 })
  private cookie = ''

  constructor(private readonly from: string) {}

  /** @param signal ends the wait, and is thrown */
  async post(origin: string, path: string, body: string | Buffer, signal?: AbortSignal) {
    const asked = performance.now()
    const { agent, from, cookie } = this
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      ...(typeof body === 'string' ? {} : { 'Content-Encoding': 'gzip' }),
      ...(cookie && { Cookie: `XSRF-TOKEN=${cookie}`, 'X-XSRF-TOKEN': cookie }),
    }
    const answer = await requestRaw(origin, { method: 'POST', path, headers, body, from, agent, signal })
    this.cookie = /^XSRF-TOKEN=([^;]+)/.exec(answer.headers['set-cookie']?.[0] ?? '')?.[1] ?? cookie
    return { http: answer.http, json: jsonIn(answer.text), ms: performance.now() - asked, headers: answer.headers }
  }

  hangUp(): void {
    this.agent.destroy()
  }
}

/** Each of them another customer: the whole of 127/8 is this machine. */
export const addressOf = (index: number): string =>
  `127.${10 + (Math.floor(index / 65_024) % 200)}.${Math.floor(index / 254) % 256}.${1 + (index % 254)}`
