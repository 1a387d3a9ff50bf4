import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page as html } from '../../../provider/tests/setup/foreign.ts'
import {
  dropsHeader,
  forbidsBytes,
  forbidsHeader,
  knowsNoMethod,
  startWalls,
  takesAtMost,
  unpacks,
  type Wall,
} from '../../../provider/tests/setup/wall.ts'
import { openDevice, wipeDevice } from '../setup/device.ts'
import { watchReports } from '../setup/reports.ts'
import { only, photo } from '../setup/requests.ts'
import { Resumable } from '../setup/resumable.ts'

/** The outbox, over real connections, through what may stand before a provider. */

let provider: Resumable
let proxy: Awaited<ReturnType<typeof startWalls>>
let outbox: {
  queueRequest: typeof import('../../../src/outbox/api.ts').queueRequest
  hurryItems: typeof import('../../../src/outbox/store.ts').hurryItems
  flush: typeof import('../../../src/outbox/send.ts').flush
  ports: typeof import('../../../src/outbox/ports.ts').ports
  send: typeof import('../../../src/core/api/call.ts').send
}

/** As much as a fresh page or worker knows, which is what lies on the device. */
async function newPage(): Promise<void> {
  vi.resetModules()
  const { queueRequest } = await import('../../../src/outbox/api.ts')
  const { hurryItems } = await import('../../../src/outbox/store.ts')
  const { flush } = await import('../../../src/outbox/send.ts')
  const { ports } = await import('../../../src/outbox/ports.ts')
  const { send, setUploadTransport } = await import('../../../src/core/api/call.ts')
  const { postByFetch } = await import('../../../src/core/api/transport.ts')
  // Node has no XMLHttpRequest: so much of it as tells that bytes have moved.
  setUploadTransport((url, body, sending) => {
    const total = body instanceof Blob ? body.size : (body?.length ?? 0)
    sending.onProgress?.({ sent: total - 1, total })
    return postByFetch(url, body, sending)
  })
  const { setPartsLoader } = await import('../../../src/core/api/whole-or-parts.ts')
  setPartsLoader(() => import('../../../src/core/api/send-in-parts.ts'))
  outbox = { queueRequest, hurryItems, flush, ports, send }
}

async function begin(...walls: Wall[]): Promise<void> {
  proxy = await startWalls(provider.url, ...walls)
  vi.stubEnv('VITE_API_CURRENT', proxy.url)
  await newPage()
  await anyCall()
}
/** Any call teaches what the provider announces. */
const anyCall = () => outbox.send('validateFile', '{"matricule":"ML202600042"}')

watchReports()
beforeEach(async () => {
  vi.stubGlobal('navigator', {})
  await wipeDevice()
  await openDevice()
  provider = await new Resumable().start()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await proxy.stop()
  await provider.stop()
})

const types = ['actenaiss', 'carteid', 'simcard', 'attest', 'photobuste'] as const
/** Of bytes that do not pack, like a photo. */
const image = (kilobytes = 75) => randomBytes(kilobytes * 1000).toString('base64')

async function five(kilobytes?: number): Promise<string[]> {
  const images = types.map(() => image(kilobytes))
  for (const [at, requestKey] of types.entries())
    await outbox.queueRequest(photo(images[at] ?? '', { requestKey, gzippedBytes: 76_000, fingerprint: 'f' }), at)
  return images
}

/** As a page does that stays open. */
async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    await outbox.hurryItems(Number.MAX_SAFE_INTEGER / 2)
    await outbox.flush({ ...outbox.ports, now: () => Date.now() + round * 400_000 })
  }
}

const states = () => Promise.all(types.map(async type => (await only('a', type)).state))
const allAccepted = types.map(() => 'accepted')
const unpacked = (bytes: Buffer) => String(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes)
const imagesAt = () =>
  provider.whole
    .map(unpacked)
    .filter(body => body.includes('image'))
    .map(body => JSON.parse(body).image)
const posted = () => provider.came.filter(({ path }) => path.includes('upload'))

test('through no wall, the five go gzipped, each in one request, and nothing is asked between', async () => {
  await begin()
  const images = await five()
  provider.came.length = 0
  await rounds(1)
  expect(imagesAt()).toEqual(images)
  expect(provider.came.map(({ method, headers }) => [method, headers['content-encoding']])).toEqual(
    types.map(() => ['POST', 'gzip']),
  )
})

describe('where gzip does not pass', () => {
  test.each<[string, Wall]>([
    ['403', forbidsHeader('Content-Encoding')],
    ['406', forbidsHeader('Content-Encoding', 406)],
    ['415', forbidsHeader('Content-Encoding', 415)],
    ['501', forbidsHeader('Content-Encoding', 501)],
    ['502', forbidsHeader('Content-Encoding', 502)],
    ['a page with 200', { refuses: asked => (asked.headers['content-encoding'] ? html(200) : undefined) }],
    ['the header taken away', dropsHeader('Content-Encoding')],
    ['the body unpacked and the header left', unpacks({ keepsHeader: true })],
    ['the body unpacked', unpacks({ keepsHeader: false })],
  ])('%s: the same photo arrives plain, and the next ones plain at once', async (_, wall) => {
    await begin(wall)
    const images = await five()
    await rounds(1)
    expect(await states()).toEqual(allAccepted)
    expect(imagesAt()).toEqual(images)
    expect(posted().length).toBeLessThanOrEqual(6)
    await newPage()
    await anyCall()
    const later = image()
    await outbox.queueRequest(photo(later, { dossier: 'b' }), 9)
    provider.came.length = 0
    await rounds(1)
    expect(provider.came).toHaveLength(1)
    expect(imagesAt().at(-1)).toBe(later)
  })

  test('the connection reset: after the second at the same place', async () => {
    await begin(forbidsHeader('Content-Encoding', 'reset'))
    const images = await five()
    await rounds(5)
    expect(imagesAt().toSorted()).toEqual(images.toSorted())
  })

  test('what the provider itself refuses stays refused, in whatever encoding', async () => {
    await begin()
    provider.instead = ({ path }, response) => {
      if (!path.includes('upload')) return false
      response.writeHead(422, { 'Content-Type': 'application/json' }).end('{"status":0,"msg":"Illisible"}')
      return true
    }
    await outbox.queueRequest(photo(image()), 0)
    provider.came.length = 0
    await rounds(1)
    expect(await only('a', 'attest')).toMatchObject({ state: 'refused', reply: { msg: 'Illisible' } })
    expect(provider.came).toHaveLength(1)
  })

  test('a provider that is down altogether is sent no body twice', async () => {
    await begin()
    await outbox.queueRequest(photo(image()), 0)
    provider.instead = (_, response) => {
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>')
      return true
    }
    provider.came.length = 0
    await rounds(2)
    expect(provider.came.filter(({ bytes }) => bytes.length > 10_000)).toHaveLength(2)
    provider.instead = () => false
    provider.came.length = 0
    await rounds(1)
    expect(provider.came.map(({ headers }) => headers['content-encoding'])).toEqual(['gzip'])
  })
})

/** The line has cut the first photos in their middle, and carries what comes after. */
async function cutOnce(): Promise<void> {
  provider.life = 50_000
  await rounds(1)
  provider.life = Number.POSITIVE_INFINITY
  expect((await only('a', 'actenaiss')).upload).toMatchObject({ arrived: 0 })
}

describe('where no part passes', () => {
  test.each<[string, Wall]>([
    ['PATCH: 502', knowsNoMethod('PATCH')],
    ['PATCH: 504', knowsNoMethod('PATCH', 504)],
    ['PATCH: 405', knowsNoMethod('PATCH', 405)],
    ['PATCH: 403', knowsNoMethod('PATCH', 403)],
    ['PATCH: 501', knowsNoMethod('PATCH', 501)],
    ['PATCH: reset', knowsNoMethod('PATCH', 'reset')],
    ['PATCH and HEAD: 502', { refuses: ({ method }) => (/PATCH|HEAD/.test(method) ? html(502) : undefined) }],
    ['PATCH and HEAD: 403', { refuses: ({ method }) => (/PATCH|HEAD/.test(method) ? html(403) : undefined) }],
    ['its fields: 403', forbidsHeader('Upload-Complete')],
    ['its fields: 502', forbidsHeader('Upload-Complete', 502)],
  ])('%s: after a few the photo goes whole, and so do the next ones', async (_, wall) => {
    await begin(wall)
    const images = await five()
    await cutOnce()
    provider.came.length = 0
    await rounds(4)
    expect(await states()).toEqual(allAccepted)
    expect(imagesAt().toSorted()).toEqual(images.toSorted())
  })

  test('where they pass, it goes on in parts', async () => {
    await begin()
    await five()
    await cutOnce()
    provider.came.length = 0
    await rounds(4)
    expect(await states()).toEqual(allAccepted)
    const methods = provider.came.map(({ method }) => method)
    expect(methods).toContain('PATCH')
    expect(methods.filter(method => method === 'POST').length).toBeLessThanOrEqual(types.length)
  })
})

describe('where a body is too large', () => {
  test.each([128_000, 90_000, 40_000])('%i bytes pass: it goes in parts', async most => {
    await begin(takesAtMost(most))
    const images = await five(140)
    // A server that answers before it has read the body may be heard as a lost connection.
    await rounds(4)
    expect(await states()).toEqual(allAccepted)
    expect(imagesAt().toSorted()).toEqual(images.toSorted())
  })

  test('and in no parts: it waits to be made lighter, and nothing is marked refused', async () => {
    provider.limits = undefined
    await begin(takesAtMost(60_000))
    await five()
    await rounds(2)
    expect(await states()).toEqual(types.map(() => 'waiting'))
    expect((await only('a', 'attest')).tooMuch).toBeGreaterThan(60_000)
  })

  test('these very bytes are refused: plain they pass', async () => {
    await begin(forbidsBytes(bytes => bytes[0] === 0x1f && bytes[1] === 0x8b))
    const images = await five()
    await rounds(1)
    expect(imagesAt()).toEqual(images)
  })

  test('these very bytes are refused in whatever encoding: in parts they pass', async () => {
    await begin(forbidsBytes(bytes => bytes.length > 70_000))
    const images = await five()
    await rounds(2)
    expect(imagesAt().toSorted()).toEqual(images.toSorted())
  })
})
