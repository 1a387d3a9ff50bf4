import { ValiError } from 'valibot'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { json, Wire } from '../../setup/wire.ts'

const wire = await new Wire().start()
// Read once, when the module is loaded.
vi.stubEnv('VITE_API_CURRENT', wire.url)
vi.stubEnv('VITE_API_OLDER', `${wire.url}anciens`)
const { call, send } = await import('../../../../src/core/api/call.ts')
const { clockOffset } = await import('../../../../src/core/api/clock.ts')
const { listQuery, lookupQuery } = await import('../../../../src/core/api/use-queries.ts')
const { noteLinkLost, currentConnectivity } = await import('../../../../src/core/api/connectivity.ts')
const { QueryClient } = await import('@tanstack/react-query')

afterAll(() => {
  vi.unstubAllEnvs()
  return wire.stop()
})
beforeEach(() => {
  wire.received.length = 0
})

describe('a call', () => {
  test('with an empty body sends {} as JSON and asks for JSON', async () => {
    wire.reply = (_, response) => json(response, { Resultat: [['TSE']] })
    expect(await call('series', {})).toEqual([{ code: 'TSE', libelle: 'TSE' }])
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    expect(wire.received).toMatchObject([{ method: 'POST', path: '/etudiant/liste/serie', body: '{}', headers }])
  })

  test('goes to the base of its row, and takes no cross-site token to another host', async () => {
    vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=abc' })
    wire.reply = (_, response) => json(response, { status: 2, msg: 'Validé' })
    const asked = call('status/anciens/phone', { phone: '76123456' }).finally(() => vi.unstubAllGlobals())
    expect(await asked).toMatchObject({ status: 2, msg: 'Validé' })
    const path = '/anciens/etudiant/enrolement/statut/phone'
    expect(wire.received).toMatchObject([{ path, body: '{"phone":"76123456"}' }])
    expect(wire.received[0]?.headers).not.toHaveProperty('x-xsrf-token')
  })

  test('with an empty field never leaves', async () => {
    expect(() => call('confirmCode', { matricule: '', otp: '1234' })).toThrow(ValiError)
    expect(wire.received).toEqual([])
  })

  test('that asks what has no answer yet waits for the same one; another question goes out', async () => {
    wire.reply = ({ body }, response) => json(response, { status: 2, msg: body })
    const ask = (phone: string) => call('status/anciens/phone', { phone })
    const both = await Promise.all([ask('76123456'), ask('76123456')])
    expect(both[0]).toEqual(both[1])
    expect(wire.received).toHaveLength(1)
    await Promise.all([ask('76123456'), ask('76123457')])
    expect(wire.received).toHaveLength(3)
  })

  test('that failed is made anew when it is asked for again', async () => {
    wire.reply = (_, response) => json(response, {}, 500)
    const ask = () => call('status/anciens/phone', { phone: '76123456' })
    for (const calls of [1, 2]) {
      await expect(ask()).rejects.toThrow()
      expect(wire.received).toHaveLength(calls)
    }
  })

  test('that was answered proves a network; a list, which may have been kept by the worker, does not', async () => {
    noteLinkLost()
    wire.reply = (_, response) => json(response, { Resultat: [['TSE']] })
    await call('series', {})
    expect(currentConnectivity()).toBe('away')
    wire.reply = (_, response) => json(response, { status: 2, msg: 'Validé' })
    await call('status/anciens/phone', { phone: '76123456' })
    expect(currentConnectivity()).toBe('reached')
  })

  test('of the outbox leaves to the byte as it was frozen, and teaches the provider’s clock', async () => {
    wire.reply = (_, response) => json(response, { status: '1' }, 200, { Date: 'Sat, 01 Jan 2050 00:00:00 GMT' })
    const frozen = '{"matricule" : "ML202600042", "otp":"1234"}'
    expect(await send('confirmCode', frozen)).toEqual({ status: 1, msg: '' })
    expect(wire.received[0]?.body).toBe(frozen)
    expect(Date.now() + clockOffset()).toBeGreaterThan(Date.UTC(2049, 11, 31))
  })

  const refused = { kind: 'http', code: 422, reply: { status: 0, msg: 'Non' } }
  test.each([
    ['a captive portal', 200, '<html>', {}, { kind: 'captive' }],
    ['an empty answer', 204, '', {}, { kind: 'contract' }],
    ['a refusal of the server', 422, '{"status":0,"msg":"Non"}', {}, refused],
    ['a busy server', 429, '', { 'Retry-After': '9' }, { kind: 'http', code: 429, retryAfter: 9 }],
  ])('that meets %s says so', async (_, code, body, headers, problem) => {
    wire.reply = (_, response) => response.writeHead(code, headers).end(body)
    await expect(call('validateFile', { matricule: 'ML202600042' })).rejects.toMatchObject({ problem })
  })

  test('follows a redirect to a login page and takes it for what it is', async () => {
    wire.reply = ({ path }, response) =>
      path === '/login' ? response.end('<html>') : response.writeHead(302, { Location: '/login' }).end()
    const asked = call('validateFile', { matricule: 'ML202600042' })
    await expect(asked).rejects.toMatchObject({ problem: { kind: 'captive' } })
  })
})

describe('a question through the query client', () => {
  test('is asked once for two fields that need the same list', async () => {
    wire.reply = (_, response) => json(response, { Resultat: [['TSE']] })
    const client = new QueryClient()
    const ask = () => client.fetchQuery(listQuery('series'))
    await Promise.all([ask(), ask()])
    await ask()
    expect(wire.received).toHaveLength(1)
  })

  test('is asked anew for each other student, and each answer stays with its question', async () => {
    wire.reply = ({ body }, response) => json(response, { status: 0, msg: body.includes('"1"') ? 'un' : 'deux' })
    const client = new QueryClient()
    const about = (numPlace: string) => lookupQuery({ anneeBac: '2025', numPlace, serie: 'TSE', ae: 'BKO' })
    const [first, second] = await Promise.all([client.fetchQuery(about('1')), client.fetchQuery(about('2'))])
    expect([first.msg, second.msg]).toEqual(['un', 'deux'])
  })
})
