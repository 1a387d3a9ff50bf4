import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProblemError } from '../../../../src/core/api/problem.ts'
import type { Progress } from '../../../../src/core/api/transport.ts'
import type { Upload } from '../../../../src/core/api/upload.ts'
import { type Came, Resumable } from '../../setup/resumable.ts'

let provider = await new Resumable().start()
vi.stubEnv('VITE_API_CURRENT', provider.url)
let api: typeof import('../../../../src/core/api/call.ts')
let carrierOf: typeof import('../../../../src/core/api/carrier.ts').carrierOf
type Load = Parameters<typeof import('../../../../src/core/api/parts.ts').setInParts>[0]
afterAll(() => {
  vi.unstubAllEnvs()
  return provider.stop()
})
/** As much as a fresh page knows, which is nothing. */
async function newPage(load: Load = () => import('../../../../src/core/api/in-parts.ts')): Promise<void> {
  vi.resetModules()
  api = await import('../../../../src/core/api/call.ts')
  const parts = await import('../../../../src/core/api/parts.ts')
  carrierOf = (await import('../../../../src/core/api/carrier.ts')).carrierOf
  parts.setInParts(load)
  const { postByFetch } = await import('../../../../src/core/api/transport.ts')
  api.setUploadTransport((url, body, sending) => {
    const total = body instanceof Blob ? body.size : (body?.length ?? 0)
    sending.onProgress?.({ sent: total - 1, total })
    return postByFetch(url, body, sending)
  })
}
beforeEach(async () => {
  await provider.stop()
  provider = await new Resumable().start()
  vi.stubEnv('VITE_API_CURRENT', provider.url)
  await newPage()
})

/** Of bytes that do not pack, like a photo. */
const body = JSON.stringify({ matricule: 'BKO2026T001', type: 'attest', image: randomBytes(75_000).toString('base64') })

/** The disk, for one item. */
class Disk {
  upload: Upload | undefined
  lostAt: number | undefined
  readonly written: (Upload | undefined)[] = []
  cuts = 0
  readonly wasCut = () => {
    this.cuts += 1
  }
  readonly wasTooMuch = () => undefined
  readonly keep = async (upload: Upload | undefined) => {
    this.upload = upload
    this.written.push(upload)
  }
}

/** One attempt, as a page makes it. */
async function attempt(
  kept: Disk,
  options: { signal?: AbortSignal; told?: Progress[]; goesOn?: boolean } = {},
): Promise<unknown> {
  const parts = { ...kept, goesOn: () => options.goesOn ?? false }
  const onProgress = (progress: Progress) => void options.told?.push(progress)
  try {
    const carrier = carrierOf(parts, onProgress)
    return await api.send('uploadDocument', body, { carrier, onProgress, signal: options.signal, limitMs: 20_000 })
  } catch (error) {
    return (error as ProblemError).problem?.kind ?? error
  }
}

/** Any call teaches what the provider announces. */
const anyCall = () => api.send('validateFile', '{"matricule":"BKO2026T001"}')

/** Every connection ends after so many bytes; the first attempt has met that. */
async function onBadLine(life: number): Promise<Disk> {
  const kept = new Disk()
  await anyCall()
  provider.life = life
  expect(await attempt(kept)).toBe('offline')
  provider.came.length = 0
  return kept
}
/** The line carries all from now on. */
const onGoodLine = () => {
  provider.life = Number.POSITIVE_INFINITY
  provider.came.length = 0
}

type When = (came: Came) => boolean
type Act = (came: Came, response: ServerResponse) => unknown
/** What something on the way, or the provider itself, does with these requests instead. */
const where = (when: When, act: Act) => {
  provider.instead = (came, response) => {
    if (!when(came)) return false
    act(came, response)
    return true
  }
}
const by =
  (name: string): When =>
  ({ method }) =>
    method === name
const creating: When = ({ method, bytes }) => method === 'POST' && bytes.length === 0
const says =
  (code: number, headers: Record<string, string> = {}, text = ''): Act =>
  (_, response) =>
    response.writeHead(code, headers).end(text)
const drop: Act = (_, response) => response.destroy()
const untroubled = () => where(() => false, drop)
const json = { 'Content-Type': 'application/json' }

const reply = { status: 1, msg: 'Reçu' }
const arrived = () => {
  const bytes = provider.whole.at(-1) ?? Buffer.alloc(0)
  return (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString()
}
/** The attempt is answered as a plain call is, and the body has arrived to the byte. */
async function arrives(kept: Disk): Promise<void> {
  expect(await attempt(kept)).toEqual(reply)
  expect(arrived()).toBe(body)
}

describe('a body that the line has cut', () => {
  test('goes in parts, arrives to the byte, and is answered as the plain call; larger ones then go so at once', async () => {
    const kept = await onBadLine(50_000)
    expect(kept.upload).toMatchObject({ gzip: true, arrived: 0 })
    await arrives(kept)
    expect(kept.cuts).toBe(0)
    expect(provider.said[0]).toBe('POST 0')
    expect(kept.upload?.address).toBe(`${provider.url}uploads/a1`)
    provider.came.length = 0
    await arrives(new Disk())
    expect(provider.said[0]).toBe('POST 0')
  })

  test('no byte that has arrived is sent again', async () => {
    const kept = await onBadLine(20_000)
    const size = kept.upload?.size ?? 0
    while ((await attempt(kept)) === 'offline');
    const patches = provider.came.filter(by('PATCH'))
    expect(patches.length).toBeGreaterThan(3)
    expect(patches.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBe(size)
    expect(arrived()).toBe(body)
  })

  test('a proxy that keeps nothing of a cut part is given smaller ones', async () => {
    provider.keepsWhatIsCut = false
    const kept = await onBadLine(20_000)
    for (let tries = 0; tries < 9; tries += 1) if ((await attempt(kept)) !== 'offline') break
    expect(arrived()).toBe(body)
  })

  test('until a part as large as a body has arrived: then it costs nothing any more', async () => {
    const kept = await onBadLine(50_000)
    onGoodLine()
    await arrives(kept)
    await arrives(new Disk())
    provider.came.length = 0
    await arrives(new Disk())
    expect(provider.came).toHaveLength(1)
  })

  test('the screen is told of what has arrived, and of the last byte that left', async () => {
    const kept = await onBadLine(50_000)
    const told: Progress[] = []
    await attempt(kept, { told })
    expect(told[0]).toEqual({ sent: 0, total: kept.upload?.size })
    expect(told.map(({ sent }) => sent)).toEqual(told.map(({ sent }) => sent).sort((a, b) => a - b))
  })

  test('goes on from there after a kill, by whoever sends next', async () => {
    const kept = await onBadLine(20_000)
    where(by('HEAD'), drop)
    expect(await attempt(kept)).toBe('offline')
    expect(provider.held?.length).toBe(20_000)
    await newPage()
    untroubled()
    onGoodLine()
    await arrives(kept)
    expect(provider.said[0]).toBe('HEAD 0')
    expect(provider.said[1]).toMatch(/@20000$/)
  })

  test('loses nothing of what has arrived where two connections in a row bring nothing more', async () => {
    const kept = await onBadLine(20_000)
    where(by('HEAD'), drop)
    expect(await attempt(kept)).toBe('offline')
    where(by('PATCH'), drop)
    onGoodLine()
    expect(await attempt(kept)).toBe('offline')
    expect(kept.upload?.arrived).toBe(20_000)
    kept.lostAt = 20_000
    where(by('HEAD'), drop)
    expect(await attempt(kept)).toBe('offline')
    expect(provider.said).not.toContain('POST 0')
    expect(kept.upload?.arrived).toBe(20_000)
  })

  test('that is replaced ends at the provider, too', async () => {
    const kept = await onBadLine(50_000)
    const replaced = new AbortController()
    where(by('PATCH'), () => replaced.abort())
    expect(await attempt(kept, { signal: replaced.signal })).toBe('cancelled')
    await expect.poll(() => provider.said.at(-1)).toBe('DELETE 0')
    expect(provider.held).toBeUndefined()
  })

  test('that a page has to leave to another tab is gone on with there', async () => {
    const kept = await onBadLine(50_000)
    const left = new AbortController()
    where(by('PATCH'), () => left.abort())
    expect(await attempt(kept, { signal: left.signal, goesOn: true })).toBe('cancelled')
    untroubled()
    await newPage()
    await arrives(kept)
    expect(provider.came.filter(by('DELETE'))).toEqual([])
  })
})

const anew: Record<string, (kept: Disk) => unknown> = {
  'where the provider does not know it'() {
    provider.held = undefined
    return newPage()
  },
  'where its own host no longer knows it, whatever its page looks like'() {
    where(by('HEAD'), says(404, { 'Content-Type': 'text/html' }))
    return newPage()
  },
  'where it is one of other bytes: another browser version packs otherwise': kept =>
    kept.keep(kept.upload && { ...kept.upload, digest: 'ff' }),
  'where the provider is elsewhere now: nothing goes to where it was before': kept =>
    kept.keep(kept.upload && { ...kept.upload, address: 'https://elsewhere.example/uploads/a1' }),
}
test.each(Object.entries(anew))('an upload begins anew, without a word, %s', async (_, happen) => {
  const kept = await onBadLine(20_000)
  await attempt(kept)
  const { digest, address } = kept.upload ?? {}
  await happen(kept)
  const isKnown = kept.upload?.digest === digest && kept.upload?.address === address
  onGoodLine()
  await arrives(kept)
  // Where it may be the same upload, that is asked first.
  expect(provider.said.indexOf('POST 0')).toBe(isKnown ? 1 : 0)
})

describe('a provider that does not do what it announces gets the body whole', () => {
  test.each<[string, When, Act]>([
    [
      'creates nothing',
      came => creating(came) && Boolean(came.headers['upload-length']),
      says(400, json, '{"status":0,"msg":"Corps vide"}'),
    ],
    ['creates it on another host', creating, says(201, { Location: 'https://elsewhere.example/a1' })],
    ['refuses each part', by('PATCH'), says(405)],
    [
      'expects the offset that it was given',
      by('PATCH'),
      ({ headers }, response) => response.writeHead(409, { 'Upload-Offset': String(headers['upload-offset']) }).end(),
    ],
    ['forgets it at once', by('PATCH'), says(404)],
  ])('%s', async (_, when, act) => {
    const kept = await onBadLine(50_000)
    onGoodLine()
    where(when, act)
    await arrives(kept)
    expect(kept.upload).toBeUndefined()
    provider.came.length = 0
    await arrives(new Disk())
    expect(provider.came).toHaveLength(1)
  })
})

describe('what stands in the way for a while costs no byte that has arrived', () => {
  test.each([
    ['a busy provider', 'http', says(503, { 'Retry-After': '9' })],
    ['a captive portal', 'captive', says(200, { 'Content-Type': 'text/html' }, '<html>')],
  ])('%s', async (_, kind, act) => {
    const kept = await onBadLine(20_000)
    await attempt(kept)
    const { address, arrived } = kept.upload ?? {}
    expect(arrived).toBeGreaterThan(0)
    where(() => true, act)
    expect([kind, 'contract']).toContain(await attempt(kept))
    expect(kept.upload).toMatchObject({ address, arrived })
    untroubled()
    onGoodLine()
    await arrives(kept)
  })

  test('a provider that takes no further uploads for now gets the body whole, and the next one in parts', async () => {
    const kept = await onBadLine(50_000)
    onGoodLine()
    where(({ bytes }) => bytes.length === 0, says(503, { 'Retry-After': '60', 'Upload-Complete': '?0' }))
    await arrives(kept)
    expect(kept.upload).toBeUndefined()
    untroubled()
    provider.came.length = 0
    await arrives(new Disk())
    expect(provider.said[0]).toBe('POST 0')
  })

  test('what has begun goes on, also where the next one could not', async () => {
    const kept = await onBadLine(20_000)
    where(by('HEAD'), drop)
    expect(await attempt(kept)).toBe('offline')
    expect(kept.upload?.address).toBeDefined()
    await newPage()
    await anyCall()
    onGoodLine()
    where(creating, says(405))
    const other = new Disk()
    other.upload = { gzip: true, size: 80_000, arrived: 0 }
    await arrives(other)
    provider.came.length = 0
    await arrives(kept)
    expect(provider.said[0]).toMatch(/^HEAD/)
    expect(provider.came.filter(by('POST'))).toEqual([])
  })

  test('a part that something else has answered counts only once the provider says so', async () => {
    const kept = await onBadLine(50_000)
    onGoodLine()
    where(by('PATCH'), (came, response) => {
      untroubled()
      says(200, json, '{"msg":"Bonjour"}')(came, response)
    })
    await arrives(kept)
    expect(provider.said).toContain('HEAD 0')
  })

  test('where the chunk that sends in parts does not come, the body goes whole, and what has begun stands', async () => {
    const kept = await onBadLine(20_000)
    const isMissing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
    await newPage(isMissing)
    await anyCall()
    provider.came.length = 0
    expect(await attempt(kept)).toBe('offline')
    expect(provider.said[0]).toMatch(/^POST [1-9]/)
    await newPage()
    await attempt(kept)
    const begun = kept.upload
    expect(begun?.arrived).toBeGreaterThan(0)
    await newPage(isMissing)
    await anyCall()
    expect(await attempt(kept)).toBe('offline')
    expect(kept.upload).toEqual(begun)
    onGoodLine()
    await arrives(kept)
  })

  test('what failed of the whole begins anew', async () => {
    const kept = await onBadLine(50_000)
    onGoodLine()
    where(({ headers }) => headers['upload-complete'] === '?1', says(500, { 'Upload-Complete': '?1' }))
    expect(await attempt(kept)).toBe('http')
    expect(kept.upload?.address).toBeUndefined()
  })
})

describe('nothing of this is done', () => {
  test('for a provider that announces nothing; each cut is counted there, and no other failure', async () => {
    provider.limits = undefined
    const kept = await onBadLine(50_000)
    expect(kept.upload).toBeUndefined()
    await attempt(kept)
    expect(provider.said).toEqual(['POST 50000'])
    expect(kept.cuts).toBe(2)
    onGoodLine()
    where(() => true, says(503))
    expect(await attempt(kept)).toBe('http')
    expect(kept.cuts).toBe(2)
  })

  test('on a line that carries it', async () => {
    const kept = new Disk()
    await anyCall()
    provider.came.length = 0
    await arrives(kept)
    expect(provider.came).toHaveLength(1)
    expect(kept.written).toEqual([])
  })
})
