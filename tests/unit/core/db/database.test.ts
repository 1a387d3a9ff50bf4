import { forceCloseDatabase } from 'fake-indexeddb'
import { get, promisifyRequest, set } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storageTrouble, storeOf, transact, writeTogether } from '../../../../src/core/db/database.ts'
import { abortAllUntil } from '../../../../src/core/db/transactions.ts'
import { openDevice, readDisk, wipeDevice } from '../../setup/device.ts'
import { later } from '../../setup/later.ts'

beforeEach(wipeDevice)
afterEach(() => {
  vi.restoreAllMocks()
})

const kept = storeOf('device')
const opened = (version?: number, upgrade = (_: IDBDatabase) => {}) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('portail', version)
    request.onupgradeneeded = () => upgrade(request.result)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

test('the device has one database with five stores', async () => {
  await openDevice()
  const database = await opened()
  expect([...database.objectStoreNames].sort()).toEqual(['device', 'dossiers', 'payloads', 'queue', 'sourceFiles'])
  database.close()
})

describe('what is kept together', () => {
  test('is there as a whole', async () => {
    await writeTogether(['queue', 'payloads'], stores => {
      stores.queue.put({ id: 'a' }, 'a')
      stores.payloads.put('photo', 'a')
    })
    expect(await readDisk()).toMatchObject({ queue: { a: { id: 'a' } }, payloads: { a: 'photo' } })
  })

  test('is asked to lie on the disk before anything is said', async () => {
    await openDevice()
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await writeTogether(['device'], () => {})
    await transact(['device'], async () => {})
    await set('a', 1, kept)
    const expected = [['device'], 'readwrite', { durability: 'strict' }]
    expect(transaction.mock.calls).toEqual([expected, expected, expected])
  })

  test.each([
    ['writeTogether', writeTogether],
    ['transact', transact<'device' | 'queue', void>],
  ])('is not there at all when the work of %s fails in the middle', async (_, write) => {
    await set('a', 'old', kept)
    const failed = write(['device', 'queue'], (stores): never => {
      stores.device.put('new', 'a')
      stores.queue.put({ id: 'b' }, 'b')
      throw new DOMException('No room.', 'QuotaExceededError')
    })
    await expect(failed).rejects.toMatchObject({ name: 'QuotaExceededError' })
    expect(await readDisk()).toMatchObject({ device: { a: 'old' }, queue: {} })
  })

  test('is not there at all when it can’t be copied to the disk', async () => {
    const failed = writeTogether(['device', 'queue'], stores => {
      stores.device.put('new', 'a')
      stores.queue.put(() => 'a function can’t be kept', 'b')
    })
    await expect(failed).rejects.toMatchObject({ name: 'DataCloneError' })
    expect(await readDisk()).toMatchObject({ device: {}, queue: {} })
  })

  // What a browser does by itself when it finds no room (fake-indexeddb has no smaller disk).
  const fill = (ending: IDBTransaction) =>
    (ending as IDBTransaction & { _abort(name: string): void })._abort('QuotaExceededError')
  test.each<[string, (ending: IDBTransaction) => void, string, string]>([
    ['was given up by the browser', ending => ending.abort(), 'AbortError', 'unreadable'],
    ['found no room: not that its requests were ended by it', fill, 'QuotaExceededError', 'full'],
  ])('says that it %s', async (_, end, name, trouble) => {
    const failed = transact(['device'], async ({ device }) => {
      await promisifyRequest(device.put('new', 'a'))
      const next = promisifyRequest(device.get('a'))
      end(device.transaction)
      await next
    })
    const error = await failed.catch((error: unknown) => error)
    expect(error).toMatchObject({ name })
    expect(storageTrouble(error)).toBe(trouble)
    expect((await readDisk()).device).toEqual({})
  })

  test('is what the work has given, once it is on the disk', async () => {
    const count = () =>
      transact(['device'], async ({ device: kept }) => {
        const next = ((await promisifyRequest(kept.get('count'))) ?? 0) + 1
        kept.put(next, 'count')
        return next
      })
    expect(await Promise.all([count(), count(), count()])).toEqual([1, 2, 3])
    expect((await readDisk()).device).toEqual({ count: 3 })
  })
})

describe('a connection that ends', () => {
  test('because iOS closed it behind our back is opened again', async () => {
    await set('a', 1, kept)
    const close = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('The database connection is closing.', 'InvalidStateError')
    })
    expect(await get('a', kept)).toBe(1)
    expect(close).toHaveBeenCalledTimes(2)
  })

  test('because the browser closed it is opened again', async () => {
    await set('a', 1, kept)
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await get('a', kept)
    // Its type asks for the class where it takes what the class makes.
    forceCloseDatabase(transaction.mock.contexts[0] as unknown as Parameters<typeof forceCloseDatabase>[0])
    expect(await get('a', kept)).toBe(1)
  })

  test('because storage was wiped finds an empty device, and keeps again', async () => {
    await set('a', 1, kept)
    await wipeDevice()
    expect(await get('a', kept)).toBeUndefined()
    await set('a', 2, kept)
    expect(await get('a', kept)).toBe(2)
  })

  test('does not hold up the newer build of another tab, and then says that this one is outdated', async () => {
    await set('a', 1, kept)
    const newer = await opened(10)
    const trouble = await get('a', kept).catch(storageTrouble)
    expect(trouble).toBe('outdated')
    newer.close()
  })
})

describe('a database that can’t be opened', () => {
  test('because another tab holds an older one is waited for, and serves once that tab has let go', async () => {
    const older = await opened(1)
    const open = indexedDB.open.bind(indexedDB)
    const newer = vi.spyOn(indexedDB, 'open').mockImplementation(name => open(name, 2))
    const writing = set('a', 1, kept)
    const reading = get('a', kept)
    older.close()
    await writing
    expect(await reading).toBe(1)
    expect(newer).toHaveBeenCalledOnce()
  })

  test('as it is, because a store is lost, gets it back, and what is in the others stays', async () => {
    await set('a', 1, kept)
    const damaged = await opened(2, database => database.deleteObjectStore('queue'))
    damaged.close()
    const queue = storeOf('queue')
    await set('b', 2, queue)
    expect([await get('a', kept), await get('b', queue)]).toEqual([1, 2])
  })

  test('in a private window is tried again the next time', async () => {
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('A private window.', 'SecurityError')
    })
    expect(await get('a', kept).catch(storageTrouble)).toBe('forbidden')
    open.mockRestore()
    expect(await get('a', kept)).toBeUndefined()
  })
})

describe('a page that is left', () => {
  test('gives up what it was reading, keeps what it has committed, and goes on when it is back', async () => {
    const back = later<void>()
    await set('dates', 1, kept)
    const variant = get('dates', kept)
    // The database is open already: it begins before any answer can come.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
    abortAllUntil(back.promise)
    await expect(variant).rejects.toThrow()
    await writeTogether(['dossiers'], stores => stores.dossiers.put('last word', 'draft'))
    const came = vi.fn()
    const waiting = get('dates', kept).then(came)
    expect((await readDisk()).dossiers).toEqual({ draft: 'last word' })
    expect(came).not.toHaveBeenCalled()
    back.resolve()
    await waiting
    expect(came).toHaveBeenCalledWith(1)
  })

  test('gives up the making of the stores, which the next page then makes', async () => {
    const back = later<void>()
    const making = vi.spyOn(IDBDatabase.prototype, 'createObjectStore')
    making.mockImplementationOnce(function (this: IDBDatabase, name) {
      queueMicrotask(() => abortAllUntil(back.promise))
      return this.createObjectStore(name)
    })
    await expect(get('dates', kept)).rejects.toThrow()
    expect(making).toHaveBeenCalled()
    const next = await opened(1)
    expect(next.objectStoreNames).toHaveLength(0)
    next.close()
    await wipeDevice()
    back.resolve()
    expect(await get('dates', kept)).toBeUndefined()
  })

  test('has nothing to give up where it was at rest', async () => {
    const back = later<void>()
    await set('dates', 1, kept)
    abortAllUntil(back.promise)
    back.resolve()
    expect(await get('dates', kept)).toBe(1)
  })
})
