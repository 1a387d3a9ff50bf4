import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProblemError } from '../../../../src/core/api/problem.ts'
import type { Progress } from '../../../../src/core/api/transport.ts'
import type { Upload } from '../../../../src/core/api/upload.ts'
import { Resumable } from '../../setup/resumable.ts'

let provider = await new Resumable().start()
vi.stubEnv('VITE_API_CURRENT', provider.url)
let api: typeof import('../../../../src/core/api/call.ts')
let createCarrier: typeof import('../../../../src/core/api/carrier.ts').createCarrier
afterAll(() => {
  vi.unstubAllEnvs()
  return provider.stop()
})
/** As much as a fresh page knows, which is nothing. */
async function newPage(
  load?: Parameters<typeof import('../../../../src/core/api/whole-or-parts.ts').setPartsLoader>[0],
): Promise<void> {
  vi.resetModules()
  api = await import('../../../../src/core/api/call.ts')
  const parts = await import('../../../../src/core/api/whole-or-parts.ts')
  createCarrier = (await import('../../../../src/core/api/carrier.ts')).createCarrier
  parts.setPartsLoader(load ?? (() => import('../../../../src/core/api/send-in-parts.ts')))
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
const disk = () => new Disk()

/** One attempt, as a page makes it. */
async function attempt(
  kept: Disk,
  options: { signal?: AbortSignal; told?: Progress[]; goesOn?: boolean } = {},
): Promise<unknown> {
  const { goesOn = false } = options
  const parts = { ...kept, keep: kept.keep, wasCut: kept.wasCut, wasTooMuch: kept.wasTooMuch, goesOn: () => goesOn }
  const onProgress = (progress: Progress) => void options.told?.push(progress)
  try {
    const carrier = createCarrier(parts, onProgress)
    return await api.send('uploadDocument', body, { carrier, onProgress, signal: options.signal, limitMs: 20_000 })
  } catch (error) {
    return (error as ProblemError).problem?.kind ?? error
  }
}

/** Any call teaches what the provider announces. */
const anyCall = () => api.send('validateFile', '{"matricule":"BKO2026T001"}')

/** Every connection ends after so many bytes; the first attempt has met that. */
async function onBadLine(life: number, kept: Disk): Promise<void> {
  await anyCall()
  provider.life = life
  expect(await attempt(kept)).toBe('offline')
  provider.came.length = 0
}

const reply = { status: 1, msg: 'Reçu' }
const packed = () => gunzipSync(provider.whole.at(-1) ?? Buffer.alloc(0)).toString()

describe('a body that the line has cut', () => {
  test('goes in parts, arrives to the byte, and is answered as the plain call', async () => {
    const kept = disk()
    await onBadLine(50_000, kept)
    expect(kept.upload).toMatchObject({ gzip: true, arrived: 0 })
    expect(await attempt(kept)).toEqual(reply)
    expect(kept.cuts).toBe(0)
    expect(packed()).toBe(body)
    expect(provider.said[0]).toBe('POST 0')
    expect(kept.upload?.address).toBe(`${provider.url}uploads/a1`)
  })

  test('no byte that has arrived is sent again', async () => {
    const kept = disk()
    await onBadLine(20_000, kept)
    const size = kept.upload?.size ?? 0
    while ((await attempt(kept)) === 'offline');
    const patches = provider.came.filter(({ method }) => method === 'PATCH')
    expect(patches.length).toBeGreaterThan(3)
    expect(patches.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBe(size)
    expect(packed()).toBe(body)
  })

  test('a proxy that keeps nothing of a cut part is given smaller ones', async () => {
    provider.keepsWhatIsCut = false
    const kept = disk()
    await onBadLine(20_000, kept)
    for (let tries = 0; tries < 9; tries += 1) if ((await attempt(kept)) !== 'offline') break
    expect(packed()).toBe(body)
  })

  test('and the larger ones after it go in parts at once', async () => {
    const kept = disk()
    await onBadLine(50_000, kept)
    expect(await attempt(kept)).toEqual(reply)
    provider.came.length = 0
    expect(await attempt(disk())).toEqual(reply)
    expect(provider.said[0]).toBe('POST 0')
  })

  test('until a part as large as a body has arrived: then it costs nothing any more', async () => {
    const kept = disk()
    await onBadLine(50_000, kept)
    provider.life = Number.POSITIVE_INFINITY
    expect(await attempt(kept)).toEqual(reply)
    expect(await attempt(disk())).toEqual(reply)
    provider.came.length = 0
    expect(await attempt(disk())).toEqual(reply)
    expect(provider.came).toHaveLength(1)
  })

  test('the screen is told of what has arrived, and of the last byte that left', async () => {
    const kept = disk()
    await onBadLine(50_000, kept)
    const told: Progress[] = []
    await attempt(kept, { told })
    const size = kept.upload?.size
    expect(told[0]).toEqual({ sent: 0, total: size })
    expect(told.map(({ sent }) => sent)).toEqual(told.map(({ sent }) => sent).sort((a, b) => a - b))
  })

  test('goes on from there after a kill, by whoever sends next', async () => {
    const kept = disk()
    await onBadLine(20_000, kept)
    provider.instead = (came, response) => {
      if (came.method !== 'HEAD') return false
      response.destroy()
      return true
    }
    expect(await attempt(kept)).toBe('offline')
    const arrived = provider.held?.length
    expect(arrived).toBe(20_000)
    await newPage()
    provider.instead = () => false
    provider.life = Number.POSITIVE_INFINITY
    provider.came.length = 0
    expect(await attempt(kept)).toEqual(reply)
    expect(provider.said[0]).toBe('HEAD 0')
    expect(provider.said[1]).toMatch(/@20000$/)
    expect(packed()).toBe(body)
  })

  test('loses nothing of what has arrived where two connections in a row bring nothing more', async () => {
    const kept = disk()
    await onBadLine(20_000, kept)
    const broken = (method: string) => {
      provider.instead = (came, response) => came.method === method && Boolean(response.destroy())
    }
    broken('HEAD')
    expect(await attempt(kept)).toBe('offline')
    broken('PATCH')
    provider.life = Number.POSITIVE_INFINITY
    expect(await attempt(kept)).toBe('offline')
    expect(kept.upload?.arrived).toBe(20_000)
    kept.lostAt = 20_000
    broken('HEAD')
    provider.came.length = 0
    expect(await attempt(kept)).toBe('offline')
    expect(provider.said).not.toContain('POST 0')
    expect(kept.upload?.arrived).toBe(20_000)
  })

  test('that is replaced ends at the provider, too', async () => {
    const kept = disk()
    await onBadLine(50_000, kept)
    const replaced = new AbortController()
    provider.instead = ({ method }) => {
      if (method === 'PATCH') replaced.abort()
      return method === 'PATCH'
    }
    expect(await attempt(kept, { signal: replaced.signal })).toBe('cancelled')
    await expect.poll(() => provider.said.at(-1)).toBe('DELETE 0')
    expect(provider.held).toBeUndefined()
  })

  test('that a page has to leave to another tab is gone on with there', async () => {
    const kept = disk()
    await onBadLine(50_000, kept)
    const left = new AbortController()
    provider.instead = ({ method }) => {
      if (method === 'PATCH') left.abort()
      return method === 'PATCH'
    }
    expect(await attempt(kept, { signal: left.signal, goesOn: true })).toBe('cancelled')
    provider.instead = () => false
    await newPage()
    expect(await attempt(kept)).toEqual(reply)
    expect(provider.said.filter(said => /DELETE/.test(said))).toEqual([])
  })
})

describe('an upload that the provider does not know', () => {
  test('begins anew, without a word', async () => {
    const kept = disk()
    await onBadLine(20_000, kept)
    await attempt(kept)
    provider.held = undefined
    provider.life = Number.POSITIVE_INFINITY
    await newPage()
    provider.came.length = 0
    expect(await attempt(kept)).toEqual(reply)
    expect(provider.said.slice(0, 2)).toEqual(['HEAD 0', 'POST 0'])
    expect(packed()).toBe(body)
  })

  test('nor one of other bytes: another browser version packs otherwise', async () => {
    const kept = disk()
    await onBadLine(20_000, kept)
    await attempt(kept)
    provider.life = Number.POSITIVE_INFINITY
    kept.upload = kept.upload && { ...kept.upload, digest: 'ff' }
    provider.came.length = 0
    expect(await attempt(kept)).toEqual(reply)
    expect(provider.said[0]).toBe('POST 0')
    expect(packed()).toBe(body)
  })
})

describe('a provider that does not do what it announces gets the body whole', () => {
  const wrongs: [string, Resumable['instead']][] = [
    [
      'creates nothing',
      ({ method, headers, bytes }, response) => {
        if (method !== 'POST' || bytes.length > 0 || !headers['upload-length']) return false
        response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"status":0,"msg":"Corps vide"}')
        return true
      },
    ],
    [
      'creates it on another host',
      ({ method, bytes }, response) => {
        if (method !== 'POST' || bytes.length > 0) return false
        response.writeHead(201, { Location: 'https://elsewhere.example/a1' }).end()
        return true
      },
    ],
    [
      'refuses each part',
      ({ method }, response) => {
        if (method !== 'PATCH') return false
        response.writeHead(405).end()
        return true
      },
    ],
    [
      'expects the offset that it was given',
      ({ method, headers }, response) => {
        if (method !== 'PATCH') return false
        response.writeHead(409, { 'Upload-Offset': String(headers['upload-offset']) }).end()
        return true
      },
    ],
    [
      'forgets it at once',
      ({ method }, response) => {
        if (method !== 'PATCH') return false
        response.writeHead(404).end()
        return true
      },
    ],
  ]
  test.each(wrongs)('%s', async (_, instead) => {
    const kept = disk()
    await onBadLine(50_000, kept)
    provider.life = Number.POSITIVE_INFINITY
    provider.instead = instead
    expect(await attempt(kept)).toEqual(reply)
    expect(packed()).toBe(body)
    expect(kept.upload).toBeUndefined()
    provider.came.length = 0
    expect(await attempt(disk())).toEqual(reply)
    expect(provider.came).toHaveLength(1)
  })
})

describe('what stands in the way for a while costs no byte that has arrived', () => {
  const away: [string, string, Resumable['instead']][] = [
    ['a busy provider', 'http', (_, response) => Boolean(response.writeHead(503, { 'Retry-After': '9' }).end())],
    [
      'a captive portal',
      'captive',
      (_, response) => Boolean(response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>')),
    ],
  ]
  test.each(away)('%s', async (_, kind, instead) => {
    const kept = disk()
    await onBadLine(20_000, kept)
    await attempt(kept)
    const { address, arrived } = kept.upload ?? {}
    expect(arrived).toBeGreaterThan(0)
    provider.instead = instead
    expect([kind, 'contract']).toContain(await attempt(kept))
    expect(kept.upload).toMatchObject({ address, arrived })
    provider.instead = () => false
    provider.life = Number.POSITIVE_INFINITY
    expect(await attempt(kept)).toEqual(reply)
    expect(packed()).toBe(body)
  })

  test('a provider that takes no further uploads for now gets the body whole, and the next one in parts', async () => {
    const kept = disk()
    await onBadLine(50_000, kept)
    provider.life = Number.POSITIVE_INFINITY
    let isFull = true
    provider.instead = ({ bytes }, response) => {
      if (!isFull || bytes.length > 0) return false
      response.writeHead(503, { 'Retry-After': '60', 'Upload-Complete': '?0' }).end()
      return true
    }
    expect(await attempt(kept)).toEqual(reply)
    expect(packed()).toBe(body)
    expect(kept.upload).toBeUndefined()
    isFull = false
    provider.came.length = 0
    expect(await attempt(disk())).toEqual(reply)
    expect(provider.said[0]).toBe('POST 0')
  })

  test('one that the provider’s own host no longer knows begins anew, whatever its page looks like', async () => {
    const kept = disk()
    await onBadLine(20_000, kept)
    await attempt(kept)
    provider.life = Number.POSITIVE_INFINITY
    provider.instead = ({ method }, response) => {
      if (method !== 'HEAD') return false
      response.writeHead(404, { 'Content-Type': 'text/html' }).end()
      return true
    }
    await newPage()
    expect(await attempt(kept)).toEqual(reply)
    expect(packed()).toBe(body)
  })

  test('what has begun goes on, also where the next one could not', async () => {
    const kept = disk()
    await onBadLine(20_000, kept)
    provider.instead = ({ method }, response) => method === 'HEAD' && Boolean(response.destroy())
    expect(await attempt(kept)).toBe('offline')
    const begun = kept.upload
    await newPage()
    await anyCall()
    expect(begun?.address).toBeDefined()
    provider.life = Number.POSITIVE_INFINITY
    provider.instead = ({ method, bytes }, response) => {
      if (method !== 'POST' || bytes.length > 0) return false
      response.writeHead(405).end()
      return true
    }
    const other = disk()
    other.upload = { gzip: true, size: 80_000, arrived: 0 }
    expect(await attempt(other)).toEqual(reply)
    provider.came.length = 0
    expect(await attempt(kept)).toEqual(reply)
    expect(provider.said[0]).toMatch(/^HEAD/)
    expect(provider.said.filter(word => word.startsWith('POST'))).toEqual([])
  })

  test('nothing goes to where the provider was before', async () => {
    const kept = disk()
    await onBadLine(50_000, kept)
    provider.life = Number.POSITIVE_INFINITY
    await attempt(kept)
    kept.upload = kept.upload && { ...kept.upload, address: 'https://elsewhere.example/uploads/a1' }
    provider.came.length = 0
    expect(await attempt(kept)).toEqual(reply)
    expect(provider.said[0]).toBe('POST 0')
  })

  test('a part that something else has answered counts only once the provider says so', async () => {
    const kept = disk()
    await onBadLine(50_000, kept)
    provider.life = Number.POSITIVE_INFINITY
    let answered = false
    provider.instead = ({ method }, response) => {
      if (method !== 'PATCH' || answered) return false
      answered = true
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"msg":"Bonjour"}')
      return true
    }
    expect(await attempt(kept)).toEqual(reply)
    expect(packed()).toBe(body)
    expect(provider.said).toContain('HEAD 0')
  })

  test('where the chunk that sends in parts does not come, the body goes whole, and what has begun stands', async () => {
    const kept = disk()
    await onBadLine(20_000, kept)
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
    provider.life = Number.POSITIVE_INFINITY
    expect(await attempt(kept)).toEqual(reply)
    expect(packed()).toBe(body)
  })

  test('what failed of the whole begins anew', async () => {
    const kept = disk()
    await onBadLine(50_000, kept)
    provider.life = Number.POSITIVE_INFINITY
    provider.instead = ({ headers }, response) => {
      if (headers['upload-complete'] !== '?1') return false
      response.writeHead(500, { 'Upload-Complete': '?1' }).end()
      return true
    }
    expect(await attempt(kept)).toBe('http')
    expect(kept.upload?.address).toBeUndefined()
  })
})

describe('nothing of this is done', () => {
  test('for a provider that announces nothing', async () => {
    provider.limits = undefined
    const kept = disk()
    await onBadLine(50_000, kept)
    expect(kept.upload).toBeUndefined()
    await attempt(kept)
    expect(provider.said).toEqual(['POST 50000'])
  })

  test('so each cut is counted there, and no other failure', async () => {
    provider.limits = undefined
    const kept = disk()
    await onBadLine(50_000, kept)
    await attempt(kept)
    expect(kept.cuts).toBe(2)
    provider.life = Number.POSITIVE_INFINITY
    provider.instead = (_, response) => Boolean(response.writeHead(503).end())
    expect(await attempt(kept)).toBe('http')
    expect(kept.cuts).toBe(2)
  })

  test('on a line that carries it', async () => {
    const kept = disk()
    await anyCall()
    provider.came.length = 0
    expect(await attempt(kept)).toEqual(reply)
    expect(provider.came).toHaveLength(1)
    expect(kept.written).toEqual([])
  })
})
