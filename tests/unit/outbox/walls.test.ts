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
import { onFreshDevice } from '../setup/device.ts'
import { freshPage } from '../setup/fresh-page.ts'
import { watchReports } from '../setup/reports.ts'
import { only, photo } from '../setup/requests.ts'
import { Resumable } from '../setup/resumable.ts'

/** The outbox, over real connections, through what may stand before a provider. */

let provider: Resumable
let proxy: Awaited<ReturnType<typeof startWalls>>
let outbox: Awaited<ReturnType<typeof newPage>>

/** As much as a fresh page or worker knows, which is what lies on the device. */
async function newPage() {
  const page = await freshPage(
    () => import('../../../src/outbox/store.ts'),
    () => import('../../../src/outbox/api.ts'),
    () => import('../../../src/outbox/send.ts'),
    () => import('../../../src/outbox/ports.ts'),
    () => import('../../../src/core/api/call.ts'),
    () => import('../../../src/core/api/transport.ts'),
    () => import('../../../src/core/api/whole-or-parts.ts'),
  )
  // Node has no XMLHttpRequest: so much of it as tells that bytes have moved.
  page.setUploadTransport((url, body, sending) => {
    const total = body instanceof Blob ? body.size : (body?.length ?? 0)
    sending.onProgress?.({ sent: total - 1, total })
    return page.postByFetch(url, body, sending)
  })
  page.setPartsLoader(() => import('../../../src/core/api/send-in-parts.ts'))
  outbox = page
  return page
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
onFreshDevice()
beforeEach(async () => {
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
/** RFC 9457, as gateways and frameworks write it. */
const problem = (code: number) => ({
  code,
  headers: { 'content-type': 'application/problem+json' },
  text: Buffer.from(JSON.stringify({ type: 'about:blank', status: code, title: 'Not passed on' })),
})
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
    ...[403, 406, 415, 501, 502].map((code): [string, Wall] => [`${code}`, forbidsHeader('Content-Encoding', code)]),
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
    const json = { 'Content-Type': 'application/json' }
    provider.instead = ({ path }, response) =>
      path.includes('upload') && Boolean(response.writeHead(422, json).end('{"status":0,"msg":"Illisible"}'))
    await outbox.queueRequest(photo(image()), 0)
    provider.came.length = 0
    await rounds(1)
    expect(await only('a', 'attest')).toMatchObject({ state: 'refused', reply: { msg: 'Illisible' } })
    expect(provider.came).toHaveLength(1)
  })

  test('a provider that is down altogether is sent no body twice', async () => {
    await begin()
    await outbox.queueRequest(photo(image()), 0)
    provider.instead = (_, response) =>
      Boolean(response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>'))
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

describe('a provider that refuses a field which it does not know', () => {
  const remarked = (seed: string, change = {}) => {
    const { body, ...rest } = photo(seed, change)
    return { ...rest, body: { ...body, remarques: ['flou'] } }
  }
  const json = { 'Content-Type': 'application/json' }
  const knowsNoRemarks = (code: number, text: string) => {
    provider.instead = ({ bytes }, response) =>
      unpacked(bytes).includes('remarques') && Boolean(response.writeHead(code, json).end(text))
  }

  test.each([
    ['422, as a framework says it', 422, '{"detail":"extra fields not permitted"}'],
    ['400, as a gateway says it', 400, '{"type":"about:blank","status":400}'],
    ['400, in its own words', 400, '{"status":0,"msg":"Champ inconnu."}'],
    ['status 0 and HTTP 200', 200, '{"status":0,"msg":"Requête invalide."}'],
  ])('%s: the photo arrives without, and the next ones at once', async (_, code, text) => {
    await begin()
    knowsNoRemarks(code, text)
    const first = image()
    await outbox.queueRequest(remarked(first), 0)
    provider.came.length = 0
    await rounds(1)
    expect(await only('a', 'attest')).toMatchObject({ state: 'accepted' })
    expect(imagesAt()).toEqual([first])
    expect(provider.came).toHaveLength(2)
    await newPage()
    await anyCall()
    const later = image()
    await outbox.queueRequest(remarked(later, { dossier: 'b' }), 9)
    provider.came.length = 0
    await rounds(1)
    expect(provider.came).toHaveLength(1)
    expect(imagesAt().at(-1)).toBe(later)
  })

  test('one that refuses the photo itself is believed, and told what is said of the next', async () => {
    await begin()
    provider.instead = ({ path }, response) =>
      path.includes('upload') && Boolean(response.writeHead(200, json).end('{"status":0,"msg":"Déjà validé."}'))
    await outbox.queueRequest(remarked(image()), 0)
    await rounds(1)
    expect(await only('a', 'attest')).toMatchObject({ state: 'refused', reply: { msg: 'Déjà validé.' } })
    provider.instead = () => false
    await outbox.queueRequest(remarked(image(), { dossier: 'b' }), 9)
    await rounds(1)
    expect(JSON.parse(unpacked(provider.whole.at(-1) ?? Buffer.of()))).toMatchObject({ remarques: ['flou'] })
  })

  test('one that asks for a code is given the same once it has it', async () => {
    await begin()
    provider.instead = ({ path }, response) =>
      path.includes('upload') &&
      Boolean(response.writeHead(200, json).end('{"status":0,"codeRequis":true,"msg":"Code"}'))
    await outbox.queueRequest(remarked(image()), 0)
    provider.came.length = 0
    await rounds(1)
    expect(provider.came).toHaveLength(1)
    expect(await only('a', 'attest')).toMatchObject({ state: 'waiting', code: {} })
  })

  test('also in parts', async () => {
    await begin()
    let refused = 0
    provider.instead = ({ headers, bytes }, response) => {
      if (headers['upload-complete'] !== '?1') return false
      if (!unpacked(Buffer.concat([provider.held ?? Buffer.of(), bytes])).includes('remarques')) return false
      refused += 1
      provider.held = undefined
      return Boolean(response.writeHead(400, { ...json, 'Upload-Complete': '?1' }).end('{"status":0,"msg":"Non"}'))
    }
    const images = image()
    await outbox.queueRequest(remarked(images, { gzippedBytes: 76_000, fingerprint: 'f' }), 0)
    provider.life = 50_000
    await rounds(1)
    provider.life = Number.POSITIVE_INFINITY
    expect((await only('a', 'attest')).upload).toMatchObject({ arrived: 0 })
    await rounds(2)
    expect(refused).toBe(1)
    expect(await only('a', 'attest')).toMatchObject({ state: 'accepted' })
    expect(imagesAt()).toEqual([images])
  })
})

describe('where no part passes', () => {
  test.each<[string, Wall]>([
    ...[502, 504, 405, 403, 501, 'reset' as const].map((code): [string, Wall] => [
      `PATCH: ${code}`,
      knowsNoMethod('PATCH', code),
    ]),
    ...[502, 403].map((code): [string, Wall] => [
      `PATCH and HEAD: ${code}`,
      { refuses: ({ method }) => (/PATCH|HEAD/.test(method) ? html(code) : undefined) },
    ]),
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

describe('where the provider has no room for parts', () => {
  const isPart = ({ method }: { method: string }) => method === 'PATCH'
  /** 503 to what it has begun; of an upload, as it stands there, or of something before it. */
  const refuseParts = (tellsOffset: boolean) => {
    provider.instead = (came, response) => {
      if (!isPart(came)) return false
      const offset = tellsOffset && { 'Upload-Offset': `${provider.held?.length ?? 0}` }
      response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '10', ...offset })
      return Boolean(response.end('{"status":0,"msg":"Le service est très demandé."}'))
    }
  }
  const begun = async () => {
    await begin()
    const sent = image()
    await outbox.queueRequest(photo(sent, { requestKey: 'actenaiss', gzippedBytes: 76_000, fingerprint: 'f' }), 0)
    await cutOnce()
    provider.came.length = 0
    return sent
  }

  test('after three answers a photo goes whole, once', async () => {
    const sent = await begun()
    refuseParts(true)
    await rounds(3)
    expect(await only('a', 'actenaiss')).toMatchObject({ state: 'waiting', upload: { barren: 2 } })
    await rounds(4)
    expect(await only('a', 'actenaiss')).toMatchObject({ state: 'accepted' })
    expect(imagesAt()).toEqual([sent])
    expect(provider.came.filter(isPart)).toHaveLength(3)
  })

  test('and where the whole is refused too, it goes on in parts, without the whole each time', async () => {
    const sent = await begun()
    refuseParts(true)
    const parts = provider.instead
    let whole = 0
    provider.instead = (came, response) => {
      const isWhole = came.method === 'POST' && !came.headers['upload-complete']
      if (!isWhole) return parts(came, response)
      whole += 1
      return Boolean(response.writeHead(503, { 'Content-Type': 'application/json' }).end('{"status":0}'))
    }
    await rounds(5)
    expect(whole).toBe(1)
    provider.instead = () => false
    await rounds(7)
    expect(imagesAt()).toEqual([sent])
    expect(provider.came.at(-1)?.method).toBe('PATCH')
  })

  test('where it is away altogether, no whole body is spent on it', async () => {
    await begun()
    refuseParts(false)
    await rounds(5)
    expect(await only('a', 'actenaiss')).toMatchObject({ state: 'waiting', upload: { arrived: 0 } })
    expect(imagesAt()).toEqual([])
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

  test.each([404, 405, 410])('%i for another reason: it waits as it is', async code => {
    provider.limits = undefined
    await begin({ refuses: asked => (asked.path.includes('upload') ? problem(code) : undefined) })
    await five()
    await rounds(2)
    expect(await states()).toEqual(types.map(() => 'waiting'))
    expect(await only('a', 'attest')).not.toHaveProperty('tooMuch')
  })

  test('a gateway says so in a problem of its own: it goes in parts', async () => {
    await begin({ refuses: ({ body }) => (body.length > 60_000 ? problem(413) : undefined) })
    const images = await five()
    await rounds(4)
    expect(imagesAt().toSorted()).toEqual(images.toSorted())
  })

  test.each([
    ['plain they pass', (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b],
    ['in whatever encoding, in parts they pass', (bytes: Buffer) => bytes.length > 70_000],
  ])('these very bytes are refused: %s', async (_, isRefused) => {
    await begin(forbidsBytes(isRefused))
    const images = await five()
    await rounds(2)
    expect(imagesAt().toSorted()).toEqual(images.toSorted())
  })
})
