import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deliver } from '../src/sms/sms-gateway.ts'
import { oneCampus } from './setup/campus.ts'
import { makeCertificate } from './setup/nginx.ts'
import { requestRaw } from './setup/raw.ts'
import { students } from './setup/visitor.ts'

/** What SECURITY.md says is not there: only asking shows it. */

const { server, visitor } = await oneCampus()

const lists = '/2021/v1/etudiant/liste/serie'
const places = ['/', '/home', '/assets/', lists, '/recepisses/f/none', '/partage', '/nulle-part']

test('TRACE is refused everywhere and gives back nothing of the request', async () => {
  for (const path of places) {
    const { http, text } = await requestRaw(server.address, {
      method: 'TRACE',
      path,
      headers: { 'X-Secret': 'secret' },
    })
    expect([404, 405], path).toContain(http)
    expect(text, path).not.toContain('secret')
  }
})

test('no answer allows a page of another origin anything', async () => {
  const headers = {
    Origin: 'https://ailleurs.example',
    'Content-Type': 'application/json',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type',
  }
  for (const path of places) {
    for (const method of ['OPTIONS', 'GET', 'POST']) {
      const answer = await requestRaw(server.address, { method, path, headers, body: method === 'POST' ? '{}' : '' })
      const allowing = Object.keys(answer.headers).filter(name => name.startsWith('access-control-allow'))
      expect(allowing, `${method} ${path}`).toEqual([])
    }
  }
})

test('what a call leaves with a browser is for its base alone, out of reach of scripts and other sites', async () => {
  const cookies = async (headers: Record<string, string>) => {
    const reply = await visitor.save(students.aminata, '76000001', {}, { headers })
    expect(reply.status).toBe(1)
    return reply.headers.getSetCookie()
  }
  const attributes = /^[A-Z]+=[\w-]{43}; Max-Age=\d+; Path=\/2021\/v1\/; HttpOnly; (?:Secure; )?SameSite=Strict$/
  expect(await cookies({})).toEqual([expect.stringMatching(attributes)])
  expect(await cookies({ 'X-Forwarded-Proto': 'https' })).toEqual([expect.stringMatching(attributes)])
  expect((await cookies({ 'X-Forwarded-Proto': 'https' }))[0]).toContain('; Secure')
})

test('a folder is no list of its files', async () => {
  for (const path of ['/assets', '/assets/', '/recepisses/f', '/recepisses/f/', '/.well-known/', '/migrations/']) {
    const { http, text } = await requestRaw(server.address, { path })
    expect(http, path).toBe(404)
    expect(text, path).not.toMatch(/\.(?:js|css|html|pdf|sql)\b/)
  }
})

test('what the server says in short loads nothing and stands in no frame', async () => {
  const codes = server.codes.slice(server.address.length).replace('.json', '')
  for (const [method, path, status] of [
    ['GET', '/recepisses/f/none', 404],
    ['GET', codes, 200],
    ['GET', '/assets/none.js', 404],
    ['GET', '/%ff', 400],
    ['PUT', '/home', 405],
  ] as const) {
    const { http, headers } = await requestRaw(server.address, { method, path })
    expect([http, headers['content-security-policy']], path).toEqual([
      status,
      "default-src 'none'; frame-ancestors 'none'",
    ])
  }
})

test('a gateway with a certificate that nobody has signed gets no code', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portail-'))
  const [key, cert] = [join(folder, 'key'), join(folder, 'certificate')]
  makeCertificate(cert, key)
  let asked = 0
  const gateway = createServer({ key: await readFile(key), cert: await readFile(cert) }, (_, response) => {
    asked += 1
    response.end()
  })
  await once(gateway.listen(0, '127.0.0.1'), 'listening')
  const address = gateway.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const sms = { id: 'an-id', phone: '76000001', text: 'votre code est 1234' }
  const sent = await deliver({ url: `https://localhost:${port}/`, token: 'jeton' }, sms, AbortSignal.timeout(10_000))
  gateway.close()
  await rm(folder, { recursive: true })
  expect(sent).toMatchObject({ kind: 'failed', why: expect.stringMatching(/SELF_SIGNED|UNABLE_TO_VERIFY/) })
  expect(asked).toBe(0)
})
