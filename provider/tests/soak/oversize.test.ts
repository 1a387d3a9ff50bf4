import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { http } from '../../src/limits/limits.ts'
import { afterwards, oneChild } from '../setup/campus.ts'
import { memoryOf, serveImpatiently } from '../setup/child.ts'
import { head, Line } from '../setup/line.ts'
import { documentLines } from '../setup/stored.ts'
import { Visitor } from '../setup/visitor.ts'

/**
 * More than the server takes, on real sockets: refused with a 4xx or cut, and the next visitor is
 * answered.
 */

const lists = '/2021/v1/etudiant/liste/serie'
const upload = '/2021/v1/etudiant/files/upload'
const mega = 1024 * 1024
const { child, folders } = await oneChild({}, serveImpatiently)
const before = await documentLines(folders.dataDir)
afterwards(() => expect(child.output().err).not.toMatch(/"status":5\d\d|error/i))

/** The status line of what came back before the connection ended, 'cut' without any. */
async function outcome(...pieces: (string | Uint8Array)[]): Promise<string> {
  const line = await Line.open(child.address)
  for (const piece of pieces) if (!(await line.write(piece))) break
  await line.ended()
  return /^HTTP\/1\.1 (\d{3})/.exec(line.received)?.[1] ?? 'cut'
}

/** Sends chunks until the server has enough; how many bytes it took. */
async function endlessChunks(path: string, chunk: Uint8Array, most: number) {
  const line = await Line.open(child.address)
  await line.write(head(path, { 'Transfer-Encoding': 'chunked' }))
  const frame = Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')])
  let sent = 0
  while (sent < most && (await line.write(frame))) sent += chunk.length
  if (sent >= most) await line.write('0\r\n\r\n')
  await line.ended()
  return { sent, http: /^HTTP\/1\.1 (\d{3})/.exec(line.received)?.[1] }
}

test('a head that is too long, or has too many lines, is refused', async () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, '1']))
  const close = { Connection: 'close', 'Content-Length': 2 }
  expect(await outcome(head(lists, { ...many(80), ...close }), '{}')).toBe('200')
  expect(await outcome(head(lists, { ...many(100), ...close }), '{}')).toBe('431')
  expect(await outcome(head(lists, { ...many(3000), ...close }), '{}')).toBe('431')
  expect(await outcome(head(lists, { 'X-Long': 'a'.repeat(http.maxHeaderBytes) }))).toBe('431')
  expect(await outcome(head(`/${'a'.repeat(http.maxHeaderBytes)}`, {}, 'GET'))).toBe('431')
  expect(await outcome(head(lists, { Cookie: `XSRF-TOKEN=${'a'.repeat(15_000)}`, ...close }), '{}')).toBe('403')
})

test('a head that never ends is cut long before it fills the memory', async () => {
  const line = await Line.open(child.address)
  await line.write(`GET / HTTP/1.1\r\n`)
  let sent = 0
  while (sent < 64 * mega && (await line.write(`X-A: ${'b'.repeat(4000)}\r\n`))) sent += 4000
  expect(sent).toBeLessThan(8 * mega)
})

test('a chunked body without a length is refused beyond the limit of its call, or cut when it never ends', async () => {
  const letters = Buffer.alloc(64 * 1024, 'A')
  expect(await endlessChunks(lists, letters, mega)).toMatchObject({ http: '413' })
  expect(await endlessChunks(upload, letters, 9 * mega)).toMatchObject({ http: '413' })
  const endless = await endlessChunks(upload, letters, 200 * mega)
  expect(endless.sent).toBeLessThan(100 * mega)
})

test('what contradicts itself about its length is no request', async () => {
  const chunked = { 'Transfer-Encoding': 'chunked' }
  const requests: Record<string, [string, string]> = {
    'a length beside chunks': [head(lists, { ...chunked, 'Content-Length': 2 }), '0\r\n\r\n'],
    'two lengths': [`${head(lists, { 'Content-Length': 2 }).trimEnd()}\r\nContent-Length: 3\r\n\r\n`, '{}'],
    'a negative length': [head(lists, { 'Content-Length': -1 }), '{}'],
    'a length that is no number': [head(lists, { 'Content-Length': '0x10' }), '{}'],
    'a huge length': [head(lists, { 'Content-Length': '9'.repeat(40) }), '{}'],
    'a huge chunk': [head(lists, chunked), 'FFFFFFFFFFFFFFFFF\r\n{}'],
    'a chunk that is no number': [head(lists, chunked), 'zz\r\n{}\r\n'],
    'endless words beside a chunk': [head(lists, chunked), `2;${'a'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`],
    'another coding': [head(lists, { 'Transfer-Encoding': 'xchunked' }), '{}'],
    'no host': [`GET / HTTP/1.1\r\n\r\n`, ''],
    'a host that is none': [head('/', { Host: 'a b/\\', Connection: 'close' }, 'GET'), ''],
    'a line break in a header': ['GET / HTTP/1.1\r\nHost: localhost\r\nX: a\rb\r\n\r\n', ''],
    'another protocol': ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', ''],
  }
  for (const [what, pieces] of Object.entries(requests)) expect(await outcome(...pieces), what).toMatch(/^(4\d\d|cut)$/)
})

test('a body that is shorter than it said is no body', async () => {
  const line = await Line.open(child.address)
  await line.write(head(lists, { 'Content-Length': 100 }))
  await line.write('{}')
  line.finish()
  await line.ended()
  expect(line.received).not.toContain('200')
})

test('methods that nobody needs do no harm', async () => {
  for (const method of ['TRACE', 'CONNECT', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'HEAD']) {
    for (const path of ['/', lists, '/recepisses/f/a', '/_sms', '*', 'http://evil.example/']) {
      expect(await outcome(head(path, { Connection: 'close' }, method)), `${method} ${path}`).toMatch(
        /^([1234]\d\d|cut)$/,
      )
    }
  }
  const upgrade = { Connection: 'Upgrade, close', Upgrade: 'websocket', 'Sec-WebSocket-Key': 'AAAA' }
  expect(await outcome(head('/', upgrade, 'GET'))).toMatch(/^[124]\d\d$/)
  expect(await outcome(head('/home', { 'Content-Length': 10 * mega }), Buffer.alloc(10 * mega))).toMatch(/^(405|cut)$/)
})

test('a few requests sent ahead are answered in their order, hundreds are cut', async () => {
  const polite = await Line.open(child.address)
  const call = (path: string) => `${head(path, { 'Content-Length': 2 })}{}`
  await polite.write(
    ['enrolement/chrono', 'btn/info', 'new/bac'].map(path => call(`/2021/v1/etudiant/${path}`)).join(''),
  )
  await polite.until(/"statut"[\s\S]+"btnInfo"[\s\S]+"newBac"/)
  polite.hangUp()
  const line = await Line.open(child.address)
  await line.write(head('/recepisses/f/none', {}, 'GET').repeat(2000))
  await line.ended()
  expect((line.received.match(/HTTP\/1\.1 404/g) ?? []).length).toBeLessThan(500)
})

test('small bodies that unfold into millions of little values are refused, and leave nothing in the memory', async () => {
  const before = (await memoryOf(child)).rss
  const visitor = new Visitor(child)
  const size = 6 * mega
  const shapes = ['['.repeat(size), '[],'.repeat(size / 3), '{"a":'.repeat(size / 5), `[${'{},'.repeat(size / 3)}{}]`]
  const packed = shapes.map(text => gzipSync(text))
  for (let time = 0; time < 5; time += 1) {
    for (const body of packed) {
      const response = await fetch(child.address + upload, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body: new Uint8Array(body),
      })
      expect(response.status).toBe(400)
    }
    expect((await visitor.call('enrolement/chrono', {})).http).toBe(200)
  }
  expect((await memoryOf(child)).rss - before).toBeLessThan(150 * mega)
})

test('a small compressed body that unfolds to a gigabyte is refused early', async () => {
  const quarter = gzipSync(Buffer.alloc(256 * mega))
  const usual = await oneChild({ PATIENCE: 'usual' }, serveImpatiently)
  const before = (await memoryOf(usual.child)).peak
  const response = await fetch(`${usual.child.address}/2021/v1/etudiant/files/upload`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: new Uint8Array(Buffer.concat([quarter, quarter, quarter, quarter])),
  })
  expect(response.status).toBe(413)
  expect((await memoryOf(usual.child)).peak - before).toBeLessThan(150 * mega)
})

test('none of it was written anywhere', async () => {
  expect(await documentLines(folders.dataDir)).toEqual(before)
})
