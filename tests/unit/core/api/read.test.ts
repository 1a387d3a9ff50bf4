import { describe, expect, test } from 'vitest'
import { type Problem, problemOf } from '../../../../src/core/api/problem.ts'
import { readReply, retrySeconds } from '../../../../src/core/api/read.ts'
import { matriculeReply, outcome } from '../../../../src/core/api/schemas.ts'

const now = Date.UTC(2026, 9, 1, 12)
const day = 86_400
const answer = (code: number, text: string, headers: Record<string, string> = {}) => ({
  code,
  text,
  header: (name: string) => headers[name] ?? null,
})
const problem = (...args: Parameters<typeof answer>): Problem | undefined => {
  try {
    readReply(outcome, answer(...args), now)
    return undefined
  } catch (error) {
    return problemOf(error)
  }
}
const httpDate = (seconds: number) => new Date(now + seconds * 1000).toUTCString()
const page = '<!doctype html><title>Connexion</title>'

describe('an answer becomes a result only by being what was promised', () => {
  test.each([200, 201, 299])('a whole answer with %i is read', code => {
    expect(readReply(outcome, answer(code, '{"status":"1","msg":"Merci"}'), now)).toEqual({ status: 1, msg: 'Merci' })
  })

  test.each<[string, string, Problem]>([
    ['a page of HTML is a captive portal', page, { kind: 'captive' }],
    ['a page after blanks is one, too', `\r\n  ${page}`, { kind: 'captive' }],
    ['an XML page is one, too', '<?xml version="1.0"?><error/>', { kind: 'captive' }],
    ['a cut answer breaks the contract', '{"status":1,"msg":"Mer', { kind: 'contract' }],
    ['an empty answer breaks it', '', { kind: 'contract' }],
    ['a blank answer breaks it', ' \n', { kind: 'contract' }],
    ['a text breaks it', 'OK', { kind: 'contract' }],
    ['an answer without a status breaks it', '{"msg":"Merci"}', { kind: 'contract' }],
    ['a JSON page of another kind breaks it', '"<html>"', { kind: 'contract' }],
    ['null breaks it', 'null', { kind: 'contract' }],
  ])('%s', (_, text, expected) => expect(problem(200, text)).toEqual(expected))

  test('511 asks for a sign-in, whatever its page', () => {
    for (const text of [page, '', '{"status":1}']) expect(problem(511, text)).toEqual({ kind: 'captive' })
  })

  const person = (nom: string) => {
    const text = `{"status":1,"msg":"","resultat":{"matricule":"ML1","nom":"${nom}","prenom":"Awa"}}`
    return readReply(matriculeReply, answer(200, text), now)
  }
  test.each(['A\ufffdssata', 'A\\ufffdssata', 'A\\uFFFDssata'])(
    'a name with a letter that was lost breaks it: %s',
    nom => {
      expect(() => person(nom)).toThrow('contract')
      expect(person('Aïssata').resultat).toMatchObject({ nom: 'Aïssata' })
    },
  )

  test('what the provider has accepted is accepted, where only its words lost a letter', () => {
    const accepted = answer(200, '{"status":1,"msg":"enregistr\ufffde"}')
    expect(readReply(outcome, accepted, now)).toEqual({ status: 1, msg: '' })
  })

  test('204 has no result', () => expect(problem(204, '')).toEqual({ kind: 'contract' }))
})

describe('an error of the server', () => {
  const said = JSON.stringify({ status: 0, msg: 'Code faux' })
  const reply = { status: 0, msg: 'Code faux' }
  const http = (code: number, more = {}): Problem => ({ kind: 'http', code, ...more })
  test.each<[string, Parameters<typeof answer>, Problem]>([
    ['a gateway’s page has no words of the provider', [502, page], http(502)],
    ['an empty error', [500, ''], http(500)],
    ['a status 1 under an error is no success', [500, '{"status":1}'], http(500, { reply: { status: 1, msg: '' } })],
    ['the provider’s own words are kept', [422, said], http(422, { reply })],
    ['JSON of a gateway is not the provider', [403, '{"message":"Forbidden"}'], http(403)],
    ['a redirect that leads nowhere', [304, ''], http(304)],
    ['429 asks for a pause', [429, said, { 'Retry-After': '120' }], http(429, { reply, retryAfter: 120 })],
    ['503 asks for none', [503, page], http(503)],
    ['503 names a date', [503, page, { 'Retry-After': httpDate(90) }], http(503, { retryAfter: 90 })],
    ['503 says something unreadable', [503, page, { 'Retry-After': 'bientôt' }], http(503)],
  ])('%s', (_, args, expected) => expect(problem(...args)).toEqual(expected))

  test('a date is counted from the server’s clock: a phone that lost the time must not wait for years', () => {
    const farAway = 50 * 365 * day
    const headers = { 'Retry-After': httpDate(farAway + 90), Date: httpDate(farAway) }
    expect(problem(503, page, headers)).toEqual(http(503, { retryAfter: 90 }))
  })
})

test.each([
  ['nothing', null, undefined],
  ['an empty header', '', undefined],
  ['seconds', '30', 30],
  ['zero', '0', 0],
  ['seconds between blanks', ' 30 ', 30],
  ['a broken number', '1.5', undefined],
  ['a date to come, rounded up', httpDate(12), 12],
  ['a date that is past', httpDate(-5), 0],
  ['a word', 'later', undefined],
  ['a pause beyond a day: a slip that would outlast the enrolment', '99999999999', day],
  ['more digits than a number holds', '9'.repeat(400), day],
  ['a date beyond a day', httpDate(400 * day), day],
])('Retry-After with %s', (_, header, seconds) => expect(retrySeconds(header, now)).toBe(seconds))
