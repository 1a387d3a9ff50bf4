import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { keepSourceFile, keptSourceFiles } from '../../../src/core/db/source-files.ts'
import { queueRequest } from '../../../src/outbox/api.ts'
import { listItems, payloadOf } from '../../../src/outbox/items.ts'
import { hurryItems, record } from '../../../src/outbox/store.ts'
import { readDisk, wipeDevice } from '../setup/device.ts'
import { accept, busy, code, itemsOf, only, photo, refusal, sourceFile, unreachable } from '../setup/requests.ts'

beforeEach(wipeDevice)

describe('a request that is kept', () => {
  test('waits with its frozen body apart from what a screen shows', async () => {
    const { body, ...request } = photo('é1')
    await queueRequest({ ...request, body }, 7)
    const item = await only('a', 'attest')
    const json = JSON.stringify(body)
    expect(item).toEqual({
      id: item.id,
      revision: expect.any(String),
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
    })
    expect(await payloadOf(item.id)).toBe(json)
    expect(JSON.stringify(await listItems())).not.toContain('é1')
  })

  test('is listed without reading one photo', async () => {
    await queueRequest(photo('1'), 1)
    const stores: string[] = []
    const getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (this: IDBObjectStore) {
      stores.push(this.name)
      getAll.mockRestore()
      return this.getAll()
    })
    await listItems()
    expect(stores).toEqual(['queue'])
  })

  test('takes the place of an older one of its requestKey, body and all', async () => {
    await queueRequest(photo('1'), 1)
    const first = await only('a', 'attest')
    await queueRequest(photo('2'), 2)
    expect((await only('a', 'attest')).createdAt).toBe(2)
    const { queue, payloads } = await readDisk()
    expect(Object.keys(payloads)).toEqual(Object.keys(queue))
    expect(await payloadOf(first.id)).toBeUndefined()
  })

  test('leaves other slots and other students alone', async () => {
    await queueRequest(photo('1'), 1)
    await queueRequest(photo('1', { requestKey: 'carteid' }), 2)
    await queueRequest(photo('1', { dossier: 'b' }), 3)
    expect(await itemsOf('a')).toHaveLength(2)
    expect(await itemsOf('b')).toHaveLength(1)
  })

  test('obeys the pause that the provider asked of the one before, also when the network comes back', async () => {
    await queueRequest(photo('1'), 0)
    await record((await only('a', 'attest')).id, busy, 0)
    await queueRequest(photo('2'), 10)
    await hurryItems(20)
    expect((await only('a', 'attest')).notBefore).toBe(60_000)
    await queueRequest(photo('3'), 70_000)
    expect(await only('a', 'attest')).toMatchObject({ notBefore: 70_000, attempts: 0 })
    expect(await only('a', 'attest')).not.toHaveProperty('trouble')
  })

  test('does not take over a pause that was only ours', async () => {
    await queueRequest(photo('1'), 0)
    await record((await only('a', 'attest')).id, unreachable, 0)
    await queueRequest(photo('2'), 10)
    expect((await only('a', 'attest')).notBefore).toBe(10)
  })
})

describe('the same photo once more', () => {
  const again = photo('1', { madeFrom: 'attest' })

  test('is not sent again once the provider has accepted it', async () => {
    await queueRequest(again, 1)
    const { id } = await only('a', 'attest')
    await record(id, accept, 2)
    await queueRequest(again, 3)
    expect(await only('a', 'attest')).toMatchObject({ id, state: 'accepted', settledAt: 2 })
    expect((await readDisk()).payloads).toEqual({})
  })

  test('goes on waiting as it is, and can still be sent', async () => {
    await queueRequest(again, 1)
    const { id } = await only('a', 'attest')
    await record(id, unreachable, 2)
    await queueRequest(again, 3)
    expect(await only('a', 'attest')).toMatchObject({ id, state: 'waiting', attempts: 1 })
    expect(await payloadOf(id)).toBeDefined()
  })

  test('is sent again once it was refused', async () => {
    await queueRequest(again, 1)
    const { id } = await only('a', 'attest')
    await record(id, refusal, 2)
    await queueRequest(again, 3)
    const item = await only('a', 'attest')
    expect(item).toMatchObject({ state: 'waiting', createdAt: 3 })
    expect(item.id).not.toBe(id)
  })

  test('differs by a single letter, and is sent', async () => {
    await queueRequest(again, 1)
    await record((await only('a', 'attest')).id, accept, 2)
    await queueRequest(photo('1x', { madeFrom: 'attest' }), 3)
    expect((await only('a', 'attest')).state).toBe('waiting')
  })

  test('is a short call whose button was pressed twice: one goes out, and a new one once the first was lost', async () => {
    await queueRequest(code('1234'), 1)
    const { id } = await only('a', 'code')
    await queueRequest(code('1234'), 2)
    expect((await only('a', 'code')).id).toBe(id)
    await record(id, unreachable, 3)
    await queueRequest(code('1234'), 4)
    expect(await only('a', 'code')).toMatchObject({ notBefore: 4, attempts: 0 })
  })

  test('is a short call that may have to be made twice', async () => {
    await queueRequest(code('1234'), 1)
    await record((await only('a', 'code')).id, accept, 2)
    await queueRequest(code('1234'), 3)
    expect(await only('a', 'code')).toMatchObject({ state: 'waiting', createdAt: 3 })
  })
})

describe('a short call that is asked for twice by a hasty press', () => {
  test('is made once: the one that has not been tried yet stays', async () => {
    await Promise.all([queueRequest(code('1234'), 1), queueRequest(code('1234'), 1)])
    const { id } = await only('a', 'code')
    await queueRequest(code('1234'), 2)
    expect(await only('a', 'code')).toMatchObject({ id, state: 'waiting', createdAt: 1 })
    expect(Object.keys((await readDisk()).payloads)).toEqual([id])
  })

  test('gives way to another answer', async () => {
    await queueRequest(code('1234'), 1)
    await queueRequest(code('1235'), 2)
    expect((await only('a', 'code')).createdAt).toBe(2)
  })

  test('is tried at once when the one before could not arrive', async () => {
    await queueRequest(code('1234'), 1)
    await record((await only('a', 'code')).id, unreachable, 2)
    await queueRequest(code('1234'), 3)
    expect(await only('a', 'code')).toMatchObject({ notBefore: 3, attempts: 0 })
  })
})

describe('the picked file that a request was made from', () => {
  test('is let go with the request, and no other is', async () => {
    await keepSourceFile('a', 'attest', sourceFile)
    await keepSourceFile('a', 'carteid', sourceFile)
    await keepSourceFile('b', 'attest', sourceFile)
    await queueRequest(photo('1', { madeFrom: 'attest' }), 1)
    expect(await keptSourceFiles('a')).toEqual(['carteid'])
    expect(await keptSourceFiles('b')).toEqual(['attest'])
  })

  test('is let go also when its photo was accepted before', async () => {
    await queueRequest(photo('1', { madeFrom: 'attest' }), 1)
    await record((await only('a', 'attest')).id, accept, 2)
    await keepSourceFile('a', 'attest', sourceFile)
    await queueRequest(photo('1', { madeFrom: 'attest' }), 3)
    expect(await keptSourceFiles('a')).toEqual([])
  })

  test('is queued only while it is the one that was picked last, in whichever tab', async () => {
    await keepSourceFile('a', 'attest', { ...sourceFile, revision: 'second' })
    const before = await readDisk()
    expect(await queueRequest(photo('1', { madeFrom: 'attest', revision: 'first' }), 1)).toBe(false)
    expect(await readDisk()).toEqual(before)
    expect(await queueRequest(photo('2', { madeFrom: 'attest', revision: 'second' }), 2)).toBe(true)
    expect(await keptSourceFiles('a')).toEqual([])
    expect((await only('a', 'attest')).createdAt).toBe(2)
  })

  test('is queued also where the disk had no room for its copy', async () => {
    expect(await queueRequest(photo('1', { madeFrom: 'attest' }), 1)).toBe(true)
    expect((await only('a', 'attest')).state).toBe('waiting')
  })
})
