import { get, getMany, keys, promisifyRequest, set, values } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answersOfEnrolment } from '../../../../src/core/db/memory.page.ts'
import { wizards } from '../../../../src/features/enrolment/wizards.ts'
import { documentsOf, variants } from '../../../../src/spec/documents.ts'
import { readDisk, wipeDevice } from '../../setup/device.ts'
import { failingOpenings, failingReads, silentOpenings } from '../../setup/failing-disk.ts'
import { freshPage } from '../../setup/fresh-page.ts'
import { freshLocalStorage } from '../../setup/local-storage.ts'
import { passTime } from '../../setup/pass-time.ts'
import { code, photo } from '../../setup/requests.ts'

const box = freshLocalStorage()
const kept = 'portail-garde'

beforeEach(wipeDevice)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A page with modules of its own. */
async function openPage() {
  const page = await freshPage(
    () => import('../../../../src/core/db/memory.page.ts'),
    () => import('../../../../src/core/db/patience.page.ts'),
    () => import('../../../../src/core/db/database.ts'),
    () => import('../../../../src/core/db/dossiers.ts'),
    () => import('../../../../src/features/enrolment/draft.ts'),
    () => import('../../../../src/core/db/shared-mode.ts'),
    () => import('../../../../src/core/db/erase.ts'),
    () => import('../../../../src/outbox/api.ts'),
    () => import('../../../../src/outbox/items.ts'),
    () => import('../../../../src/outbox/import.ts'),
  )
  page.bePatient(async () => page.memory)
  return page
}
type Page = Awaited<ReturnType<typeof openPage>>

/** It asks for as long as it has patience. */
async function impatient(): Promise<Page> {
  const page = await openPage()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  void page.listDossiers()
  await passTime(8_000)
  vi.useRealTimers()
  return page
}
/** A page whose database can't be opened, ever. */
async function withoutDisk(name?: string): Promise<Page> {
  const open = failingOpenings(name)
  const page = await impatient()
  expect(open).toHaveBeenCalled()
  return page
}

describe('a page whose database can’t be opened', () => {
  test.each([
    ['unreadable', 'UnknownError'],
    ['full', 'QuotaExceededError'],
    ['forbidden', 'SecurityError'],
  ])('keeps an enrolment in its memory and says why: %s', async (why, name) => {
    const page = await withoutDisk(name)
    expect(page.inMemory.get()).toBe(why)
    expect(page.diskTrouble.get()).toBeUndefined()
    expect(page.isAtStake('complete')).toBe(false)
    const draft = page.createDraft(() => () => {})
    const close = draft.open()
    await expect.poll(() => draft.get().dossier).toBeDefined()
    draft.answer('nom', 'Traoré')
    await draft.flush()
    expect([draft.get().trouble, draft.keeping.get()]).toEqual([undefined, false])
    close()
    const id = draft.get().dossier?.id ?? ''
    await page.queueRequest(photo('1', { dossier: id }), 1)
    expect(await page.itemsOf(id)).toMatchObject([{ state: 'waiting' }])
    expect((await page.openEnrolment()).draft).toMatchObject({ id, answers: { nom: 'Traoré' } })
    expect(page.isAtStake('complete')).toBe(true)
    expect(await indexedDB.databases()).toEqual([])
    expect([...box.keys()]).toEqual([])
  })

  test('asks first where an earlier page has kept something, and hides it behind no empty form', async () => {
    box.set(kept, '1')
    const page = await withoutDisk()
    expect(page.inMemory.get()).toBeUndefined()
    expect(page.diskTrouble.get()).toBe('unreadable')
    const draft = page.createDraft(() => () => {})
    const close = draft.open()
    await page.goOnInMemory('unreadable')
    await expect.poll(() => draft.get()).toMatchObject({ dossier: { answers: {} } })
    expect(page.diskTrouble.get()).toBeUndefined()
    close()
  })

  test('stays with its memory when the disk is well again, and nothing of either comes into the other', async () => {
    const before = await openPage()
    await before.saveDossier(before.newDossier('enrolment', 1, { nom: 'Traoré' }))
    vi.spyOn(indexedDB, 'open')
    const page = await withoutDisk()
    await page.goOnInMemory('unreadable')
    vi.restoreAllMocks()
    expect((await page.listDossiers()).readable).toEqual([])
    await page.saveDossier(page.newDossier('enrolment', 2, { nom: 'Diallo' }))
    expect(Object.values((await readDisk()).dossiers)).toMatchObject([{ answers: { nom: 'Traoré' } }])
  })

  test('on a shared device keeps nothing in the clear there either', async () => {
    box.set('portail-partage', '1')
    const page = await withoutDisk()
    await page.goOnInMemory('unreadable')
    expect(await page.readMode()).toBe('shared')
    await expect(page.saveDossier(page.newDossier('enrolment', 1))).rejects.toMatchObject({ name: 'LockedError' })
    await expect(page.ownDevice()).rejects.toThrow()
  })

  test('does not say that it has erased or taken in what would have to lie on the disk', async () => {
    const page = await withoutDisk()
    await expect(page.eraseEverything()).rejects.toMatchObject({ name: 'UnknownError' })
    expect(page.isErased()).toBe(false)
    const dossier = page.newDossier('enrolment', 1)
    const arriving = { dossier, files: [], items: [], forgotten: [], dropped: [] }
    await expect(page.importContents(arriving, undefined)).rejects.toMatchObject({ name: 'UnknownError' })
  })
})

test('a full disk that only says that it failed is called full', async () => {
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 9_000_000, usage: 8_900_000 }) } })
  const page = await withoutDisk()
  await expect.poll(() => page.inMemory.get()).toBe('full')
  vi.unstubAllGlobals()
})

test('a disk that never answers is told, is not left for the memory by itself, and is where the student says so', async () => {
  const disk = silentOpenings()
  const page = await openPage()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const reading = page.listDossiers()
  await passTime(12_000)
  vi.useRealTimers()
  expect([page.diskTrouble.get(), page.inMemory.get()]).toEqual(['silent', undefined])
  await page.goOnInMemory('silent')
  expect((await reading).readable).toEqual([])
  expect(page.diskTrouble.get()).toBeUndefined()
  disk.answer()
  await page.saveDossier(page.newDossier('enrolment', 2, { nom: 'Diallo' }))
  expect((await page.listDossiers()).readable).toMatchObject([{ answers: { nom: 'Diallo' } }])
})

test('a store that can’t be read, in a database that opens, is a reason too', async () => {
  failingReads('getAll', 'dossiers', () => true)
  expect((await impatient()).inMemory.get()).toBe('unreadable')
})

/** What is asked of a database, and what each of them makes of it. */
const uses: Record<string, (page: Page) => Promise<unknown>> = {
  async 'rows in order'({ storeOf }) {
    const store = storeOf('device')
    for (const key of ['b', 'answer/2', 'a', 'answer/1']) await set(key, { key }, store)
    return [await keys(store), await values(store), await getMany(['a', 'x'], store), await get('b', store)]
  },
  async ranges({ storeOf, transact }) {
    const store = storeOf('device')
    for (const key of ['answer/1', 'answer/2', 'code/1']) await set(key, key, store)
    const range = IDBKeyRange.bound('answer', 'answer\uffff')
    const found = await transact(['device'], async ({ device }) => {
      const asked = [device.getAllKeys(range), device.getAll(range), device.count(range), device.count('code/1')]
      const answers = await Promise.all(asked.map(request => promisifyRequest(request as IDBRequest)))
      device.delete(range)
      return answers
    })
    return [found, await keys(store)]
  },
  async 'changes one after the other'({ transact, storeOf }) {
    const more = () =>
      transact(['device', 'queue'], async ({ device }) => {
        const next = ((await promisifyRequest(device.get('count'))) ?? 0) + 1
        await promisifyRequest(device.count())
        device.put(next, 'count')
        return next
      })
    return [await Promise.all([more(), more(), more()]), await get('count', storeOf('device'))]
  },
  async 'all or nothing'({ transact, writeTogether, storeOf }) {
    await set('a', 'old', storeOf('device'))
    const failed = transact(['device', 'queue'], async ({ device, queue }) => {
      await promisifyRequest(device.put('new', 'a'))
      queue.put('new', 'b')
      throw new Error('In the middle.')
    })
    const why = await failed.catch((error: Error) => error.message)
    await writeTogether(['device', 'queue'], ({ queue }) => {
      queue.put('whole', 'c')
      queue.put('gone', 'd')
      queue.delete('d')
    })
    return [why, await get('a', storeOf('device')), await keys(storeOf('queue'))]
  },
  async 'a write that is given up'({ transact, storeOf }) {
    const failed = transact(['device'], async ({ device }) => {
      await promisifyRequest(device.put('new', 'a'))
      const next = promisifyRequest(device.get('a'))
      device.transaction.abort()
      await next
    })
    return [await failed.catch((error: Error) => error.name), await keys(storeOf('device'))]
  },
  async 'bytes that are given away'({ storeOf }) {
    const bytes = new TextEncoder().encode('photo').buffer
    const store = storeOf('sourceFiles')
    await set('a', { bytes }, store)
    structuredClone(bytes, { transfer: [bytes] })
    const first = await get<{ bytes: ArrayBuffer }>('a', store)
    if (first) structuredClone(first.bytes, { transfer: [first.bytes] })
    return new TextDecoder().decode((await get<{ bytes: ArrayBuffer }>('a', store))?.bytes)
  },
  async 'a request and its code'({ queueRequest, saveDossier, newDossier, listItems }) {
    await saveDossier({ ...newDossier('enrolment', 1), id: 'a' })
    await queueRequest(photo('1'), 1)
    await queueRequest(photo('2'), 2)
    await queueRequest(code('1234'), 3)
    return (await listItems()).map(({ requestKey, digest, createdAt }) => [requestKey, digest, createdAt]).sort()
  },
}

test.each(Object.entries(uses))('memory answers as a disk does: %s', async (_, use) => {
  const onDisk = await use(await openPage())
  await wipeDevice()
  const page = await openPage()
  await page.goOnInMemory('unreadable')
  expect(await use(page)).toEqual(onDisk)
  expect(page.inMemory.get()).toBeDefined()
})

test.each(variants)(
  'in the %s wizard a student is warned until the last answer that an enrolment waits for',
  variant => {
    const { steps } = wizards[variant]
    const documents = steps.find(step => step.kind === 'documents')
    const calls = documents?.validates ? ['save', 'code', 'validate'] : ['save', 'code']
    expect(answersOfEnrolment(variant)).toBe(calls.length + documentsOf(variant).length)
  },
)
