import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { bodies } from '../../contract/examples.ts'
import { asJson, asText, errorEntry } from '../src/monitoring/log.ts'
import { bases } from '../src/web/bases.ts'
import { calls } from '../src/web/calls/all.ts'
import { oneServer } from './setup/campus.ts'
import { base64Photograph } from './setup/photographs.ts'
import { enrolAndConfirm, students } from './setup/visitor.ts'

const { server, visitor } = await oneServer()

/** All that a line may say. */
const LogLine = v.strictObject({
  time: v.pipe(v.string(), v.isoTimestamp()),
  level: v.literal('info'),
  id: v.pipe(v.string(), v.uuid()),
  method: v.pipe(v.string(), v.regex(/^[A-Z]+$/)),
  template: v.pipe(v.string(), v.regex(/^\/[\w/:*.]*$/)),
  status: v.number(),
  ms: v.number(),
  refusal: v.optional(v.string()),
})

const chrono = '/2021/v1/etudiant/enrolement/chrono'

/** Section 7, word for word, and the re-uploads of docs/contract.md. */
const specified = [
  ...['liste/serie', 'pieces/identite/utilisee', 'btn/info', 'new/bac', 'liste/annee', 'statut/liste/annee'],
  ...['liste/academie', 'enrolement/chrono', 'search/matricule', 'enrolement/add', 'otp/valide'],
  ...['enrolement/globalevalid', 'files/upload', 'verif/statut/matricule', 'verif/statut/phone'],
  ...['enrolement/statut', 'enrolement/statut/phone', 'voir/recepisse'],
]
const updates = ['actenaiss', 'carteid', 'simcard', 'attest', 'photobuste'].map(type => `files/update/${type}`)

test('every call of the specification answers JSON on every base', async () => {
  expect(calls.map(call => call.path).sort()).toEqual([...specified, ...updates].map(path => `etudiant/${path}`).sort())
  for (const base of bases) {
    for (const { path } of calls) expect((await visitor.post(base.path + path, {})).http, path).toBeLessThan(500)
    expect(await visitor.post(`${base.path}etudiant/inconnu`, {})).toMatchObject({ http: 404, json: { status: 0 } })
    const get = await fetch(`${server.address}${base.path}etudiant/liste/serie`)
    expect(get.status).toBe(405)
    expect(await get.json()).toMatchObject({ status: 0 })
  }
})

describe('the XSRF pair', () => {
  test('comes with pages, and is not for scripts of other sites', async () => {
    const cookie = async (headers: Record<string, string> = {}) =>
      (await fetch(`${server.address}/home`, { headers })).headers.get('set-cookie')
    const given = await cookie()
    expect(given).toMatch(/^XSRF-TOKEN=portail-[\w-]{32}; Max-Age=15552000; Path=\/; SameSite=Strict$/)
    expect(await cookie({ cookie: given?.split(';')[0] ?? '' })).toBeNull()
    // Whoever is no proxy of ours says of himself what he likes.
    expect(await cookie({ 'x-forwarded-proto': 'https' })).not.toContain('Secure')
  })

  test('is given beside those of other applications, and only once', async () => {
    const cookies = async (cookie: string, method = 'GET') =>
      (await fetch(`${server.address}/home`, { method, headers: { cookie } })).headers.getSetCookie()
    for (const foreign of [
      'XSRF-TOKEN=another',
      'XSRF-TOKEN=',
      'XSRF-TOKEN=one; XSRF-TOKEN="two"; a=b',
      'XSRF-TOKEN=portail-',
      'A-XSRF-TOKEN=portail-of-another-name',
    ]) {
      expect(await cookies(foreign)).toEqual([expect.stringMatching(/^XSRF-TOKEN=portail-/)])
      const [own = ''] = await cookies(foreign, 'HEAD')
      expect(own).toMatch(/^XSRF-TOKEN=portail-/)
      for (const both of [`${foreign}; ${own.split(';')[0]}`, `${own.split(';')[0]}; ${foreign}`])
        expect(await cookies(both), both).toEqual([])
    }
  })

  test('is not given by calls: those that set out together would each bring another one', async () => {
    for (const path of [chrono, '/2021/v1/etudiant/liste/serie', '/2021/v1/inconnu']) {
      const { http, headers } = await visitor.post(path, {})
      expect([http < 500, headers.get('set-cookie')]).toEqual([true, null])
    }
  })

  const passes = async (headers: Record<string, string>) => {
    const { http, json } = await visitor.post(chrono, {}, { headers })
    if (http !== 200) expect({ http, json }).toEqual({ http: 403, json: { status: 0, msg: expect.any(String) } })
    return http === 200
  }

  test('lets a call pass that has neither half', async () => expect(await passes({})).toBe(true))

  test.each([
    ['XSRF-TOKEN=another; XSRF-TOKEN=tokentoken', 'tokentoken'],
    ['XSRF-TOKEN=tokentoken; XSRF-TOKEN=another', 'tokentoken'],
    ['XSRF-TOKEN=another; XSRF-TOKEN=tokentoken', 'another'],
    ['XSRF-TOKEN=a; XSRF-TOKEN=b; c=d;XSRF-TOKEN=tokentoken', 'tokentoken'],
    ['XSRF-TOKEN=%; XSRF-TOKEN=tokentoken', 'tokentoken'],
    // A page decodes it or not, and another application may have written it encoded, or between
    // quotation marks.
    ['XSRF-TOKEN=a%2Bb%3D', 'a+b='],
    ['XSRF-TOKEN=a%2Bb%3D', 'a%2Bb%3D'],
    ['XSRF-TOKEN=a+b=', 'a%2Bb%3D'],
    ['XSRF-TOKEN="tokentoken"', 'tokentoken'],
    ['XSRF-TOKEN="tokentoken"', '"tokentoken"'],
    ['XSRF-TOKEN=100%', '100%'],
    ['XSRF-TOKEN=', ''],
    ['XSRF-TOKEN=tokentoken', 'tokentoken'],
  ])('%j passes with %j', async (cookie, header) => expect(await passes({ cookie, 'x-xsrf-token': header })).toBe(true))

  test.each([
    ['XSRF-TOKEN=another; XSRF-TOKEN=tokentoken', 'third'],
    ['XSRF-TOKEN=another; XSRF-TOKEN=tokentoken', ''],
    ['XSRF-TOKEN=another; A-XSRF-TOKEN=tokentoken', 'tokentoken'],
    ['XSRF-TOKEN=another; a=XSRF-TOKEN=tokentoken', 'tokentoken'],
    ['XSRF-TOKEN=""; XSRF-TOKEN=another', ''],
    ['XSRF-TOKEN=%; XSRF-TOKEN=another', ''],
    ['XSRF-TOKEN=tokentoken', undefined],
    ['XSRF-TOKEN=tokentoken', ''],
    ['XSRF-TOKEN=tokentoken', 'other'],
    ['XSRF-TOKEN=tokentoken', 'tokentoken0'],
  ])('%j is refused with %j', async (cookie, header) =>
    expect(await passes({ cookie, ...(header !== undefined && { 'x-xsrf-token': header }) })).toBe(false),
  )
})

describe('bodies', () => {
  test('what is no JSON object of the call is refused in French', async () => {
    for (const body of ['', '{', 'null', '"texte"', '{"matricule":1}', '{"matricule":{"$gt":""}}', '\u0000']) {
      const { http, json } = await visitor.call('otp/valide', body)
      expect({ http, json }, body).toEqual({ http: 400, json: { status: 0, msg: expect.any(String) } })
    }
  })

  test('a foreign form, which can send no JSON, is refused', async () => {
    expect((await visitor.post(chrono, '{}', { headers: { 'content-type': 'text/plain' } })).http).toBe(415)
  })

  test('gzip is offered and understood, another coding is not', async () => {
    const uncompressed = await visitor.search(students.aminata)
    expect(uncompressed.headers.get('accept-encoding')).toBe('gzip')
    expect((await visitor.search(students.aminata, { gzip: true })).json).toEqual(uncompressed.json)
    expect((await visitor.post(chrono, '{}', { headers: { 'content-encoding': 'br' } })).http).toBe(415)
    expect((await visitor.post(chrono, '{}', { headers: { 'content-encoding': 'gzip' } })).http).toBe(400)
  })

  test('an ordinary call takes no large body', async () => {
    expect((await visitor.give({ matricule: 'A'.repeat(40_000) }, '1234')).http).toBe(413)
  })
})

test('the log says what happened and nothing about whom', async () => {
  const code = await enrolAndConfirm(server, visitor, students.moussa, '76543210')
  const { matricule, nom } = students.moussa
  await visitor.send(students.moussa, 'attest', await base64Photograph(4))
  await visitor.call('enrolement/statut/phone', { phone: '76543210' })
  await fetch(`${server.address}/reclamation/${matricule}?phone=76543210`)
  await fetch(`${server.address}/2021/v1/${matricule}`, { method: 'POST' })
  const token = String((await visitor.receipt(students.moussa, code)).json.msg)
    .split('/')
    .at(-1)
  await fetch(`${server.address}/recepisses/f/${token}`)
  const log = server.log.join('\n')
  for (const personal of [matricule, '76543210', nom, 'Moussa', String(token), '127.0.0.1'])
    expect(log).not.toContain(personal)
  const lines = server.log.map(line => v.parse(LogLine, JSON.parse(line)))
  for (const line of [
    { method: 'POST', template: '/2021/v1/etudiant/files/upload', status: 200 },
    { method: 'GET', template: '/recepisses/f/:token', status: 200 },
  ])
    expect(lines).toContainEqual(expect.objectContaining(line))
})

test('each answer of the contract’s save is stored, so that a new field cannot be forgotten here', async () => {
  const { matricule, nom, prenom, numPlace, serie, ae } = students.aminata
  const listed = { ...bodies.complete, matricule, nom, prenom, numPlace, serie, ae }
  expect((await visitor.call('enrolement/add', listed)).status).toBe(1)
  const rows = await server.database.query<{ answers: object }>('SELECT answers FROM enrolments WHERE matricule = $1', [
    matricule,
  ])
  // The list of students has the names, and the row itself the matricule.
  const stored = Object.keys(rows[0]?.answers ?? {})
  expect(Object.keys(bodies.complete).filter(name => !stored.includes(name))).toEqual([])
})

test('a field that the server does not know is dropped, and named once with what to do', async () => {
  const place = { anneeBac: '2026', numPlace: '1', serie: 'TSE', ae: 'BKORD', sexe: 'F', 'not a name': 1 }
  for (const _ of [1, 2]) await visitor.call('search/matricule', place)
  const lines = server.log.filter(line => line.includes('does not know the field'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('etudiant/search/matricule: this server does not know the field')
  expect(lines[0]).toContain('sexe')
})

test('an error is written down by class, code and places; its own words, which may quote a student, are not', () => {
  const error = Object.assign(new TypeError('Key (matricule)=(BKO2026T001)\n  already exists'), { code: '23505' })
  const entry = errorEntry(error, 'an-id', '/2021/v1/etudiant/enrolement/add')
  const now = new Date('2026-11-22T20:00:00Z')
  const line: unknown = JSON.parse(asJson(entry, now))
  expect(line).toEqual({
    time: '2026-11-22T20:00:00.000Z',
    level: 'error',
    id: 'an-id',
    template: '/2021/v1/etudiant/enrolement/add',
    error: 'TypeError',
    code: '23505',
    places: expect.arrayContaining([expect.stringContaining('web.test.ts')]),
  })
  for (const written of [asJson(entry, now), asText(entry, now)])
    expect(written).not.toMatch(/BKO2026T001|already exists/)
  expect(asText(entry, now)).toMatch(/^error TypeError 23505 in \/2021\/v1\/etudiant\/enrolement\/add\n {4}at /)
})
