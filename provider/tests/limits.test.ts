import { expect, test, vi } from 'vitest'
import { importStudents, inventStudents, oneCampus } from './setup/campus.ts'
import { requestRaw } from './setup/raw.ts'
import { completeBody, enrolAndConfirm, readCode, students } from './setup/visitor.ts'

// Hundreds of calls in one test: a machine that does other work as well takes longer than the usual five seconds.
vi.setConfig({ testTimeout: 60_000 })

const minute = 60_000
const { server, visitor } = await oneCampus([])

const wrongThan = (code: string, step = 1) => String((Number(code) + step) % 10_000).padStart(4, '0')
const from = (address: string) => ({ headers: { 'x-forwarded-for': `203.0.113.9, ${address}` } })

test('after five wrong codes even the right one waits, also after a restart, and fifteen minutes later it confirms', async () => {
  const { matricule } = students.aminata
  await visitor.call('enrolement/add', completeBody(students.aminata, '76000001'))
  const code = await readCode(server, '76000001')
  for (let guess = 1; guess <= 5; guess += 1) {
    const { http, json } = await visitor.call('otp/valide', { matricule, otp: wrongThan(code, guess) })
    expect({ http, json }).toEqual({
      http: 200,
      json: { status: 0, msg: 'Ce code n’est pas le bon. Entrez le code du dernier SMS.' },
    })
  }
  const expectRefusal = async () => {
    const { http, headers, json } = await visitor.call('otp/valide', { matricule, otp: code })
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
  expect((await visitor.call('otp/valide', { matricule, otp: code })).json.status).toBe(1)
})

test('a code expires after thirty minutes, and a new one confirms', async () => {
  const { matricule } = students.fatoumata
  const body = completeBody(students.fatoumata, '76000003')
  await visitor.call('enrolement/add', body)
  const old = await readCode(server, '76000003')
  server.advance(31 * minute)
  expect((await visitor.call('otp/valide', { matricule, otp: old })).json).toEqual({
    status: 0,
    msg: 'Ce code a expiré. Demandez un nouveau code.',
  })
  await visitor.call('enrolement/add', body)
  const otp = await readCode(server, '76000003')
  expect((await visitor.call('otp/valide', { matricule, otp })).json.status).toBe(1)
})

test('nobody can flood a phone with codes', async () => {
  const body = completeBody(students.seydou, '76000004')
  for (let time = 0; time < 5; time += 1) {
    expect((await visitor.call('enrolement/add', body)).http).toBe(200)
    server.advance(minute + 1)
  }
  const { http, headers } = await visitor.call('enrolement/add', body)
  expect(http).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(server.shown.filter(sms => sms.phone === '76000004')).toHaveLength(5)
})

test('walking through place numbers is stopped for that address, without stopping the campus behind it', async () => {
  const attacker = from('198.51.100.7')
  const { anneeBac, serie, ae } = students.mariam
  const walk = Array.from({ length: 300 }, (_, index) => ({ anneeBac, numPlace: String(50_000 + index), serie, ae }))
  const replies = await Promise.all(walk.map(body => visitor.call('search/matricule', body, attacker)))
  expect(new Set(replies.map(reply => reply.http))).toEqual(new Set([200]))

  const { numPlace } = students.mariam
  const lookup = { anneeBac, numPlace, serie, ae }
  expect((await visitor.call('search/matricule', lookup, attacker)).http).toBe(429)
  expect((await visitor.call('enrolement/statut', { matricule: 'XXXXXXXXXXX' }, attacker)).http).toBe(429)
  // The last entry is the one that our own proxy wrote: the client's own claim before it changes nothing.
  expect(
    (await visitor.call('search/matricule', lookup, { headers: { 'x-forwarded-for': '192.0.2.1, 198.51.100.7' } }))
      .http,
  ).toBe(429)
  expect((await visitor.call('search/matricule', lookup, from('198.51.100.8'))).json.status).toBe(1)
  expect((await visitor.call('enrolement/add', completeBody(students.mariam, '76000005'), attacker)).json.status).toBe(
    1,
  )
})

test('a campus that finds its students may mistype as often as it likes, and still nobody walks through numbers there', async () => {
  const campus = from('198.51.100.60')
  const invented = inventStudents(300)
  await importStudents(server.dataDir, invented)
  const search = (numPlace: string) =>
    visitor.call('search/matricule', { anneeBac: '2026', numPlace, serie: 'TSE', ae: 'BKORD' }, campus)
  for (const [index, { numPlace }] of invented.entries()) {
    const replies = [await search(`9${numPlace}`), await search(numPlace)]
    expect(
      replies.map(({ http, json }) => [http, json.status]),
      `student ${index}`,
    ).toEqual([
      [200, 0],
      [200, 1],
    ])
  }
  const walk = Array.from({ length: 301 }, (_, index) => search(String(300_000 + index)))
  expect((await Promise.all(walk)).filter(({ http }) => http === 429)).toHaveLength(1)
})

test('a receipt asks for all five facts, and wrong ones are counted', async () => {
  const { matricule, numPlace, serie, ae } = students.ibrahim
  const otp = await enrolAndConfirm(server, visitor, students.ibrahim, '76000006')
  const right = { otp, matricule, num_place: numPlace, serie, ae }
  const ask = (change: object) => visitor.post('/recepisses/v1/etudiant/voir/recepisse', { ...right, ...change })
  expect((await ask({})).json.status).toBe(1)
  const wrong = [
    { otp: wrongThan(otp) },
    { num_place: '1' },
    { serie: 'TSE' },
    { ae: 'KAYES' },
    { otp: wrongThan(otp, 2) },
  ]
  for (const change of wrong) {
    expect((await ask(change)).json).toEqual({ status: 0, msg: 'Aucun récépissé ne correspond à ces informations.' })
  }
  const { http, headers } = await ask({})
  expect(http).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a receipt link ends after fifteen minutes and cannot be guessed', async () => {
  const request = { otp: '2580', matricule: 'KOU2025T002', num_place: '2002', serie: 'TSEXP', ae: 'KOULIKORO' }
  const path = String((await visitor.post('/recepisses/v1/etudiant/voir/recepisse', request)).json.msg)
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
  const request = { otp: '2580', matricule: 'KOU2025T002', num_place: '2002', serie: 'TSEXP', ae: 'KOULIKORO' }
  const { text } = await requestRaw(server.address, {
    method: 'POST',
    path: '/recepisses/v1/etudiant/voir/recepisse',
    headers: { 'content-type': 'application/json', host: 'evil.example' },
    body: JSON.stringify(request),
  })
  expect(JSON.parse(text).msg).toMatch(/^\/recepisses\/f\//)
})
