import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { learnUploadLimit } from '../../../src/core/api/announced.ts'
import type { Upload } from '../../../src/core/api/upload.ts'
import { eraseDossier } from '../../../src/core/db/erase.ts'
import { keepSourceFile, keptSourceFiles } from '../../../src/core/db/source-files.ts'
import { queueRequest, withdrawRequest } from '../../../src/outbox/api.ts'
import { listItems } from '../../../src/outbox/items.ts'
import { hurryItems, keepUpload, record } from '../../../src/outbox/store.ts'
import type { Event } from '../../../src/outbox/transitions.ts'
import { wholeBody } from '../../../src/outbox/whole-body.ts'
import { onFreshDevice, readDisk } from '../setup/device.ts'
import { accept, busy, code, only, photo, refusal, sourceFile, unreachable } from '../setup/requests.ts'

onFreshDevice()

const made = (image: string, change = {}) => photo(image, { madeFrom: 'attest', ...change })
const attest = () => only('a', 'attest')
/** The photo of the attestation, with what became of it. */
async function queued(image: string, ...events: Event[]): Promise<string> {
  await queueRequest(made(image), 1)
  const { id } = await attest()
  for (const event of events) await record(id, event, 2)
  return id
}
const left = async () => (await listItems()).map(({ dossier, requestKey }) => dossier + requestKey).sort()

describe('a request that is kept', () => {
  test('waits with its frozen body apart from what a screen shows', async () => {
    const { body, ...request } = photo('é1')
    await queueRequest({ ...request, body }, 7)
    const item = await attest()
    const json = JSON.stringify(body)
    expect(item).toEqual({
      id: item.id,
      shape: 1,
      dossier: 'a',
      requestKey: 'attest',
      endpoint: 'uploadDocument',
      digest: createHash('sha256').update(json).digest('hex'),
      bytes: Buffer.byteLength(json),
      state: 'waiting',
      attempts: 0,
      notBefore: 7,
      createdAt: 7,
      revision: expect.any(String),
    })
    expect(await wholeBody(item.id)).toBe(json)
    expect(JSON.stringify(await listItems())).not.toContain('é1')
  })

  test('is listed without reading one photo', async () => {
    await queued('1')
    const stores: string[] = []
    const getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (this: IDBObjectStore) {
      stores.push(this.name)
      getAll.mockRestore()
      return this.getAll()
    })
    await listItems()
    expect(stores).toEqual(['queue'])
  })

  test('takes the place of an older one of its requestKey, body and all, and of no other', async () => {
    const first = await queued('1')
    await queueRequest(photo('1', { requestKey: 'carteid' }), 1)
    await queueRequest(photo('1', { dossier: 'b' }), 1)
    await queueRequest(made('2'), 2)
    expect((await attest()).createdAt).toBe(2)
    expect(await wholeBody(first)).toBeUndefined()
    expect(await left()).toEqual(['aattest', 'acarteid', 'battest'])
    const { queue, payloads } = await readDisk()
    expect(Object.keys(payloads)).toEqual(Object.keys(queue))
  })

  test('obeys the pause that the provider asked of the one before, also when the network comes back', async () => {
    await queueRequest(photo('1'), 0)
    await record((await attest()).id, busy, 0)
    await queueRequest(photo('2'), 10)
    await hurryItems(20)
    expect((await attest()).notBefore).toBe(60_000)
    await queueRequest(photo('3'), 70_000)
    expect(await attest()).toMatchObject({ notBefore: 70_000, attempts: 0 })
    expect(await attest()).not.toHaveProperty('trouble')
  })

  test('does not take over a pause that was only ours', async () => {
    await queued('1', unreachable)
    await queueRequest(photo('2'), 10)
    expect((await attest()).notBefore).toBe(10)
  })
})

describe('the same photo once more', () => {
  test.each<[string, Event, object, string[]]>([
    ['is not sent again once it was accepted', accept, { state: 'accepted', settledAt: 2 }, []],
    ['goes on waiting as it is, and can still be sent', unreachable, { state: 'waiting', attempts: 1 }, ['same']],
    ['is sent again once it was refused', refusal, { state: 'waiting', createdAt: 3 }, ['another']],
  ])('%s', async (_, event, expected, bodies) => {
    const id = await queued('1', event)
    await queueRequest(made('1'), 3)
    const item = await attest()
    expect(item).toMatchObject(expected)
    expect(item.id === id).toBe(!bodies.includes('another'))
    expect(Object.keys((await readDisk()).payloads)).toEqual(bodies.map(() => item.id))
  })

  test('differs by a single letter, and is sent', async () => {
    await queued('1', accept)
    await queueRequest(made('1x'), 3)
    expect((await attest()).state).toBe('waiting')
  })
})

describe('a short call that is asked for twice', () => {
  test('by a hasty press is made once, and by another answer anew', async () => {
    await Promise.all([queueRequest(code('1234'), 1), queueRequest(code('1234'), 1)])
    const { id } = await only('a', 'code')
    await queueRequest(code('1234'), 2)
    expect(await only('a', 'code')).toMatchObject({ id, state: 'waiting', createdAt: 1 })
    expect(Object.keys((await readDisk()).payloads)).toEqual([id])
    await queueRequest(code('1235'), 3)
    expect((await only('a', 'code')).createdAt).toBe(3)
  })

  test.each([
    ['the one before could not arrive', unreachable],
    ['it may have to be made twice', accept],
  ])('is tried at once where %s', async (_, event) => {
    await queueRequest(code('1234'), 1)
    await record((await only('a', 'code')).id, event, 2)
    await queueRequest(code('1234'), 3)
    expect(await only('a', 'code')).toMatchObject({ state: 'waiting', createdAt: 3, notBefore: 3, attempts: 0 })
  })
})

describe('the picked file that a request was made from', () => {
  test('is let go with the request, and no other is; also when its photo was accepted before', async () => {
    await keepSourceFile('a', 'attest', sourceFile)
    await keepSourceFile('a', 'carteid', sourceFile)
    await keepSourceFile('b', 'attest', sourceFile)
    await queued('1', accept)
    expect(await keptSourceFiles('a')).toEqual(['carteid'])
    await keepSourceFile('a', 'attest', sourceFile)
    await queueRequest(made('1'), 3)
    expect(await keptSourceFiles('a')).toEqual(['carteid'])
    expect(await keptSourceFiles('b')).toEqual(['attest'])
  })

  test('is queued only while it is the one that was picked last, in whichever tab', async () => {
    await keepSourceFile('a', 'attest', { ...sourceFile, revision: 'second' })
    const before = await readDisk()
    expect(await queueRequest(made('1', { revision: 'first' }), 1)).toBe(false)
    expect(await readDisk()).toEqual(before)
    expect(await queueRequest(made('2', { revision: 'second' }), 2)).toBe(true)
    expect(await keptSourceFiles('a')).toEqual([])
    expect((await attest()).createdAt).toBe(2)
  })

  test('is queued also where the disk had no room for its copy', async () => {
    expect(await queueRequest(made('1'), 1)).toBe(true)
    expect((await attest()).state).toBe('waiting')
  })
})

describe('an edited photo', () => {
  test('takes the place of the one that it edits', async () => {
    const edits = await queued('1')
    expect(await queueRequest(made('1 turned', { edits }), 2)).toBe(true)
    expect(await attest()).toMatchObject({ state: 'waiting', createdAt: 2 })
  })

  test('leaves alone the one that another tab has picked meanwhile', async () => {
    const edits = await queued('1')
    await keepSourceFile('a', 'attest', { ...sourceFile, revision: 'newer' })
    const before = await readDisk()
    expect(await queueRequest(made('1 turned', { edits }), 2)).toBe(false)
    expect(await readDisk()).toEqual(before)
    expect(await queueRequest(made('2', { revision: 'newer' }), 3)).toBe(true)
    expect(await keptSourceFiles('a')).toEqual([])
  })

  test('leaves alone the one that another tab has queued meanwhile', async () => {
    const edits = await queued('1')
    const newer = await queued('2')
    expect(await queueRequest(made('1 turned', { edits }), 2)).toBe(false)
    expect((await attest()).id).toBe(newer)
  })
})

describe('what happened is written down', () => {
  test.each<[string, Event, boolean]>([
    ['accepted', accept, false],
    ['refused', refusal, true],
    ['waiting', unreachable, true],
  ])('%s: the body is kept unless it is accepted', async (state, event, isKept) => {
    const id = await queued('1', event)
    expect((await attest()).state).toBe(state)
    expect((await wholeBody(id)) !== undefined).toBe(isKept)
  })

  test.each([accept, refusal, unreachable])('only of what is still there: nothing by a late %j', async event => {
    const id = await queued('1')
    await queueRequest(photo('2'), 2)
    const before = await readDisk()
    await record(id, event, 3)
    expect(await readDisk()).toEqual(before)
  })
})

describe('the whole queue', () => {
  test('is hurryItem when the network is back, but for what the provider asked to wait', async () => {
    await queueRequest(photo('1'), 0)
    await queueRequest(code('1234'), 0)
    await record((await attest()).id, busy, 0)
    await record((await only('a', 'code')).id, { ...unreachable, chance: 0.99 }, 0)
    await hurryItems(5)
    expect((await attest()).notBefore).toBe(60_000)
    expect((await only('a', 'code')).notBefore).toBe(5)
  })

  test('loses what a student takes back, or a dossier that has ended, and nothing else', async () => {
    await queueRequest(photo('1'), 1)
    await queueRequest(code('1234'), 1)
    await queueRequest(photo('1', { dossier: 'b' }), 1)
    await withdrawRequest('a', 'attest')
    expect(await left()).toEqual(['acode', 'battest'])
    expect(Object.keys((await readDisk()).payloads)).toHaveLength(2)
    await eraseDossier('a', true)
    expect(await left()).toEqual(['battest'])
    expect(Object.keys((await readDisk()).payloads)).toHaveLength(1)
  })

  test('keeps what the provider has accepted: that can’t be taken back', async () => {
    await queued('1', accept)
    await withdrawRequest('a', 'attest')
    expect((await attest()).state).toBe('accepted')
  })
})

describe('an upload in parts', () => {
  const stands: Upload = { address: '/2021/v1/uploads/a', digest: 'd', gzip: true, size: 90_000, arrived: 20_000 }

  test('is kept with its item, and forgotten with it: a photo that takes its place begins its own', async () => {
    const id = await queued('1')
    await keepUpload(id, stands)
    expect(await attest()).toMatchObject({ state: 'waiting', upload: stands })
    await queueRequest(photo('2'), 1)
    await keepUpload(id, { ...stands, arrived: 40_000 })
    expect(await attest()).not.toHaveProperty('upload')
  })

  test.each([
    ['accepted', accept],
    ['refused', refusal],
  ])('is over once the provider has %s the whole', async (state, event) => {
    const id = await queued('1')
    await keepUpload(id, stands)
    await record(id, event, 5)
    // A sender that learns it late writes nothing any more.
    if (state === 'accepted') await keepUpload(id, stands)
    expect(await attest()).not.toHaveProperty('upload')
  })

  test('stays while a code is asked for, and while the network is away', async () => {
    const id = await queued('1')
    await keepUpload(id, stands)
    const asks: Event = { kind: 'replied', outcome: { status: 0, msg: '', codeRequis: true } }
    for (const event of [unreachable, asks]) {
      await record(id, event, 5)
      expect(await attest()).toMatchObject({ upload: stands })
    }
  })

  test('is announced to a worker that wakes alone, by what waits', async () => {
    await queued('1')
    expect(await attest()).not.toHaveProperty('limits')
    learnUploadLimit('current', 'max-size=7')
    await queueRequest(photo('3'), 2)
    expect(await attest()).toMatchObject({ limits: 'max-size=7' })
  })
})
