import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { onFreshDevice, readDisk } from '../setup/device.ts'
import { watchReports } from '../setup/reports.ts'
import { code, only, photo } from '../setup/requests.ts'
import { json, Wire } from '../setup/wire.ts'

const wire = await new Wire().start()
vi.stubEnv('VITE_API_CURRENT', wire.url)
const { queueRequest } = await import('../../../src/outbox/api.ts')
const { hurryItems } = await import('../../../src/outbox/store.ts')
const { listItems } = await import('../../../src/outbox/items.ts')
const { flush } = await import('../../../src/outbox/send.ts')
const { ports } = await import('../../../src/outbox/ports.ts')

afterAll(() => {
  vi.unstubAllEnvs()
  return wire.stop()
})
watchReports()
onFreshDevice()
beforeEach(() => {
  wire.received.length = 0
  wire.reply = (_, response) => json(response, { status: 1, msg: 'Reçu' })
})

const upload = '/etudiant/files/upload'

describe('with the real queue, over a real connection', () => {
  test('what was kept arrives to the byte, once however many wake, is let go and never sent again', async () => {
    await queueRequest(photo('é1'), 0)
    await queueRequest(code('1234'), 1)
    await Promise.all([flush(ports), flush(ports), flush(ports)])
    await hurryItems(Date.now())
    await flush(ports)
    expect(wire.received.map(({ path, body }) => [path, body])).toEqual([
      [upload, JSON.stringify(photo('é1').body)],
      ['/etudiant/otp/valide', JSON.stringify(code('1234').body)],
    ])
    expect(await only('a', 'attest')).toMatchObject({ state: 'accepted', reply: { status: 1, msg: 'Reçu' } })
    expect((await readDisk()).payloads).toEqual({})
  })

  test('a lock that another tab holds keeps this one silent', async () => {
    const request = async (_: string, options: LockOptions, work: (lock: null) => unknown) => {
      expect(options).toEqual({ ifAvailable: true })
      return work(null)
    }
    vi.stubGlobal('navigator', { locks: { request } })
    await queueRequest(photo('1'), 0)
    await flush(ports)
    expect(wire.received).toEqual([])
  })

  test.each<[string, Wire['reply']]>([
    ['the answer is lost', (_, response) => response.destroy()],
    ['a captive portal answers', (_, response) => response.end('<html>')],
    ['the answer is cut', (_, response) => response.end('{"status":')],
    ['the answer is empty', (_, response) => response.writeHead(204).end()],
    ['the server is broken', (_, response) => json(response, { status: 1 }, 500)],
    ['the server is busy', (_, response) => response.writeHead(503, { 'Retry-After': '60' }).end()],
  ])('when %s, the photo stays and the short call behind it goes', async (_, reply) => {
    wire.reply = (received, response) =>
      received.path === upload ? reply(received, response) : json(response, { status: 1 })
    await queueRequest(photo('1'), 0)
    await queueRequest(code('1234'), 1)
    await flush(ports)
    expect(await only('a', 'attest')).toMatchObject({ state: 'waiting', attempts: 1 })
    expect(await only('a', 'code')).toMatchObject({ state: 'accepted' })
    expect(Object.values((await readDisk()).payloads)).toEqual([JSON.stringify(photo('1').body)])
  })

  test('and once the network is back it arrives', async () => {
    wire.reply = (_, response) => response.destroy()
    await queueRequest(photo('1'), 0)
    await flush(ports)
    wire.reply = (_, response) => json(response, { status: 1 })
    await hurryItems(Date.now())
    await flush(ports)
    expect(await only('a', 'attest')).toMatchObject({ state: 'accepted', attempts: 2 })
  })

  test('a refusal keeps the photo and the server’s words', async () => {
    wire.reply = (_, response) => json(response, { status: 0, msg: 'Photo illisible' }, 422)
    await queueRequest(photo('1'), 0)
    await flush(ports)
    expect(await only('a', 'attest')).toMatchObject({ state: 'refused', reply: { msg: 'Photo illisible' } })
    expect(Object.keys((await readDisk()).payloads)).toHaveLength(1)
  })

  test('a photo that is replaced while its answer is awaited does not mark the newer one as sent', async () => {
    wire.reply = async ({ body }, response) => {
      if (body.includes('first')) await queueRequest(photo('second'), 5)
      json(response, { status: 1 })
    }
    await queueRequest(photo('first'), 0)
    await flush(ports)
    expect(wire.received.map(({ body }) => JSON.parse(body).image)).toEqual(['first', 'second'])
    expect(await listItems()).toMatchObject([{ state: 'accepted', createdAt: 5 }])
  })
})
