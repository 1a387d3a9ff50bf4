import { readdirSync } from 'node:fs'
import { connect } from 'node:http2'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../src/core/api/endpoints.ts'
import { routes } from '../../../src/spec/routes.ts'
import { receiptKeysPath } from '../../../src/spec/signed-receipt.ts'
import { builds, ensureBuild } from '../../../tests/e2e/setup/builds.ts'
import { bases } from '../../src/web/bases.ts'
import { type Nginx, startNginx } from '../setup/nginx.ts'
import { base64Photograph } from '../setup/photographs.ts'
import { type RawReply, type RawRequest, requestRaw } from '../setup/raw.ts'
import { startServer, type TestServer } from '../setup/server.ts'
import { enrolAndConfirm, students, Visitor } from '../setup/visitor.ts'

/** The deploy kit's nginx before the real server, and the same server alone: nobody may see which of them answered. */

const { dir } = builds.complete
let server: TestServer
let nginx: Nginx
let secure: Nginx
beforeAll(async () => {
  ensureBuild(builds.complete)
  server = await startServer({ portal: dir, trustProxy: true })
  nginx = await startNginx({ processes: [server.address], dist: dir })
  secure = await startNginx({ processes: [server.address], dist: dir, tls: true })
}, 120_000)
afterAll(async () => {
  await Promise.all([nginx.stop(), secure.stop()])
  await server.stop()
})

const chrono = '/2021/v1/etudiant/enrolement/chrono'
const json = { 'content-type': 'application/json' }

// First: what others have asked is kept for three seconds.
const asked = (template: string) => server.log.filter(line => line.includes(`"template":"${template}"`)).length

describe('a call that everybody makes alike', () => {
  test('is asked of the process once for a hundred phones, whatever cookies they have', async () => {
    const path = '/1920/v3/etudiant/liste/academie'
    const before = asked(path)
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, phone) =>
        requestRaw(nginx.address, {
          method: 'POST',
          path,
          body: '{}',
          headers: { ...json, cookie: `XSRF-TOKEN=${phone}`, 'x-xsrf-token': `${phone}` },
        }),
      ),
    )
    const [first] = replies
    expect([first?.http, first?.headers['cache-control'], first?.headers['accept-encoding']]).toEqual([
      200,
      'no-store, no-transform',
      'gzip',
    ])
    expect(replies.every(({ http, text: body }) => http === 200 && body === first?.text)).toBe(true)
    expect(replies.some(({ headers }) => 'set-cookie' in headers)).toBe(false)
    // Kept for three seconds: a machine on which a hundred take longer asks once more in each.
    expect(asked(path) - before).toBeLessThan(10)
  })

  test('is the process’s own where it asks for anything more', async () => {
    const path = '/anciens/v4/etudiant/liste/serie'
    const before = asked(path)
    for (const [method, body, headers] of [
      ['POST', '{"a":1}', json],
      ['POST', '{"a":2}', json],
      ['POST', '{}', { 'content-type': 'text/plain' }],
      ['GET', '', {}],
    ] as const)
      await requestRaw(nginx.address, { method, path, body, headers })
    expect(asked(path) - before).toBe(4)
  })
})

/** What each connection, each host's clock and each host's way of telling versions apart decides. */
const own = ['date', 'server', 'connection', 'keep-alive', 'last-modified', 'accept-ranges', 'transfer-encoding']

function comparable({ http, headers, text: body }: RawReply) {
  const said = Object.entries(headers).filter(([name]) => !own.includes(name))
  const alike = said.map(([name, value]) => {
    if (name === 'etag' || name === 'x-request-id') return [name, 'its own']
    if (name === 'set-cookie') return [name, String(value).replace(/=portail-[\w-]{32};/, '=a token;')]
    return [name, String(value).toLowerCase()]
  })
  return { http, headers: Object.fromEntries(alike), body }
}

async function both(asked: RawRequest) {
  const [fromNginx, fromServer] = await Promise.all([
    requestRaw(nginx.address, asked),
    requestRaw(server.address, asked),
  ])
  return [comparable(fromNginx), comparable(fromServer)] as const
}

const files = readdirSync(dir, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile())
  .map(entry => join(entry.parentPath, entry.name).slice(dir.length))
const deepLinks = Object.values(routes).flatMap(path => {
  const link = path.replace(/\$\w+/, 'BKO2025T001')
  return link === '/' ? [link] : [link, `${link}/`, `${link}?x=1`]
})
const unknown = ['/nulle-part', '/une/page', '/404', '/reclamation', '/reclamation/a/b', '/assets/none.js', '/assets/x']
const closed = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/_sms',
  '/_sms.json',
  '/_sms?jeton=a',
  '/.env',
  '/.git/config',
  '/logo.svg',
  '/a.br',
]

describe('header by header and byte by byte', () => {
  test.each(['br, gzip', 'gzip, br;q=0', 'identity'])(
    'every file of the build, for whoever accepts %s',
    async accepted => {
      expect(files.length).toBeGreaterThan(60)
      for (const path of files) {
        const [fromNginx, fromServer] = await both({ path, headers: { 'accept-encoding': accepted } })
        expect(fromNginx, path).toEqual(fromServer)
      }
    },
  )

  test('every address of the portal, and every one that is not', async () => {
    for (const path of [...deepLinks, ...unknown]) {
      const [fromNginx, fromServer] = await both({ path, headers: { 'accept-encoding': 'br' } })
      expect(fromNginx, path).toEqual(fromServer)
      expect(fromNginx.http, path).toBe(unknown.includes(path) ? 404 : 200)
    }
  })

  test('the keys of receipts', async () => {
    const [fromNginx, fromServer] = await both({ path: receiptKeysPath })
    expect(fromNginx).toEqual(fromServer)
    expect(JSON.parse(fromServer.body).keys).toHaveLength(1)
  })

  test('a page for whoever has a token already', async () => {
    for (const cookie of ['a=b; XSRF-TOKEN=portail-mine', 'XSRF-TOKEN=another; XSRF-TOKEN=portail-mine; a=b']) {
      const [fromNginx, fromServer] = await both({ path: '/home', headers: { cookie } })
      expect(fromNginx).toEqual(fromServer)
      expect(fromNginx.headers).not.toHaveProperty('set-cookie')
    }
  })

  test('a page for whoever has the tokens of other applications alone', async () => {
    for (const cookie of ['XSRF-TOKEN=another', 'a=b; XSRF-TOKEN=portail-', 'A-XSRF-TOKEN=portail-mine']) {
      const [fromNginx, fromServer] = await both({ path: '/home', headers: { cookie } })
      expect(fromNginx).toEqual(fromServer)
      expect(fromNginx.headers, cookie).toHaveProperty('set-cookie')
    }
  })

  test('what pages do not take', async () => {
    for (const [method, path] of [
      ['POST', '/home'],
      ['PUT', '/sw.js'],
      ['DELETE', '/nulle-part'],
      ['HEAD', '/home'],
    ] as const) {
      const [fromNginx, fromServer] = await both({ method, path })
      expect(fromNginx, `${method} ${path}`).toEqual(fromServer)
    }
  })

  test('shared photos that no worker took', async () => {
    const asked = { method: 'POST', path: '/partage', body: 'x'.repeat(100_000) }
    const [fromNginx, fromServer] = await both(asked)
    for (const { http, headers } of [fromNginx, fromServer]) {
      expect([http, headers.location, headers['x-content-type-options']]).toEqual([303, '/partage?encore', 'nosniff'])
    }
  })

  test('every call on every base, also with what it does not take', async () => {
    const paths = [...new Set(Object.values(endpoints).map(({ path }) => path)), 'etudiant/inconnu', '']
    for (const { path: base } of bases) {
      for (const path of [...paths.map(path => base + path), base.slice(0, -1)]) {
        for (const [method, body, headers] of [
          ['POST', '{}', json],
          ['POST', '{"matricule":1}', json],
          ['POST', '{}', { 'content-type': 'text/plain' }],
          ['GET', '', {}],
        ] as const) {
          const [fromNginx, fromServer] = await both({ method, path, body, headers })
          expect(fromNginx, `${method} ${path} ${body}`).toEqual(fromServer)
        }
      }
    }
  }, 120_000)
})

test("what the operators ask is nobody else's", async () => {
  for (const path of closed) expect((await requestRaw(nginx.address, { path })).http, path).toBe(404)
})

test('what a student is told is nobody else’s, and knows their own address and cookie', async () => {
  const visitor = new Visitor(nginx)
  const { matricule } = students.aminata
  const from = { headers: { 'x-forwarded-for': '203.0.113.9' } }
  const unknownStudent = { ...students.aminata, numPlace: '999999' }
  const asks = Array.from({ length: 5 }, () => visitor.call('search/matricule', students.aminata, from))
  for (const { http, json: reply, headers } of await Promise.all(asks)) {
    expect([http, headers.get('cache-control')]).toEqual([200, 'no-store, no-transform'])
    expect(reply).toMatchObject({ resultat: { matricule } })
  }
  expect((await visitor.call('search/matricule', unknownStudent, from)).json.status).toBe(0)
  const broken = { headers: { cookie: 'XSRF-TOKEN=one', 'x-xsrf-token': 'other' } }
  expect((await visitor.call('search/matricule', students.aminata, broken)).http).toBe(403)
})

test('an address that a visitor gives himself does not count', async () => {
  const odd = { ...students.aminata, numPlace: '999999' }
  const misses = await Promise.all(
    Array.from({ length: 320 }, (_, index) =>
      new Visitor(nginx).call('search/matricule', odd, { headers: { 'x-forwarded-for': `198.51.100.${index % 250}` } }),
    ),
  )
  expect(misses.filter(({ http }) => http === 429).length).toBe(320 - 300 + 1)
})

test('a photograph arrives as it was sent, and the log tells nobody’s name', async () => {
  server.advance(16 * 60_000)
  const visitor = new Visitor(nginx)
  const { matricule } = students.moussa
  await enrolAndConfirm(server, visitor, students.moussa, '76543210')
  const image = await base64Photograph(5, 1600, 1200)
  expect(image.length).toBeGreaterThan(1_000_000)
  expect((await visitor.call('files/upload', { matricule, type: 'attest', image })).json.status).toBe(1)
  await requestRaw(nginx.address, { path: `/reclamation/${matricule}?phone=76543210` })
  await requestRaw(nginx.address, { path: `/2021/v1/${matricule}`, method: 'POST' })
  await requestRaw(nginx.address, { path: `/etudiants/${matricule}` })
  await requestRaw(nginx.address, { path: '/recepisses/f/geheim' })
  await expect.poll(() => nginx.log()).toMatch(/recepisses\/f\/:token/)
  const log = await nginx.log()
  for (const personal of [matricule, '76543210', 'geheim', '127.0.0.1', 'TRAOR']) expect(log).not.toContain(personal)
  const lines = log
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  const paths = lines.map(({ path }) => path)
  for (const path of ['/reclamation/:matricule', '/*', '/home', '/2021/v1/etudiant/files/upload'])
    expect(paths).toContain(path)
})

describe('what nginx itself says of a call', () => {
  const french = /^\{"status":0,"msg":"[A-ZÀ-Ü][^"]+\."\}$|Au plus 5Mo"\}$/

  test('that is too large is the refusal that the portal knows', async () => {
    const body = JSON.stringify({ matricule: 'A', type: 'attest', image: 'A'.repeat(9_000_000) })
    for (const path of ['/2021/v1/etudiant/files/upload', '/2021/v1/etudiant/otp/valide']) {
      const {
        http,
        text: said,
        headers,
      } = await requestRaw(nginx.address, { method: 'POST', path, headers: json, body })
      expect([http, headers['content-type'], headers['cache-control']]).toEqual([
        413,
        'application/json',
        'no-store, no-transform',
      ])
      expect(said).toMatch(french)
    }
  })

  test('that no process answers says when to come again, while the pages and what everybody asks still come', async () => {
    const lonely = await startServer({ portal: dir, trustProxy: true })
    const before = await startNginx({ processes: [lonely.address], dist: dir })
    const ask = (path: string, body = '{}') => requestRaw(before.address, { method: 'POST', path, headers: json, body })
    const open = (await ask(chrono)).text
    await lonely.stop()
    for (const path of ['/2021/v1/etudiant/otp/valide', '/recepisses/v1/etudiant/voir/recepisse']) {
      const { http, text: said, headers } = await ask(path)
      expect([http, headers['content-type'], headers['retry-after'], headers['cache-control']]).toEqual([
        502,
        'application/json',
        '10',
        'no-store, no-transform',
      ])
      expect(said).toMatch(french)
    }
    expect((await requestRaw(before.address, { path: '/register' })).http).toBe(200)
    expect(await ask(chrono)).toMatchObject({ http: 200, text: open })
    await before.stop()
  })

  test('of a process that is killed is nothing: another one answers', async () => {
    const going = await startServer({ portal: dir, trustProxy: true })
    const pair = await startNginx({ processes: [going.address, server.address], dist: dir })
    const visitor = new Visitor(pair)
    const body = { matricule: students.seydou.matricule }
    const ask = () => visitor.call('verif/statut/matricule', body)
    expect((await Promise.all(Array.from({ length: 20 }, ask))).every(({ http }) => http === 200)).toBe(true)
    await going.stop()
    expect((await Promise.all(Array.from({ length: 40 }, ask))).map(({ http }) => http)).toEqual(Array(40).fill(200))
    await pair.stop()
  })
})

describe('by https', () => {
  const get = (path: string) =>
    new Promise<{ http: number; headers: Record<string, unknown>; body: string }>((settle, fail) => {
      request(secure.address + path, { rejectUnauthorized: false }, response => {
        text(response).then(body => settle({ http: response.statusCode ?? 0, headers: response.headers, body }), fail)
      })
        .once('error', fail)
        .end()
    })

  test('every answer says that it stays so, and the token travels by nothing else', async () => {
    for (const path of ['/home', '/nulle-part', '/assets/none.js', '/sw.js', chrono, '/recepisses/f/none'])
      expect((await get(path)).headers['strict-transport-security'], path).toMatch(/^max-age=\d{8}$/)
    for (const path of ['/home', '/nulle-part', '/recepisses/f/none'])
      expect(String((await get(path)).headers['set-cookie']), path).toMatch(
        /^XSRF-TOKEN=portail-[\w-]{32}; .*; ?Secure/,
      )
  })

  test('the plain address leads there', async () => {
    const { http, headers } = await requestRaw(secure.plainAddress, { path: '/status?x=1' })
    expect([http, headers.location]).toEqual([301, 'https://localhost/status?x=1'])
  })

  test('many requests share one connection', async () => {
    const session = connect(secure.address, { rejectUnauthorized: false })
    const replies = await Promise.all(
      ['/home', '/sw.js', '/status'].map(async path => {
        const stream = session.request({ ':path': path, 'accept-encoding': 'br' })
        const headers = new Promise<Record<string, unknown>>(settle => stream.once('response', settle))
        stream.resume().end()
        return headers
      }),
    )
    session.close()
    expect(replies.map(headers => [headers[':status'], headers['content-encoding']])).toEqual(
      Array(3).fill([200, 'br']),
    )
  })
})
