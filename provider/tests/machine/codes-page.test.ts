import { expect, test } from 'vitest'
import { escapeHtml } from '../../src/students/escape-html.ts'
import { afterwards, oneChild } from '../setup/campus.ts'
import { endCleanly } from '../setup/child.ts'
import { Line } from '../setup/line.ts'
import { startBareNginx } from '../setup/nginx.ts'
import { requestRaw } from '../setup/raw.ts'
import { readCode, students, Visitor } from '../setup/visitor.ts'

const own = await oneChild()
const { child: server } = own
/** Path and token of the list as it was printed. */
const list = server.codes.slice(server.address.length)
/**
 * As any guide has it: everything goes to one process by HTTP/1.1, and no header names who asked.
 */
const nginx = await startBareNginx(port => [
  `server { listen 127.0.0.1:${port};`,
  `location / { proxy_pass ${new URL(server.address).origin}; proxy_http_version 1.1; } }`,
])
afterwards(nginx.stop)
expect((await new Visitor(server).save(students.aminata, '76000001')).status).toBe(1)

const page = () => list.replace('.json', '')

test('who read the terminal of this start sees the codes, as a page or as JSON', async () => {
  expect(server.output().out).toContain(`CODES ${server.address}${page()}\n`)
  expect(list).toMatch(/^\/_sms\.json\?jeton=[\w-]{24}$/)
  const html = await fetch(server.address + page())
  expect([html.headers.get('cache-control'), html.headers.get('referrer-policy')]).toEqual([
    'no-store, no-transform',
    'no-referrer',
  ])
  expect(await html.text()).toMatch(/76 00 00 01.*votre code est \d{4}/)
  const listed = await (await fetch(server.codes)).json()
  expect(listed[0]).toMatchObject({ phone: '76000001', text: expect.stringContaining('votre code') })
  expect(await (await fetch(server.address + page(), { headers: { accept: 'application/json' } })).json()).toEqual(
    listed,
  )
  expect(await readCode(server, '76000001')).toMatch(/^\d{4}$/)
  expect(escapeHtml(`<a href="'&`)).toBe('&lt;a href=&quot;&#39;&amp;')
})

test('without that token it is a page that does not exist, whatever a request says of itself', async () => {
  const token = new URL(server.codes).searchParams.get('jeton') ?? ''
  for (const path of ['/_sms', '/_sms.json'])
    for (const query of ['', '?jeton', '?jeton=', `?jeton=${token.slice(1)}`, `?jeton=${token}a`, `?token=${token}`])
      for (const headers of [{}, { host: 'localhost:8080' }, { 'x-forwarded-for': '127.0.0.1' }, { cookie: token }]) {
        const { http, text } = await requestRaw(server.address, { path: path + query, headers })
        const nowhere = await requestRaw(server.address, { path: path.replace('sms', 'nowhere'), headers })
        expect([http, text], path + query).toEqual([404, nowhere.text])
      }
  const earlier = await Line.open(server.address)
  await earlier.write('GET /_sms.json HTTP/1.0\r\nHost: localhost:8080\r\n\r\n')
  await earlier.ended()
  expect(earlier.received).toMatch(/^HTTP\/1\.1 404/)
})

test('nobody reads a code through a proxy that was set up by a guide', async () => {
  for (const path of ['/_sms', '/_sms.json']) {
    const answer = await fetch(nginx.address + path)
    expect([answer.status, await answer.text()]).toEqual([404, expect.not.stringMatching(/votre code/)])
  }
  // It passes on what it gets: the token is all that was missing.
  expect((await fetch(nginx.address + list)).status).toBe(200)
})

test('the token is of one start, and stands in no log', async () => {
  const before = server.codes
  expect(server.output().err).not.toContain('jeton')
  expect(server.output().err).toContain('"template":"/_sms.json"')
  await endCleanly(server)
  await own.start()
  const { search, pathname } = new URL(before)
  expect((await fetch(own.child.address + pathname + search)).status).toBe(404)
  expect((await fetch(own.child.codes)).status).toBe(200)
})
