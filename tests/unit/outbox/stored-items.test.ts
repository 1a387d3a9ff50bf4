import { beforeEach, describe, expect, test, vi } from 'vitest'
import { endpoints, storedAs } from '../../../src/core/api/endpoints.ts'
import { writeTogether } from '../../../src/core/db/database.ts'
import { eraseDossier } from '../../../src/core/db/erase.ts'
import { queueRequest, withdrawRequest } from '../../../src/outbox/api.ts'
import { readItem } from '../../../src/outbox/item.ts'
import { listItems } from '../../../src/outbox/items.ts'
import { hurryItems } from '../../../src/outbox/store.ts'
import { findDueItem, findWakeTime } from '../../../src/outbox/transitions.ts'
import { readDisk, wipeDevice } from '../setup/device.ts'
import { itemOf } from '../setup/items.ts'
import { photo } from '../setup/requests.ts'

/** As they lie on students' phones. A name may be added; none may go, or what waits under it would wait for ever. */
const storedNames = [
  'enrol',
  'confirmCode',
  'uploadDocument',
  'validateFile',
  'replace/actenaiss',
  'replace/carteid',
  'replace/simcard',
  'replace/attest',
  'replace/photobuste',
]

const ofToday = itemOf({ id: 'today', dossier: 'a', requestKey: 'simcard', notBefore: 1, createdAt: 1 })
const unreadable = { ...ofToday, id: 'unreadable', shape: 2 }

const put = (...items: { id: string }[]) =>
  writeTogether(['queue', 'payloads'], stores => {
    for (const item of items) {
      stores.queue.put(item, item.id)
      stores.payloads.put('{}', item.id)
    }
  })

describe('a request that lies on a phone', () => {
  test.each(storedNames)('as %s is still sent by a row of its own', name => {
    expect(storedAs(name)?.waits.as).toBe(name)
  })

  test('never has a name that two rows share', () => {
    const names = Object.values(endpoints).flatMap(({ waits }) => (waits ? [waits.as] : []))
    expect(new Set(names).size).toBe(names.length)
    expect(names.sort()).toEqual([...storedNames].sort())
  })

  test('by today’s build is read, and due', () => {
    expect(readItem(ofToday)).toBe(ofToday)
    expect(findDueItem([ofToday], 2)?.id).toBe('today')
  })

  test('under a name that this build does not know waits for one that does, and wakes nobody', () => {
    const later = itemOf({ endpoint: 'call-of-tomorrow' })
    expect(findDueItem([later], 9)).toBeUndefined()
    expect(findWakeTime([later])).toBeUndefined()
    expect(findDueItem([later, itemOf({ id: 'mine', createdAt: 5 })], 9)?.id).toBe('mine')
  })
})

describe('what this build can’t read', () => {
  beforeEach(async () => {
    await wipeDevice()
    await put(ofToday, unreadable)
  })

  test('is not listed and keeps nothing else from being sent', async () => {
    const items = await listItems()
    expect(items.map(({ id }) => id)).toEqual(['today'])
    expect(findDueItem(items, 2)?.id).toBe('today')
  })

  test('stays as it is, with its body, whatever is done beside it', async () => {
    await hurryItems(9)
    await queueRequest(photo('new', { requestKey: 'simcard', madeFrom: 'simcard' }), 9)
    await withdrawRequest('a', 'simcard')
    const { queue, payloads } = await readDisk()
    expect(queue).toMatchObject({ unreadable })
    expect(payloads).toMatchObject({ unreadable: '{}' })
  })

  test('is erased with its dossier: nothing of a student may stay', async () => {
    await eraseDossier('b', true)
    expect(Object.keys((await readDisk()).queue)).toEqual(['today', 'unreadable'])
    await eraseDossier('a', true)
    const { queue, payloads } = await readDisk()
    expect([queue, payloads]).toEqual([{}, {}])
  })
})

describe('the list of all requests', () => {
  beforeEach(wipeDevice)

  test('is read once for all who ask at once, and anew for who has written since', async () => {
    const reads = vi.spyOn(IDBObjectStore.prototype, 'getAll')
    await put(ofToday)
    const found = await Promise.all([listItems(), listItems(), listItems()])
    expect(found.map(items => items.length)).toEqual([1, 1, 1])
    expect(reads).toHaveBeenCalledTimes(1)
    const before = listItems()
    await put({ ...ofToday, id: 'second' })
    expect((await Promise.all([before, listItems()])).at(-1)).toHaveLength(2)
    reads.mockRestore()
  })

  test('is read again after a read that failed', async () => {
    await put(ofToday)
    const broken = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementationOnce(() => {
      throw new DOMException('The disk is broken.', 'UnknownError')
    })
    await expect(listItems()).rejects.toThrow('broken')
    expect(await listItems()).toHaveLength(1)
    broken.mockRestore()
  })
})
