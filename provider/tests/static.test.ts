import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { oneServer } from './setup/campus.ts'
import { requestRaw } from './setup/raw.ts'

const script = `console.log(${JSON.stringify('portail '.repeat(500))})`
const { server } = await oneServer()
for (const folder of ['assets', 'status', 'sous']) await mkdir(join(server.distDir, folder))
for (const [path, content] of Object.entries({
  'home.html': 'home page',
  'status/index.html': 'status page',
  '404.html': 'unknown page',
  'sw.js': '/* worker */',
  'manifest.webmanifest': '{}',
  'assets/app-1a2b.js': script,
  'assets/packed-1a2b.js': script,
  'assets/packed-1a2b.js.br': brotliCompressSync(script),
  'assets/stale-1a2b.js': script,
  'assets/stale-1a2b.js.br': brotliCompressSync('an earlier edition'),
  'assets/stale-1a2b.js.gz': 'no gzip at all',
  '.policies.conf': 'default "";',
  'assets/logo.png': new Uint8Array([1, 2, 3]),
  '../outside.txt': 'secret',
}))
  await writeFile(join(server.distDir, path), content)
await symlink('../outside.txt', join(server.distDir, 'link.txt'))

const forEver = 'public, max-age=31536000, immutable, no-transform'

const get = (path: string, headers: Record<string, string> = {}) => requestRaw(server.address, { path, headers })

test('a student who opens any page of the portal gets it, and one that only the app knows gets the app', async () => {
  expect((await get('/')).text).toContain('Portail')
  expect((await get('/home')).text).toBe('home page')
  expect((await get('/status')).text).toBe('status page')
  expect((await get('/status/')).text).toBe('status page')
  const file = '/reclamation/BKO2025T001'
  for (const path of ['/register', file, `${file}/`, '/envois', '/recepisse?x=1']) {
    const { http, text, headers } = await get(path)
    expect([http, text.includes('Portail'), headers['content-type']]).toEqual([200, true, 'text/html; charset=utf-8'])
  }
})

test("an address that is not the portal's gets the page that says so, and a program reads it in the status", async () => {
  const near = ['/reclamation', '/reclamation/a/b', '/homes', '/404', '/404.html']
  for (const path of ['/une/page/inconnue', '/sous', ...near]) {
    const { http, text, headers } = await get(path)
    expect([http, text, headers['content-type']], path).toEqual([404, 'unknown page', 'text/html; charset=utf-8'])
    expect(headers['set-cookie'], path).toHaveLength(1)
    // Whoever has kept the page is told the status again.
    expect((await get(path, { 'if-none-match': String(headers.etag) })).http, path).toBe(404)
  }
})

test('a missing script or picture is missing, not a page', async () => {
  const assets = ['/assets/app-old.js', '/assets/anything', '/logo.svg', '/sw-old.js', '/assets/packed-1a2b.js.br']
  for (const path of [...assets, '/.policies.conf', '/.connections.conf', '/link.txt', '/.env', '/.git/config'])
    expect((await get(path)).http, path).toBe(404)
})

test('hashed files are kept for a year, pages and the worker are asked for again', async () => {
  expect((await get('/assets/app-1a2b.js')).headers['cache-control']).toBe(forEver)
  for (const [path, type] of [
    ['/', 'text/html; charset=utf-8'],
    ['/register', 'text/html; charset=utf-8'],
    ['/sw.js', 'text/javascript; charset=utf-8'],
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
  ] as const) {
    const { headers } = await get(path)
    expect([headers['cache-control'], headers['content-type']], path).toEqual(['no-cache, no-transform', type])
    const again = await get(path, { 'if-none-match': String(headers.etag) })
    expect([again.http, again.text], path).toEqual([304, ''])
  }
})

test('a changed file is served anew under the running server', async () => {
  const before = await get('/home')
  await writeFile(join(server.distDir, 'home.html'), 'home page, second edition')
  const after = await get('/home', { 'if-none-match': String(before.headers.etag) })
  expect([after.http, after.text]).toEqual([200, 'home page, second edition'])
})

test('text travels compressed to whoever accepts it', async () => {
  const fetched = await fetch(`${server.address}/assets/packed-1a2b.js`, { headers: { 'accept-encoding': 'gzip, br' } })
  expect(fetched.headers.get('content-encoding')).toBe('br')
  expect(await fetched.text()).toBe(script)
  const zipped = await fetch(`${server.address}/assets/app-1a2b.js`, { headers: { 'accept-encoding': 'br, gzip' } })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  expect(Number(zipped.headers.get('content-length'))).toBeLessThan(script.length / 5)
  expect(await zipped.text()).toBe(script)
  const uncompressed = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip;q=0' })
  expect([uncompressed.headers['content-encoding'], uncompressed.text, uncompressed.headers.vary]).toEqual([
    undefined,
    script,
    'Accept-Encoding',
  ])
  expect((await get('/assets/logo.png', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBeUndefined()
})

test('each packing of a file is known again by its own tag, and whole to whoever asks for its head or a part', async () => {
  const path = '/assets/packed-1a2b.js'
  const tags = new Set<string>()
  for (const encoding of ['br', 'gzip', undefined]) {
    const offer = { 'accept-encoding': encoding ?? 'identity' }
    const { http, headers } = await get(path, { ...offer, range: 'bytes=0-9' })
    expect([http, headers['content-encoding'], headers.vary]).toEqual([200, encoding, 'Accept-Encoding'])
    const head = await requestRaw(server.address, { path, method: 'HEAD', headers: offer })
    const told = ['content-encoding', 'content-length'].map(name => head.headers[name])
    expect([head.http, head.text, ...told]).toEqual([200, '', encoding, headers['content-length']])
    const again = await get(path, { ...offer, 'if-none-match': `"another", W/${headers.etag}` })
    expect([again.http, again.text, again.headers.vary]).toEqual([304, '', 'Accept-Encoding'])
    tags.add(String(headers.etag))
  }
  expect(tags.size).toBe(3)
})

test('what was packed from another edition of a file is left alone', async () => {
  for (const [offers, encoding] of [
    ['br', null],
    ['br, gzip', 'gzip'],
  ] as const) {
    const fetched = await fetch(`${server.address}/assets/stale-1a2b.js`, { headers: { 'accept-encoding': offers } })
    expect([fetched.headers.get('content-encoding'), await fetched.text()]).toEqual([encoding, script])
  }
})

test('every answer forbids sniffing and being altered on its way, and sends no referrer', async () => {
  for (const path of ['/', '/assets/app-1a2b.js', '/assets/none.js', '/_sms', '/recepisses/f/none', '/2021/v1/none']) {
    const { headers } = await get(path)
    expect([headers['x-content-type-options'], headers['referrer-policy']], path).toEqual(['nosniff', 'no-referrer'])
    expect(headers['cache-control'], path).toMatch(/^(?:public, .*, immutable|no-cache|no-store), no-transform$/)
  }
})

test('the pages take no other method than reading', async () => {
  expect((await requestRaw(server.address, { path: '/home', method: 'POST' })).http).toBe(405)
  const head = await requestRaw(server.address, { path: '/sw.js', method: 'HEAD' })
  expect([head.http, head.text, head.headers['content-length']]).toEqual([200, '', '12'])
})

test('photos that reach the host for want of a worker are thrown away, and asked for once more', async () => {
  for (const size of [10, 20_000_000]) {
    const body = new FormData()
    body.append('photos', new Blob([new Uint8Array(size)], { type: 'image/jpeg' }), 'reçu.jpg')
    const answer = await fetch(`${server.address}/partage`, { method: 'POST', body, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/partage?encore'])
  }
  expect((await get('/partage?encore')).http).toBe(200)
  expect(server.log.join('\n')).toContain('"method":"POST","template":"/partage","status":303')
})

test("a page brings its own policy as a header too, and a worker the neutral page's", async () => {
  const meta = (policy: string) => `<meta http-equiv="Content-Security-Policy" content="${policy}" />Portail`
  await writeFile(join(server.distDir, 'index.html'), meta("default-src 'none'"))
  await writeFile(join(server.distDir, 'own.html'), meta("default-src 'self'"))
  await writeFile(join(server.distDir, 'assets', 'shrink.worker-1a2b.js'), 'onmessage = null')
  await mkdir(join(server.distDir, 'assets', 'copies'))
  await writeFile(join(server.distDir, 'assets', 'copies', '-_aZ09.txt'), 'function a(){}')
  for (const [path, policy] of [
    ['/own', "default-src 'self'; frame-ancestors 'none'"],
    ['/envois', "default-src 'none'; frame-ancestors 'none'"],
    ['/sw.js', "default-src 'none'; frame-ancestors 'none'"],
    ['/assets/shrink.worker-1a2b.js', "default-src 'none'; frame-ancestors 'none'"],
    ['/assets/logo.png', "default-src 'none'; frame-ancestors 'none'"],
    // A page's script obeys the page's; as a page of its own it has no origin.
    ['/assets/app-1a2b.js', 'sandbox'],
    ['/assets/copies/-_aZ09.txt', 'sandbox'],
  ] as const) {
    const { headers } = await get(path)
    expect(headers['content-security-policy'], path).toBe(policy)
  }
})

test('pages alone say whom they share a window with, what they may use, and where they may lead', async () => {
  const connections = '(response-origin "tel:*");redirects=allow'
  await writeFile(join(server.distDir, '.connections.conf'), `"~\\.html$" '${connections}';\n`)
  for (const path of ['/', '/home', '/envois', '/une/page/inconnue']) {
    const { headers } = await get(path)
    expect(headers['cross-origin-opener-policy'], path).toBe('same-origin')
    expect(headers['permissions-policy'], path).toContain('camera=(self)')
    expect(headers['connection-allowlist'], path).toBe(connections)
  }
  for (const path of ['/sw.js', '/assets/app-1a2b.js', '/assets/logo.png']) {
    const { headers } = await get(path)
    expect(headers, path).not.toHaveProperty('permissions-policy')
    expect(headers, path).not.toHaveProperty('connection-allowlist')
  }
})
