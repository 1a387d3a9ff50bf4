import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bases } from '../src/web/bases.ts'
import { oneChild } from './setup/campus.ts'
import { serveImpatiently } from './setup/child.ts'
import { head, Line } from './setup/line.ts'
import { base64Photograph } from './setup/photographs.ts'
import { received as known, Visitor } from './setup/visitor.ts'

/** Paths as an attacker writes them, byte for byte: no client library edits them on the way. */

const { child, folders } = await oneChild({}, serveImpatiently)
await writeFile(join(folders.folder, 'outside.html'), 'outside-of-the-folders')
await writeFile(join(folders.dataDir, 'secret'), 'inside-of-the-data')
const secrets = ['inside-of-the-data', 'outside-of-the-folders', 'root:']

const encoded = ['%2e%2e%2f', '%2e%2e/', '..%2f', '..%5c', '%252e%252e%252f', '..%c0%af']
const ups = ['../', '..\\', ...encoded, '....//', '.%00./', '..;/']
const goals = ['outside.html', 'data/secret', 'data/lock', 'data/pg/PG_VERSION', 'etc/passwd', 'etc/passwd%00.html']
const climbs = ups.flatMap(up => goals.flatMap(goal => [1, 2, 8].map(depth => up.repeat(depth) + goal)))
const places = ['C:\\windows\\win.ini', '\\\\host\\share', '/etc/passwd', 'file:///etc/passwd']
const odd = ['\0', '%00', '%', '%zz', '%c3%28', ...places]
const payloads = [...climbs, ...odd]

/** Hundreds of requests on one connection, each answered before the next. */
async function answers(method: string, paths: readonly string[], body = ''): Promise<string[]> {
  const results: string[] = []
  for (const path of paths) {
    const line = await Line.open(child.address)
    const length = method === 'POST' ? { 'Content-Length': Buffer.byteLength(body) } : {}
    await line.write(Buffer.from(head(path, { Connection: 'close', ...length }, method) + body, 'latin1'))
    await line.ended()
    results.push(line.received)
  }
  return results
}

function expectHarmless(paths: readonly string[], received: readonly string[], allowed: RegExp): void {
  for (const [index, text] of received.entries()) {
    const path = paths[index]
    expect(text.slice(0, 12), path).toMatch(allowed)
    for (const secret of secrets) expect(text.includes(secret), path).toBe(false)
  }
}

test('of a page lead nowhere but to pages', async () => {
  for (const root of ['/', '/assets/', '/status/']) {
    const paths = payloads.map(payload => root + payload)
    const received = await answers('GET', paths)
    expectHarmless(paths, received, /^HTTP\/1\.1 (200|400|404)/)
    for (const text of received) if (text.startsWith('HTTP/1.1 200')) expect(text).toContain('<title>Portail</title>')
  }
}, 120_000)

test('of a receipt lead to nothing', async () => {
  const paths = payloads.map(payload => `/recepisses/f/${payload}`)
  const received = await answers('GET', paths)
  expectHarmless(paths, received, /^HTTP\/1\.1 (200|400|404)/)
  expect(received.filter(text => text.includes('application/pdf'))).toEqual([])
})

test('of a call name no call', async () => {
  const places = [...bases.map(base => base.path), '/2021/v1/etudiant/files/update/']
  for (const place of places) {
    const paths = payloads.filter((_, index) => index % 4 === 0).map(payload => place + payload)
    expectHarmless(paths, await answers('POST', paths, '{}'), /^HTTP\/1\.1 (400|404|405)/)
  }
})

test('in a body become no file name', async () => {
  const before = await readdir(folders.folder, { recursive: true })
  const visitor = new Visitor(child)
  const image = await base64Photograph(1, 32, 32)
  const names = ['..', '.', '\0', 'attest\0', 'attest/../../x', '__proto__', 'constructor']
  for (const payload of [...climbs.slice(0, 40), ...names]) {
    const { matricule } = known
    expect((await visitor.send(known, payload, image)).http).toBe(400)
    expect((await visitor.send({ matricule: payload }, 'attest', image)).http).toBe(400)
    expect((await visitor.send({ matricule: `${matricule}${payload}` }, 'attest', image)).http).toBe(400)
  }
  const isDatabase = (name: string) => name.startsWith(join('data', 'pg'))
  const after = await readdir(folders.folder, { recursive: true })
  expect(after.filter(name => !isDatabase(name)).sort()).toEqual(before.filter(name => !isDatabase(name)).sort())
})
