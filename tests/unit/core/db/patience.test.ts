import { get, keys, promisifyRequest, set, values } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storageTrouble, storeOf, transact } from '../../../../src/core/db/database.ts'
import { bePatient, diskTrouble } from '../../../../src/core/db/patience.page.ts'
import { abortAllUntil } from '../../../../src/core/db/transactions.ts'
import { within } from '../../../../src/core/db/within.ts'
import { ports } from '../../../../src/outbox/ports.ts'
import { openDevice, readDisk, wipeDevice } from '../../setup/device.ts'
import { failingOpenings, failingReads, silentOpenings } from '../../setup/failing-disk.ts'
import { later } from '../../setup/later.ts'
import { passTime } from '../../setup/pass-time.ts'

const dossiers = storeOf('dossiers')
const kept = storeOf('device')

beforeEach(async () => {
  // What follows a disk that can't be used at all is told in memory.test.ts.
  bePatient(() => Promise.reject(new Error('The part did not come.')))
  await wipeDevice()
  await openDevice()
  await set('a', 'Awa', dossiers)
  await set('a', 'dates', kept)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Lets time pass until it has ended. */
async function ended<T>(work: Promise<T>): Promise<T> {
  let over = false
  work.finally(() => (over = true)).catch(() => undefined)
  while (!over) await passTime(100)
  return work
}

/** The next connection is a new one. */
const closeConnection = wipeDevice

describe('a disk that fails for a moment', () => {
  test.each([
    ['a list', 'getAll', () => values(dossiers), ['Awa']],
    ['keys', 'getAllKeys', () => keys(storeOf('dossiers')), ['a']],
    ['one row', 'get', () => get('a', dossiers), 'Awa'],
  ] as const)('is asked again for %s', async (_, verb, read, found) => {
    failingReads(verb, 'dossiers', nth => nth === 1)
    expect(await ended<unknown>(read())).toEqual(found)
    expect(diskTrouble.get()).toBeUndefined()
  })

  test('is opened again before it is given up, and everything that waits goes on', async () => {
    await closeConnection()
    const open = failingOpenings()
    const reading = Promise.all([values(dossiers), get('b', kept)])
    const writing = set('b', 'Bakary', dossiers)
    await passTime(3_000)
    expect(open.mock.calls.length).toBeLessThan(6)
    open.mockRestore()
    await ended(writing)
    expect(await ended(reading)).toEqual([[], undefined])
    expect((await readDisk()).dossiers).toEqual({ b: 'Bakary' })
  })

  test('is asked over a new connection', async () => {
    const reads = failingReads('getAll', 'dossiers', nth => nth === 1)
    await ended(values(dossiers))
    const [first, second] = (reads.mock.contexts as IDBObjectStore[]).map(store => store.transaction.db)
    expect(second).not.toBe(first)
  })

  test('is not written to twice: the student may have written something else meanwhile', async () => {
    const work = vi.fn(async () => {
      throw new DOMException('', 'UnknownError')
    })
    await expect(ended(transact(['dossiers'], work))).rejects.toMatchObject({ name: 'UnknownError' })
    expect(work).toHaveBeenCalledOnce()
  })
})

test('a page that is frozen begins again what it had to give up, once it is back, be it a write', async () => {
  const back = later<void>()
  await values(dossiers)
  const writing = transact(['dossiers'], async stores => {
    const name = await promisifyRequest(stores.dossiers.get('a'))
    stores.dossiers.put(`${name} T.`, 'a')
  })
  const done = vi.fn()
  const over = Promise.all([values(dossiers), writing]).then(done)
  // Both have begun, and none has had an answer.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  abortAllUntil(back.promise)
  await passTime(60_000)
  expect(done).not.toHaveBeenCalled()
  back.resolve()
  await ended(over)
  expect(await values(dossiers)).toEqual(['Awa T.'])
})

describe('a disk that goes on failing', () => {
  test('is told where a list waits for it, which comes by itself, and never passes for an empty one', async () => {
    const reads = failingReads('getAll', 'dossiers', () => true)
    const reading = values(dossiers)
    await passTime(4_000)
    expect(diskTrouble.get()).toBeUndefined()
    await passTime(120_000)
    expect(diskTrouble.get()).toBe('unreadable')
    reads.mockRestore()
    expect(await ended(reading)).toEqual(['Awa'])
    expect(diskTrouble.get()).toBeUndefined()
  })

  test('is told to who asks for a single row, that row may be damaged', async () => {
    const reads = failingReads('get', 'device', () => true)
    expect(await ended(get('a', kept).catch(storageTrouble))).toBe('unreadable')
    expect(reads.mock.calls.length).toBeGreaterThan(3)
    expect(diskTrouble.get()).toBeUndefined()
  })

  test.each([
    ['full', 'QuotaExceededError'],
    ['outdated', 'VersionError'],
    ['forbidden', 'SecurityError'],
    ['unreadable', 'UnknownError'],
  ])('when it is opened is told, and what was read and written meanwhile waits for it: %s', async (trouble, name) => {
    await closeConnection()
    const open = failingOpenings(name)
    const writing = set('a', 'Awa', dossiers)
    const reading = values(dossiers)
    await passTime(6_000)
    expect(diskTrouble.get()).toBe(trouble)
    await passTime(60_000)
    expect(open.mock.calls.length).toBeLessThan(20)
    open.mockRestore()
    await ended(writing)
    expect(await ended(reading)).toEqual(['Awa'])
    expect(diskTrouble.get()).toBeUndefined()
  })
})

describe('a disk that does not answer', () => {
  test('is told after ten seconds, and what comes late is there as if it had come in time', async () => {
    await closeConnection()
    const disk = silentOpenings()
    const found = vi.fn()
    const all = [values(dossiers), get('a', kept), set('b', 'Bakary', dossiers)]
    const over = Promise.all(all).then(found)
    await passTime(9_000)
    expect(diskTrouble.get()).toBeUndefined()
    await passTime(1_000)
    expect(diskTrouble.get()).toBe('silent')
    await passTime(600_000)
    expect(found).not.toHaveBeenCalled()
    disk.answer()
    await ended(over)
    expect(found).toHaveBeenCalledWith([[], undefined, undefined])
    expect(diskTrouble.get()).toBeUndefined()
    expect((await readDisk()).dossiers).toEqual({ b: 'Bakary' })
  })

  test('is not waited for by the sender, behind whom other tabs stand', async () => {
    await closeConnection()
    const disk = silentOpenings()
    await expect(ended(ports.listItems())).rejects.toMatchObject({ name: 'TimeoutError' })
    disk.answer()
    expect(await ended(ports.listItems())).toEqual([])
  })
})

describe('what can do without the disk', () => {
  const dates = () => within(get('a', kept)).catch(({ name }: Error) => name)

  test('waits ten seconds for one that does not answer, and no more for one that can’t be opened', async () => {
    await closeConnection()
    const open = failingOpenings()
    const first = dates()
    await passTime(5_000)
    expect(await first).toBe('TimeoutError')
    expect(await ended(dates())).toBe('TimeoutError')
    open.mockRestore()
    await passTime(6_000)
    expect(await ended(dates())).toBeUndefined()
  })
})
