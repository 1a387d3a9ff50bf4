import { randomInt } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import {
  type Bases,
  type BodyOf,
  type Endpoint,
  endpoints,
  ProblemError,
  type RawReply,
  textOf,
} from '../shared.ts'

/**
 * A photo of the largest size takes minutes on a slow line; other calls time out as in the portal.
 */
const questionMs = 45_000
const photoMs = 600_000

export interface Portal {
  /** Absolute URLs. */
  bases: Bases
  /** Origin of the portal's pages. */
  origin: string
}

/** One request and its answer, kept for the checks that apply to all answers. */
export interface Exchange {
  about: string
  /** The answer contains data of a student. */
  personal: boolean
  /** The base is on another origin than the pages. */
  foreign: boolean
  redirected: boolean
  isUtf8: boolean
  raw: RawReply
  askedAt: number
  url: string
}

export interface Request {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  personal?: boolean
  /** Sends neither cookies nor the token. */
  bare?: boolean
  limitMs?: number
}

const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0')

/**
 * A student who does not exist, another in each run: a provider counts guesses at such ones, too.
 */
export const drawStranger = () => ({
  matricule: `ZZZ${digits(4)}Z${digits(3)}`,
  phone: `0${digits(7)}`,
})

/**
 * Behaves like a browser, as far as the provider sees: it keeps cookies, sends the token as a
 * header and an Origin.
 */
export class Caller {
  readonly exchanges: Exchange[] = []
  readonly cookies = new Map<string, { value: string; httpOnly: boolean }>()
  /** The token arrived with a call instead of a page. */
  broughtByCall = false
  readonly stranger = drawStranger()

  constructor(readonly portal: Portal) {}

  urlOf(endpoint: Endpoint): string {
    return this.portal.bases[endpoints[endpoint].base] + endpoints[endpoint].path
  }

  /** Opens a page of the portal, as a student does first: the page sets the cookies. */
  async visit(url: string): Promise<void> {
    if (new URL(url).origin !== this.portal.origin) return
    const response = await fetch(new URL('/', url), {
      signal: AbortSignal.timeout(questionMs),
    }).catch(() => undefined)
    await response?.body?.cancel()
    this.learnCookies(response?.headers.getSetCookie() ?? [])
  }

  /** @throws ProblemError when no answer came */
  call<E extends Endpoint>(endpoint: E, body: BodyOf<E>, gzip = false): Promise<RawReply> {
    const json = JSON.stringify(body)
    const { path } = endpoints[endpoint]
    return this.send(path, this.urlOf(endpoint), {
      body: gzip ? new Uint8Array(gzipSync(json)) : json,
      headers: gzip ? { 'Content-Encoding': 'gzip' } : {},
      personal: json !== '{}',
      ...(json.length > 100_000 ? { limitMs: photoMs } : {}),
    })
  }

  /** @throws ProblemError when no answer came */
  async send(about: string, url: string, request: Request): Promise<RawReply> {
    const {
      method = 'POST',
      headers = {},
      body,
      personal = false,
      bare = false,
      limitMs = questionMs,
    } = request
    const foreign = new URL(url).origin !== this.portal.origin
    const limit = AbortSignal.timeout(limitMs)
    const askedAt = Date.now()
    try {
      const response = await fetch(url, {
        method,
        headers: {
          ...(method === 'POST'
            ? { 'Content-Type': 'application/json', Accept: 'application/json' }
            : {}),
          ...(bare ? { Origin: this.portal.origin } : this.headersFor(url)),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
        signal: limit,
      })
      const bytes = new Uint8Array(await response.clone().arrayBuffer())
      if (!foreign && this.learnCookies(response.headers.getSetCookie()).includes('XSRF-TOKEN'))
        this.broughtByCall = true
      const raw: RawReply = {
        code: response.status,
        header: name => response.headers.get(name),
        text: await textOf(response),
      }
      this.exchanges.push({
        ...{ about, url, personal, foreign, raw, askedAt },
        redirected: response.redirected,
        isUtf8: isUtf8(bytes),
      })
      return raw
    } catch {
      throw new ProblemError({ kind: limit.aborted ? 'timeout' : 'offline' })
    }
  }

  /** What a browser sends of itself. */
  headersFor(url: string): Record<string, string> {
    const foreign = new URL(url).origin !== this.portal.origin
    return { Origin: this.portal.origin, ...(foreign ? {} : this.pair()) }
  }

  private pair(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')
    const token = this.cookies.get('XSRF-TOKEN')
    return {
      ...(cookie ? { Cookie: cookie } : {}),
      // A page's scripts cannot read an HttpOnly cookie.
      ...(token && !token.httpOnly ? { 'X-XSRF-TOKEN': decoded(token.value) } : {}),
    }
  }

  /** @returns the names of the cookies */
  private learnCookies(lines: readonly string[]): string[] {
    return lines.map(line => {
      const [, name = '', value = ''] = /^\s*([^=;]+)=([^;]*)/.exec(line) ?? []
      if (name) this.cookies.set(name, { value, httpOnly: /;\s*httponly/i.test(line) })
      return name
    })
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}
