import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Problem, problemOf } from '../../../../src/core/api/problem.ts'
import { postByFetch } from '../../../../src/core/api/transport.ts'
import { closedPort, json, Wire } from '../../setup/wire.ts'

const wire = new Wire()
beforeAll(() => wire.start())
afterAll(() => wire.stop())
beforeEach(() => {
  wire.received.length = 0
})

const headers = { 'Content-Type': 'application/json' }
const post = (options: { signal?: AbortSignal; limitMs?: number; url?: string; body?: string } = {}) =>
  postByFetch(options.url ?? wire.url, options.body ?? '{}', { headers, signal: options.signal }, options.limitMs)
const problemWith = (posting: Promise<unknown>): Promise<Problem | undefined> =>
  posting.then(() => undefined, problemOf)

describe('a call over a real connection', () => {
  test('brings the body there and the answer back', async () => {
    wire.reply = (_, response) => json(response, { status: 1 }, 201, { 'Retry-After': '7' })
    const answer = await post({ body: '{"nom":"Traoré"}' })
    expect(wire.received).toMatchObject([
      { method: 'POST', body: '{"nom":"Traoré"}', headers: { 'content-type': 'application/json' } },
    ])
    expect(answer).toMatchObject({ code: 201, text: '{"status":1}' })
    expect(answer.header('retry-after')).toBe('7')
    expect(answer.header('Date')).not.toBeNull()
    expect(answer.header('X-Nothing')).toBeNull()
  })

  test.each([
    ['application/json; charset=ISO-8859-1', 'latin1'],
    ['application/json;charset="windows-1252"', 'latin1'],
    ['application/json', 'utf8'],
    ['application/json; charset=klingon', 'utf8'],
  ] as const)('an answer in %s is read by its letters', async (type, encoding) => {
    wire.reply = (_, response) => {
      response.writeHead(200, { 'Content-Type': type }).end(Buffer.from('{"nom":"Aïssata"}', encoding))
    }
    expect((await post()).text).toBe('{"nom":"Aïssata"}')
  })

  test('an error of the server is an answer, too', async () => {
    wire.reply = (_, response) => response.writeHead(503).end('<html>')
    expect(await post()).toMatchObject({ code: 503, text: '<html>' })
  })

  const half = (response: ServerResponse, after = () => {}) => {
    response.writeHead(200, { 'Content-Length': '100' })
    response.write('{"status":1', after)
  }
  test.each<[string, string, Wire['reply']]>([
    ['that is cut off after its head', 'offline', (_, response) => half(response, () => response.destroy())],
    ['that never begins, since the connection is cut', 'offline', (_, response) => response.destroy()],
    ['that never comes', 'timeout', () => {}],
    ['that stops in the middle', 'timeout', (_, response) => half(response)],
  ])('an answer %s is %s', async (_, kind, reply) => {
    wire.reply = reply
    expect(await problemWith(post(kind === 'timeout' ? { limitMs: 60 } : {}))).toEqual({ kind })
  })

  test('a provider that cannot be reached is offline', async () => {
    expect(await problemWith(post({ url: await closedPort() }))).toEqual({ kind: 'offline' })
  })
})

describe('a call that is taken back', () => {
  test('before it began never leaves', async () => {
    expect(await problemWith(post({ signal: AbortSignal.abort() }))).toEqual({ kind: 'cancelled' })
    expect(wire.received).toEqual([])
  })

  test('while the answer is awaited ends at once', async () => {
    const task = new AbortController()
    wire.reply = () => task.abort()
    expect(await problemWith(post({ signal: task.signal }))).toEqual({ kind: 'cancelled' })
  })

  test('after its answer changes nothing', async () => {
    const task = new AbortController()
    wire.reply = (_, response) => json(response, { status: 1 })
    const answer = await post({ signal: task.signal })
    task.abort()
    expect(answer.code).toBe(200)
  })
})
