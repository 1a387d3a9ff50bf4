import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
} from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

/** A provider that is not ours: the stand-in, behind somebody who changes one thing. */

export interface Asked {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** As it came; empty of a part, unless parts are gathered. */
  body: Buffer
  /** The body's JSON, unpacked; undefined where it is none. */
  json: Record<string, unknown> | undefined
}

export interface Answer {
  code: number
  headers: OutgoingHttpHeaders
  text: Buffer
}

export type Meddle = (
  asked: Asked,
  pass: (headers?: IncomingHttpHeaders, body?: Buffer) => Promise<Answer>,
) => Answer | Promise<Answer>

export interface Foreign {
  url: string
  /** Whatever is asked next meets this one, and comes from this address. */
  meet(meddle: Meddle, address: string): void
  stop(): Promise<void>
}

export const unchanged: Meddle = (_, pass) => pass()

/** @param gathersParts whether a part goes on once it has come whole, as with most gateways */
export async function startForeign(target: string, gathersParts = false): Promise<Foreign> {
  let meddle = unchanged
  let from = '198.51.100.1'
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    // A part goes on as it comes, also one that is cut.
    const isPart = method === 'PATCH' && !gathersParts
    const body = isPart ? Buffer.alloc(0) : await buffer(incoming).catch(() => undefined)
    if (!body) return
    const pass = (changed = headers, content: Buffer = body) =>
      passOn(new URL(url, target), method, { ...changed, 'x-forwarded-for': from }, isPart ? incoming : content)
    const asked = { method, path: url, headers, body, json: jsonIn(body, headers) }
    const answer = await Promise.resolve(meddle(asked, pass)).catch(() => undefined)
    // Who cut the part waits for no answer.
    if (!answer) return void outgoing.destroy()
    const { code, headers: given, text } = answer
    outgoing.sendDate = false
    outgoing.writeHead(code, given).end(text)
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    meet(next, address) {
      meddle = next
      from = address
    },
    stop: () => new Promise(done => server.close(() => done()).closeAllConnections()),
  }
}

function passOn(
  url: URL,
  method: string,
  headers: IncomingHttpHeaders,
  body: Buffer | IncomingMessage,
): Promise<Answer> {
  return new Promise((settle, fail) => {
    const { hostname, port, pathname, search } = url
    const asked = request({ hostname, port, path: pathname + search, method, headers, agent: false }, response => {
      const { 'transfer-encoding': _, connection: __, ...given } = response.headers
      buffer(response).then(text => settle({ code: response.statusCode ?? 0, headers: given, text }), fail)
    })
    asked.once('error', fail)
    if (!('pipe' in body)) return void asked.end(body)
    body.pipe(asked)
    body.once('close', () => {
      // What has come is written before the connection ends.
      if (!body.complete) asked.write('', () => asked.destroy())
    })
  })
}

function jsonIn(body: Buffer, headers: IncomingHttpHeaders): Record<string, unknown> | undefined {
  try {
    return JSON.parse((headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString())
  } catch {
    return undefined
  }
}

// ——— one thing that is different

export const says = (code: number, text: string, type: string, headers: OutgoingHttpHeaders = {}): Answer => ({
  code,
  headers: { 'content-type': type, date: new Date().toUTCString(), 'cache-control': 'no-store', ...headers },
  text: Buffer.from(text),
})
export const page = (code: number) => says(code, '<!doctype html><title>Passerelle</title>', 'text/html')
export const reply = (value: unknown, code = 200, headers: OutgoingHttpHeaders = {}) =>
  says(code, JSON.stringify(value), 'application/json', headers)

/** What is asked of this call, by its path after the base. */
export const isCall = ({ method, path }: Asked, call: string) => method === 'POST' && path.endsWith(`etudiant/${call}`)

/** Another answer in place of the call's own, from its `from`th time on. */
export function instead(call: string, answer: (asked: Asked) => Answer | undefined, from = 1): Meddle {
  let times = 0
  return (asked, pass) => {
    if (!isCall(asked, call)) return pass()
    times += 1
    return (times >= from ? answer(asked) : undefined) ?? pass()
  }
}

/** The call's own answer, changed. */
export function changed(call: string, change: (json: Record<string, unknown>) => unknown): Meddle {
  return async (asked, pass) => {
    const answer = await pass()
    if (!isCall(asked, call)) return answer
    const text = Buffer.from(JSON.stringify(change(JSON.parse(answer.text.toString()))))
    const { 'content-length': _, ...headers } = answer.headers
    return { ...answer, headers, text }
  }
}

/** The headers of every answer, changed. */
export function headed(change: (headers: OutgoingHttpHeaders, asked: Asked) => OutgoingHttpHeaders): Meddle {
  return async (asked, pass) => {
    const answer = await pass()
    return { ...answer, headers: change(answer.headers, asked) }
  }
}
