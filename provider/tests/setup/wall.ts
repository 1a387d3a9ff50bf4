import type { IncomingHttpHeaders } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { type Answer, type Asked, type Foreign, type Meddle, page, startForeign } from './foreign.ts'

/**
 * What stands between a portal and its provider: firewalls, gateways, CDNs, each of which does one
 * thing.
 */
export interface Wall {
  /** What it answers in place of the provider. */
  refuses?(asked: Asked): Answer | 'reset' | undefined
  /** The request that goes on. */
  changes?(asked: Asked): Asked
  /** The answer that comes back. */
  alters?(answer: Answer, asked: Asked): Answer
  /** A part goes on once it has come whole; a wall that reads bodies sees parts only so. */
  gathersParts?: boolean
}

/** One behind the other, the first is met first. */
export async function startWalls(target: string, ...walls: readonly Wall[]): Promise<Foreign> {
  const foreign = await startForeign(
    target,
    walls.some(({ gathersParts }) => gathersParts),
  )
  visits += 1
  foreign.meet(through(walls), `198.51.100.${visits}`)
  return foreign
}

let visits = 0

export const through =
  (walls: readonly Wall[]): Meddle =>
  async (asked, pass) => {
    let request = asked
    for (const wall of walls) {
      const refused = wall.refuses?.(request)
      if (refused === 'reset') throw new Error('The connection is reset.')
      if (refused) return refused
      request = wall.changes?.(request) ?? request
    }
    let answer = await pass(request.headers, request.body)
    for (const wall of [...walls].reverse()) answer = wall.alters?.(answer, request) ?? answer
    return answer
  }

// ——— walls that stand on real ways

type Refusal = number | 'reset'
const refusal = (how: Refusal) => (how === 'reset' ? how : page(how))
const isPart = ({ method, path }: Asked) => path.includes('/uploads/') && method === 'PATCH'
const isText = (answer: Answer, type: string) => String(answer.headers['content-type']).startsWith(type)
const header = ({ headers }: Asked, name: string) => headers[name.toLowerCase()]

/**
 * Of a body in one piece or in parts; of a part that goes on as it comes, what it says of itself.
 */
const sizeOf = (asked: Asked) => (isPart(asked) ? Number(header(asked, 'Content-Length') ?? 0) : asked.body.length)

const withHeaders = (asked: Asked, headers: IncomingHttpHeaders): Asked => ({ ...asked, headers })

function withoutHeader(asked: Asked, name: string): Asked {
  const { [name.toLowerCase()]: _, ...headers } = asked.headers
  return withHeaders(asked, headers)
}

export const knowsNoMethod = (method: string, how: Refusal = 502): Wall => ({
  refuses: asked => (asked.method === method ? refusal(how) : undefined),
})

export const forbidsHeader = (name: string, how: Refusal = 403): Wall => ({
  refuses: asked => (header(asked, name) === undefined ? undefined : refusal(how)),
})

export const dropsHeader = (name: string): Wall => ({ changes: asked => withoutHeader(asked, name) })

export const takesAtMost = (bytes: number, how: Refusal = 413): Wall => ({
  refuses: asked => (sizeOf(asked) > bytes ? refusal(how) : undefined),
})

/** Passes a part on once it has come whole, and nothing of one that is cut. */
export const gathersParts: Wall = { gathersParts: true }

/**
 * A rule that finds its pattern in bytes, which may be those of a photograph; it sees those of
 * parts that are gathered.
 */
export const forbidsBytes = (matches: (bytes: Buffer) => boolean, how: Refusal = 403): Wall => ({
  refuses: ({ body }) => (matches(body) ? refusal(how) : undefined),
})

/** Unpacks each gzipped body, to look at it, and says so or not. */
export const unpacks = ({ keepsHeader }: { keepsHeader: boolean }): Wall => ({
  changes(asked) {
    if (header(asked, 'Content-Encoding') !== 'gzip') return asked
    try {
      const body = gunzipSync(asked.body)
      const { 'transfer-encoding': _, ...headers } = asked.headers
      const sent = withHeaders({ ...asked, body }, { ...headers, 'content-length': String(body.length) })
      return keepsHeader ? sent : withoutHeader(sent, 'Content-Encoding')
    } catch {
      // The creation of an upload names the encoding of what will come.
      return asked
    }
  },
})

/**
 * Another application's cookie, of the parent domain or with a longer path: it comes before the
 * portal's own.
 */
export const addsCookie = (cookie: string): Wall => ({
  changes: asked => {
    const own = header(asked, 'Cookie')
    return withHeaders(asked, { ...asked.headers, cookie: own ? `${cookie}; ${own}` : cookie })
  },
})

const retold = (answer: Answer, text: Buffer): Answer => {
  const { 'content-length': _, ...headers } = answer.headers
  return { ...answer, headers, text }
}

/** Pages, as a CDN or an antivirus rewrites them: it asks for them unpacked. */
export const rewritesPages = (rewrite: (html: string) => string): Wall => ({
  changes: asked => (asked.method === 'GET' ? withoutHeader(asked, 'Accept-Encoding') : asked),
  alters: answer =>
    isText(answer, 'text/html') ? retold(answer, Buffer.from(rewrite(answer.text.toString()))) : answer,
})

export const addsScript = rewritesPages(html =>
  html.replace('</head>', '<script src="/cdn-cgi/scripts/rum.js"></script></head>'),
)

/** What browsers read as ISO-8859-1 has these as well (WHATWG). */
const further: Readonly<Record<string, number>> = { '…': 0x85, '‘': 0x91, '’': 0x92, '“': 0x93, '”': 0x94, '–': 0x96 }
const inLatin1 = (text: string) =>
  Buffer.from([...text].map(letter => further[letter] ?? Math.min(letter.codePointAt(0) ?? 0, 0xff)))

/** Answers in an old encoding, told or not: an accent is one byte, and no UTF-8. */
export const speaksLatin1 = ({ told }: { told: boolean }): Wall => ({
  changes: asked => withoutHeader(asked, 'Accept-Encoding'),
  alters(answer) {
    if (!isText(answer, 'application/json')) return answer
    const type = told ? 'application/json; charset=iso-8859-1' : 'application/json'
    const { headers, ...spoken } = retold(answer, inLatin1(answer.text.toString()))
    return { ...spoken, headers: { ...headers, 'content-type': type } }
  },
})
