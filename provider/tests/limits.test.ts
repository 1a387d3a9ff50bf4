import { expect, test, vi } from 'vitest'
import { importStudents, inventStudents, oneCampus } from './setup/campus.ts'
import { requestRaw } from './setup/raw.ts'
import { enrolAndConfirm, readCode, received, students, otherCode as wrongThan } from './setup/visitor.ts'

// Hundreds of calls in one test: a machine that does other work as well takes longer than the usual
// five seconds.
vi.setConfig({ testTimeout: 60_000 })

const minute = 60_000
const { server, visitor } = await oneCampus()

const from = (address: string) => ({ headers: { 'x-forwarded-for': `203.0.113.9, ${address}` } })

test('after five wrong codes even the right one waits, also after a restart, and fifteen minutes later it confirms', async () => {
  const { aminata } = students
  await visitor.save(aminata, '76000001')
  const code = await readCode(server, '76000001')
  for (let guess = 1; guess <= 5; guess += 1) {
    const { http, json } = await visitor.give(aminata, wrongThan(code, guess))
    const msg = 'Ce code n’est pas le bon. Entrez le code du dernier SMS.'
    expect({ http, json }).toEqual({ http: 200, json: { status: 0, msg } })
  }
  const expectRefusal = async () => {
    const { http, headers, json } = await visitor.give(aminata, code)
    expect({ http, json }).toEqual({
      http: 429,
      json: { status: 0, msg: expect.stringContaining('Trop de tentatives') },
    })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(900)
  }
  await expectRefusal()
  await server.restart()
  await expectRefusal()
  server.advance(15 * minute)
  expect((await visitor.give(aminata, code)).status).toBe(1)
})

test('a code expires after thirty minutes, and a new one confirms', async () => {
  const { fatoumata } = students
  await visitor.save(fatoumata, '76000003')
  const old = await readCode(server, '76000003')
  server.advance(31 * minute)
  expect((await visitor.give(fatoumata, old)).json).toEqual({
    status: 0,
    msg: 'Ce code a expiré. Demandez un nouveau code.',
  })
  await enrolAndConfirm(server, visitor, fatoumata, '76000003')
})

test('nobody can flood a phone with codes', async () => {
  const save = () => visitor.save(students.seydou, '76000004')
  for (let time = 0; time < 5; time += 1) {
    expect((await save()).http).toBe(200)
    server.advance(minute + 1)
  }
  const { http, headers } = await save()
  expect(http).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(server.sent('76000004')).toHaveLength(5)
})

test('walking through place numbers is stopped for that address, without stopping the campus behind it', async () => {
  const attacker = from('198.51.100.7')
  const { mariam } = students
  const walk = Array.from({ length: 300 }, (_, index) => ({ ...mariam, numPlace: String(50_000 + index) }))
  const replies = await Promise.all(walk.map(one => visitor.search(one, attacker)))
  expect(new Set(replies.map(reply => reply.http))).toEqual(new Set([200]))
  expect((await visitor.search(mariam, attacker)).http).toBe(429)
  expect((await visitor.look({ matricule: 'XXXXXXXXXXX' }, attacker)).http).toBe(429)
  // The last entry is the one that our own proxy wrote: the client's own claim before it changes
  // nothing.
  expect((await visitor.search(mariam, { headers: { 'x-forwarded-for': '192.0.2.1, 198.51.100.7' } })).http).toBe(429)
  expect((await visitor.search(mariam, from('198.51.100.8'))).status).toBe(1)
  expect((await visitor.save(mariam, '76000005', {}, attacker)).status).toBe(1)
})

test('a campus that finds its students may mistype as often as it likes, and still nobody walks through numbers there', async () => {
  const campus = from('198.51.100.60')
  const invented = inventStudents(300)
  await importStudents(server.dataDir, invented)
  const search = (numPlace: string) => visitor.search({ anneeBac: '2026', numPlace, serie: 'TSE', ae: 'BKORD' }, campus)
  for (const [index, { numPlace }] of invented.entries()) {
    const replies = [await search(`9${numPlace}`), await search(numPlace)]
    const answers = replies.map(({ http, status }) => `${http} ${status}`)
    expect(answers, `student ${index}`).toEqual(['200 0', '200 1'])
  }
  const walk = Array.from({ length: 301 }, (_, index) => search(String(300_000 + index)))
  expect((await Promise.all(walk)).filter(({ http }) => http === 429)).toHaveLength(1)
})

test('a receipt asks for all five facts, and wrong ones are counted', async () => {
  const { ibrahim } = students
  const otp = await enrolAndConfirm(server, visitor, ibrahim, '76000006')
  const ask = ({ code = otp, ...change }) => visitor.receipt({ ...ibrahim, ...change }, code)
  expect((await ask({})).status).toBe(1)
  for (const change of [
    { code: wrongThan(otp) },
    { numPlace: '1' },
    { serie: 'TSE' },
    { ae: 'KAYES' },
    { code: wrongThan(otp, 2) },
  ])
    expect((await ask(change)).json).toEqual({ status: 0, msg: 'Aucun récépissé ne correspond à ces informations.' })
  const { http, headers } = await ask({})
  expect(http).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a receipt link ends after fifteen minutes and cannot be guessed', async () => {
  const path = String((await visitor.receipt(received, received.otp)).json.msg)
  // Behind a proxy nobody's word is believed on what the host is called.
  expect(path).toMatch(/^\/recepisses\/f\/[A-Za-z0-9_-]{43}$/)
  const link = `${server.address}${path}`
  expect((await fetch(link)).status).toBe(200)
  const wrong = await fetch(`${link.slice(0, -2)}AA`)
  expect(wrong.status).toBe(404)
  const refusal = await wrong.text()
  expect(refusal).toContain('Ce lien n’existe pas ou a expiré')
  server.advance(15 * minute)
  const late = await fetch(link)
  // Nobody learns that a link was one once.
  expect([late.status, await late.text()]).toEqual([404, refusal])
})

test('a receipt link carries no host that only a client claimed', async () => {
  const { text } = await requestRaw(server.address, {
    method: 'POST',
    path: '/recepisses/v1/etudiant/voir/recepisse',
    headers: { 'content-type': 'application/json', host: 'evil.example' },
    body: JSON.stringify({ ...received, num_place: received.numPlace }),
  })
  expect(JSON.parse(text).msg).toMatch(/^\/recepisses\/f\//)
})
