import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What came, of which a text may be altered. */
export interface Passing {
  readonly path: string
  readonly type: string
}

export type Alter = (text: string, passing: Passing) => string

export interface AlteringProxy {
  readonly url: string
  /** Every path that was asked for, in its order. */
  readonly asked: string[]
  /** How texts are altered from now on. */
  alter: Alter
  stop(): Promise<void>
}

const isText = /^text\/|json|javascript/

/**
 * What stands between a browser and the server at `target` and rewrites what passes, as a CDN, an antivirus or a VPN
 * does. Bytes that stay the same keep all their headers.
 */
export async function alteringProxy(target: string, alter: Alter): Promise<AlteringProxy> {
  const proxy = createServer(async (asked, answer) => {
    const path = asked.url ?? '/'
    self.asked.push(path)
    try {
      const from = await passOn(asked, target)
      const bytes = await whole(from)
      const type = from.headers['content-type'] ?? ''
      const text = isText.test(type) && bytes.length > 0 ? self.alter(bytes.toString(), { path, type }) : undefined
      const altered = text === undefined ? bytes : Buffer.from(text)
      const { 'content-length': length, 'transfer-encoding': _, ...headers } = from.headers
      const isBodiless = asked.method === 'HEAD' || from.statusCode === 304 || from.statusCode === 204
      answer.writeHead(from.statusCode ?? 502, {
        ...headers,
        ...(isBodiless ? length && { 'content-length': length } : { 'content-length': altered.length }),
      })
      answer.end(altered)
    } catch {
      answer.destroy()
    }
  })
  proxy.listen(0, 'localhost')
  await once(proxy, 'listening')
  const self: AlteringProxy = {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    asked: [],
    alter,
    async stop() {
      const closed = once(proxy, 'close')
      proxy.close()
      proxy.closeAllConnections()
      await closed
    },
  }
  return self
}

/** Asks for texts as they are, since what is packed can't be altered. */
async function passOn(asked: IncomingMessage, target: string): Promise<IncomingMessage> {
  const { hostname, port, host } = new URL(target)
  const headers = { ...asked.headers, host, 'accept-encoding': 'identity' }
  const onward = request({ hostname, port, method: asked.method, path: asked.url, headers })
  asked.pipe(onward)
  const [answer] = (await once(onward, 'response')) as [IncomingMessage]
  return answer
}

async function whole(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Of pages alone, as those do that keep to the type. */
export const inPages =
  (alter: (html: string) => string): Alter =>
  (text, { type }) =>
    type.startsWith('text/html') ? alter(text) : text

/** What a page meets on its way: by a CDN, by an antivirus or a VPN, and by whoever saves bytes. */
export const alterations = {
  'hides addresses of mail and adds a script': html =>
    html
      .replace(/<a href="mailto:[^"]*">[^<]*<\/a>/g, hiddenMail)
      .replace('</body>', '<script src="/cdn-cgi/scripts/email-decode.min.js"></script></body>'),
  'adds a style, a box and a comment': html =>
    html
      .replace('<head>', '<head><!-- filtered --><style>.ad{display:none}</style>')
      .replace(/<body[^>]*>/, '$&<div class="ad">Filtré</div>')
      .replace(/<div id="root"[^>]*>/, '$&<div class="ad">Filtré</div>'),
  'saves bytes': html =>
    html
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/\s+/g, ' ')
      .replace(/ (class|id)="([\w-]+)"/g, ' $1=$2'),
} as const satisfies Record<string, (html: string) => string>

const hiddenMail =
  '<a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="543d263135">[email&#160;protected]</a>'
