import 'fake-indexeddb/auto'
import { describe, expect, test, vi } from 'vitest'
import { copyAt } from '../../../../src/core/db/second-place.rule.ts'
import { alteredBytes, damage } from '../../setup/damage.ts'
import { onFreshDevice, readDisk, wipeDevice } from '../../setup/device.ts'
import { freshCaches } from '../../setup/fake-caches.ts'
import { freshPage } from '../../setup/fresh-page.ts'
import { quickCodes } from '../../setup/quick-codes.ts'
import { watchReports } from '../../setup/reports.ts'

quickCodes()
watchReports()
const caches = freshCaches()
onFreshDevice()

/** A page that has started: modules and memory of its own; disk and second place are one. */
async function page() {
  const tab = await freshPage(
    () => import('../../../../src/core/db/put-back.page.ts'),
    () => import('../../../../src/core/db/second-place.ts'),
    () => import('../../../../src/core/db/dossiers.ts'),
    () => import('../../../../src/core/db/ready.ts'),
    () => import('../../../../src/core/db/erase.ts'),
    () => import('../../../../src/core/db/shared-mode.ts'),
    () => import('../../../../src/core/db/create-encrypted.ts'),
    () => import('../../../../src/core/db/unlock.ts'),
    () => import('../../../../src/core/db/source-files.ts'),
    () => import('../../../../src/outbox/api.ts'),
    () => import('../../../../src/outbox/items.ts'),
    () => import('../../../../src/outbox/store.ts'),
    () => import('../../../../src/outbox/whole-body.ts'),
  )
  tab.lookFirst(() => () => undefined)
  await tab.readMode()
  return tab
}
type Page = Awaited<ReturnType<typeof page>>

const body = { matricule: 'ML202600042', type: 'attest' as const, image: 'aW1hZ2Ugb2YgYW4gYXR0ZXN0' }
const photo = { dossier: 'a', requestKey: 'attest', endpoint: 'uploadDocument', body } as const
const accept = { kind: 'replied', outcome: { status: 1, msg: '' } } as const
const dossier = (id = 'a', answers: Record<string, string> = { nom: 'Keïta' }) => ({
  id,
  kind: 'enrolment' as const,
  shape: 1 as const,
  createdAt: 1,
  savedAt: 1,
  answers,
})
const ready = { fingerprint: 'f', wire: { gzipped: 1, plain: 2 } }
const made = () => ({ bytes: new TextEncoder().encode('a prepared photo').buffer, type: 'image/jpeg', ready })

/** Answers, a photo that waits and one that is prepared, in both places. */
async function filled(): Promise<Page> {
  const tab = await page()
  await tab.saveDossier(dossier())
  await tab.queueRequest(photo, 5)
  await tab.keepReady('a', 'carteid', made(), {}, 6)
  await tab.copyDue()
  return tab
}
const copies = () => [...caches.now().entries()].flatMap(([url]) => copyAt(url).map(({ store }) => store)).sort()

describe('what the database loses', () => {
  test('is put back before a screen reads it, and the page says so', async () => {
    await filled()
    const before = await readDisk()
    await wipeDevice()
    const next = await page()
    expect((await next.listDossiers()).readable).toMatchObject([{ answers: { nom: 'Keïta' } }])
    const { device: _, ...after } = await readDisk()
    const { device: __, ...kept } = before
    expect(after).toEqual(kept)
    expect(next.isPutBack.get()).toBe(true)
  })

  test.each(['dossiers', 'queue', 'payloads', 'sourceFiles'] as const)(
    'is put back where only a record of %s is gone',
    async store => {
      await filled()
      const before = await readDisk()
      const [key = ''] = Object.keys(before[store])
      await damage(store, key, () => undefined)
      await (await page()).listItems()
      expect((await readDisk())[store]).toEqual(before[store])
    },
  )

  test.each([
    ['a text', 'dossiers', () => 'text'],
    ['a number', 'queue', () => 7],
    ['without its state', 'queue', ({ state: _, ...row }: { state: string }) => row],
  ] as const)('is put back where it is %s', async (_, store, change) => {
    await filled()
    const before = await readDisk()
    await damage(store, Object.keys(before[store])[0] ?? '', change)
    await (await page()).listItems()
    expect((await readDisk())[store]).toEqual(before[store])
  })

  test('is put back where the log was cut: the answers of before give way to the later ones', async () => {
    const tab = await filled()
    const old = (await readDisk()).dossiers.a
    await tab.saveDossier({ ...dossier('a', { nom: 'Keïta', prenom: 'Awa' }), savedAt: 9 })
    await tab.copyDue()
    await damage('dossiers', 'a', () => old)
    expect((await (await page()).listDossiers()).readable).toMatchObject([{ answers: { prenom: 'Awa' } }])
  })

  test('stays as it is where nothing is lost, and nobody says a word', async () => {
    await filled()
    const before = await readDisk()
    const next = await page()
    await next.listItems()
    expect(await readDisk()).toEqual(before)
    expect(next.isPutBack.get()).toBe(false)
  })

  test('stays another build’s where that wrote it', async () => {
    await filled()
    await damage('dossiers', 'a', () => ({ id: 'a', shape: 2 }))
    await (await page()).listItems()
    expect((await readDisk()).dossiers).toEqual({ a: { id: 'a', shape: 2 } })
  })

  test('does not come back from a copy that is damaged itself', async () => {
    await filled()
    caches.now().damage('%22payloads%22', alteredBytes)
    await wipeDevice()
    await (await page()).listItems()
    expect((await readDisk()).payloads).toEqual({})
  })

  test('is found where the damaged photo is sent, and put back', async () => {
    const tab = await filled()
    const { payloads, queue } = await readDisk()
    const [id = ''] = Object.keys(queue)
    await damage('payloads', id, (text: string) => text.replace('aW1h', 'WWWW'))
    expect(await tab.wholeBody(id)).toBe(JSON.stringify(body))
    expect((await readDisk()).payloads).toEqual(payloads)
  })

  test('is found where a prepared photo is damaged', async () => {
    const tab = await filled()
    await damage('sourceFiles', 'a/carteid', (kept: { bytes: ArrayBuffer }) => ({
      ...kept,
      bytes: alteredBytes(kept.bytes),
    }))
    const { bytes } = (await tab.sourceFileOf('a', 'carteid')) ?? {}
    expect(new TextDecoder().decode(bytes)).toBe('a prepared photo')
  })
})

describe('never comes back', () => {
  const comesBack = async () => {
    await wipeDevice()
    const next = await page()
    await next.listItems()
    return readDisk()
  }

  test('a photo that was sent', async () => {
    const tab = await filled()
    const [item] = await tab.listItems()
    await tab.record(item?.id ?? '', accept, 9)
    await tab.copyDue()
    const { queue, payloads } = await comesBack()
    expect(Object.values(queue)).toMatchObject([{ state: 'accepted' }])
    expect(payloads).toEqual({})
  })

  test('a photo that was sent, also where the page ended before it was copied', async () => {
    const tab = await filled()
    const copied = new Map([...caches.now().all].map(([name, entries]) => [name, new Map(entries)]))
    const [item] = await tab.listItems()
    await tab.record(item?.id ?? '', accept, 9)
    await tab.copyDue()
    caches.now().all.clear()
    for (const [name, entries] of copied) caches.now().all.set(name, entries)
    const next = await page()
    await next.listItems()
    const { queue, payloads } = await readDisk()
    expect(Object.values(queue)).toMatchObject([{ state: 'accepted' }])
    expect(payloads).toEqual({})
  })

  test.each<[string, (tab: Page) => Promise<unknown>]>([
    ['taken back', tab => tab.withdrawRequest('a', 'attest')],
    ['of an erased dossier', tab => tab.eraseDossier('a', true)],
    ['of an erased device', tab => tab.eraseEverything()],
  ])('a photo that was %s, even where the page ended right then', async (_, let_go) => {
    const tab = await filled()
    const { locks } = navigator
    expect(locks).toBeUndefined()
    await let_go(tab)
    expect((await comesBack()).queue).toEqual({})
  })

  test('a prepared photo that was removed because nobody could read it, even where the page ended right then', async () => {
    const tab = await filled()
    await damage('sourceFiles', 'a/carteid', () => 'a text')
    let there = ['sourceFiles']
    const remove = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementationOnce(function (
      this: IDBObjectStore,
      key,
    ) {
      there = copies()
      return this.delete(key)
    })
    await tab.dropSourceFile('a', 'carteid')
    remove.mockRestore()
    expect(there).not.toContain('sourceFiles')
  })

  test('anything of a device that was erased', async () => {
    const tab = await filled()
    await tab.eraseEverything()
    expect(copies()).toEqual([])
    const { device: _, ...rest } = await comesBack()
    expect(rest).toEqual({ dossiers: {}, sourceFiles: {}, queue: {}, payloads: {} })
  })

  const newer = { ...photo, body: { ...body, image: 'bmV3ZXI=' } }

  test('a photo in place of a newer one', async () => {
    const tab = await filled()
    await tab.queueRequest(newer, 8)
    await tab.copyDue()
    expect(Object.values((await comesBack()).payloads)).toEqual([JSON.stringify(newer.body)])
  })

  test('a photo in place of a newer one that was given while the clock was set back', async () => {
    const tab = await filled()
    await tab.queueRequest(newer, 1)
    // The page ends before that is copied.
    await (await page()).listItems()
    expect(Object.values((await readDisk()).payloads)).toEqual([JSON.stringify(newer.body)])
  })

  test('an answer in place of one that was given while the clock was set back', async () => {
    const tab = await filled()
    const inOneYear = Date.now() + 365 * 86_400_000
    await tab.saveDossier({ ...dossier('a', { nom: 'Keita' }), savedAt: inOneYear })
    await tab.copyDue()
    await tab.saveDossier({ ...dossier('a', { nom: 'Keïta' }), savedAt: Date.now() })
    expect((await (await page()).listDossiers()).readable).toMatchObject([{ answers: { nom: 'Keïta' } }])
  })
})

describe('the second place holds', () => {
  test('each record once, and what has gone no longer', async () => {
    const tab = await filled()
    expect(copies()).toEqual(['dossiers', 'payloads', 'queue', 'sourceFiles'])
    await tab.saveDossier({ ...dossier(), savedAt: 7 })
    const [item] = await tab.listItems()
    await tab.record(item?.id ?? '', accept, 9)
    await tab.copyDue()
    expect(copies()).toEqual(['dossiers', 'queue', 'sourceFiles'])
  })

  test('no picked photo that is to be prepared, nor is one read for it', async () => {
    const tab = await page()
    await tab.keepSourceFile('a', 'attest', { bytes: new ArrayBuffer(9), name: 'a.jpg', type: '', at: 1 })
    const get = vi.spyOn(IDBObjectStore.prototype, 'get')
    await tab.copyDue()
    const read = get.mock.contexts.map(store => (store as IDBObjectStore).name)
    get.mockRestore()
    expect(read).not.toContain('sourceFiles')
    expect(copies()).toEqual([])
  })

  test('of a photo that is sent right away only that it was accepted', async () => {
    const tab = await page()
    await tab.queueRequest(photo, 5)
    for (let turns = 0; turns < 50; turns++) await new Promise(resolve => setImmediate(resolve))
    expect(copies(), 'not yet').toEqual([])
    const [item] = await tab.listItems()
    await tab.record(item?.id ?? '', accept, 9)
    await tab.copyDue()
    expect(copies()).toEqual(['queue'])
  })

  test('what an earlier build kept alone, a few seconds after the page starts', async () => {
    await filled()
    caches.now().all.clear()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const next = await page()
    await next.listItems()
    for (let round = 0; round < 20; round++) {
      vi.advanceTimersByTime(1_000)
      await new Promise(resolve => setImmediate(resolve))
    }
    vi.useRealTimers()
    await next.copyDue()
    expect(copies()).toEqual(['dossiers', 'payloads', 'queue', 'sourceFiles'])
  })

  test('on a shared tablet nothing that is not encrypted', async () => {
    const tab = await filled()
    await tab.shareDevice()
    expect(copies()).toEqual([])
    const { id } = await tab.createEncrypted('enrolment', '480215', 1, { nom: 'Traoré' })
    await tab.queueRequest({ ...photo, dossier: id }, 5)
    await tab.copyDue()
    const all = [...caches.now().entries()].map(([, bytes]) => Buffer.from(bytes).toString('latin1')).join()
    expect(copies()).toEqual(['dossiers', 'payloads', 'queue'])
    for (const secret of ['Traor', body.matricule, body.image]) expect(all).not.toContain(secret)
  })

  test('what a code still opens, once the record has gone from a shared tablet', async () => {
    const tab = await page()
    await tab.shareDevice()
    const { id } = await tab.createEncrypted('enrolment', '480215', 1, { nom: 'Traoré' })
    await tab.copyDue()
    await damage('dossiers', id, () => undefined)
    const next = await page()
    expect(await next.tryCode(id, '480215', 9)).toMatchObject({
      kind: 'opened',
      dossier: { answers: { nom: 'Traoré' } },
    })
  })

  test('nothing of it where its key went with the database: it would open with no code', async () => {
    const tab = await page()
    await tab.shareDevice()
    const { id } = await tab.createEncrypted('enrolment', '480215', 1)
    await tab.queueRequest({ ...photo, dossier: id }, 5)
    await tab.copyDue()
    await wipeDevice()
    await (await page()).listItems()
    const { dossiers, queue, payloads } = await readDisk()
    expect({ dossiers, queue, payloads }).toEqual({ dossiers: {}, queue: {}, payloads: {} })
  })
})

describe('a device', () => {
  test('without Cache Storage keeps all in its database', async () => {
    vi.stubGlobal('caches', undefined)
    const tab = await filled()
    await tab.withdrawRequest('a', 'attest')
    expect(Object.keys((await readDisk()).sourceFiles)).toEqual(['a/carteid'])
  })

  test('that is full gives up the second place first', async () => {
    const tab = await filled()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('', 'QuotaExceededError')
    })
    await tab.saveDossier({ ...dossier('a', { nom: 'Cissé' }), savedAt: 8 })
    put.mockRestore()
    await tab.copyDue()
    expect(copies()).toEqual([])
    expect((await readDisk()).dossiers.a).toMatchObject({ answers: { nom: 'Cissé' } })
  })

  test('whose second place is full keeps all in its database, and each page goes on', async () => {
    caches.now().room = 10
    await filled()
    expect(copies()).toEqual([])
    expect(Object.keys((await readDisk()).payloads)).toHaveLength(1)
  })
})
