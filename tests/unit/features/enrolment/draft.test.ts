import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Dossier } from '../../../../src/core/db/dossier.ts'
import { changeDossier } from '../../../../src/core/db/dossiers.ts'
import { readDisk, wipeDevice } from '../../setup/device.ts'
import { failingReads } from '../../setup/failing-disk.ts'
import { fullDisk } from '../../setup/full-disk.ts'
import { freshLocalStorage } from '../../setup/local-storage.ts'
import { passTime } from '../../setup/pass-time.ts'
import { quickCodes } from '../../setup/quick-codes.ts'
import { openTab, type Tab } from '../../setup/tab.ts'

freshLocalStorage()
const closers: (() => void)[] = []

beforeEach(async () => {
  await wipeDevice()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  for (const close of closers.splice(0)) close()
  vi.useRealTimers()
})

/** Undone at the end of the test. */
function forNow<Spy extends { mockRestore(): void }>(spy: Spy): Spy {
  closers.unshift(() => spy.mockRestore())
  return spy
}

/** The wizard is open in it, and its draft has been read. */
async function atWizard(tab?: Tab): Promise<Tab> {
  const opened = tab ?? (await openTab())
  closers.push(opened.draft.open())
  await expect.poll(() => opened.draft.get()).not.toEqual({})
  return opened
}

/** The name has been typed, and is on the disk. */
async function named(): Promise<Tab> {
  const tab = await atWizard()
  tab.draft.answer('nom', 'Traoré')
  await tab.draft.flush()
  return tab
}

const onDisk = async () => Object.values((await readDisk()).dossiers) as Dossier[]
const answersOnDisk = async () => (await onDisk()).map(({ answers }) => answers)

describe('a form that was answered before the disk was read', () => {
  /** Answered while the disk is read. */
  async function answeredEarly(answers: Record<string, string>) {
    const tab = await openTab()
    const draft = tab.createDraft(() => () => undefined, tab.newDossier('enrolment', Date.now()))
    closers.push(draft.open())
    for (const [name, value] of Object.entries(answers)) draft.answer(name, value)
    return draft
  }

  test('begins a dossier where there is none', async () => {
    const draft = await answeredEarly({ nom: 'Traoré' })
    await draft.flush()
    expect(await answersOnDisk()).toEqual([{ nom: 'Traoré' }])
  })

  test('lays its answers over the stored ones', async () => {
    const { draft: before } = await named()
    before.answer('phone', '76543210')
    await before.flush()
    const draft = await answeredEarly({ phone: '66554433' })
    await draft.flush()
    expect(await answersOnDisk()).toEqual([{ nom: 'Traoré', phone: '66554433' }])
    expect(draft.get().dossier?.answers).toEqual({ nom: 'Traoré', phone: '66554433' })
  })

  test('writes nothing of what is stored already', async () => {
    await named()
    const before = await onDisk()
    const draft = await answeredEarly({ nom: 'Traoré' })
    await draft.flush()
    expect(await onDisk()).toEqual(before)
    expect(draft.keeping.get()).toBe(false)
  })

  test('is not written beside a draft that could not be read', async () => {
    await named()
    const reads = forNow(failingReads('getAll', 'dossiers', () => true))
    const draft = await answeredEarly({ phone: '66554433' })
    await passTime(30_000)
    expect(draft.get().dossier?.answers).toEqual({ phone: '66554433' })
    reads.mockRestore()
    await passTime(10_000)
    expect(await answersOnDisk()).toEqual([{ nom: 'Traoré', phone: '66554433' }])
  })
})

describe('what a student types', () => {
  test('is shown at once, and on its way to the disk once it is painted, several letters at once in one write', async () => {
    const { draft, answers } = await atWizard()
    const put = forNow(vi.spyOn(IDBObjectStore.prototype, 'put'))
    for (const typed of ['T', 'Tr', 'Tra']) draft.answer('nom', typed)
    expect(answers()).toEqual({ nom: 'Tra' })
    await vi.advanceTimersByTimeAsync(29)
    expect(put).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await expect.poll(answersOnDisk).toEqual([{ nom: 'Tra' }])
    expect(put).toHaveBeenCalledOnce()
  })

  test('is written at once when the page goes out of sight, and when the screen is left', async () => {
    const { draft, page } = await atWizard()
    draft.answer('nom', 'Traoré')
    page.turn()
    await expect.poll(answersOnDisk).toEqual([{ nom: 'Traoré' }])
    draft.answer('prenom', 'Awa')
    closers.pop()?.()
    await expect.poll(answersOnDisk).toEqual([{ nom: 'Traoré', prenom: 'Awa' }])
  })

  test('is put in the last task of a page that is thrown away, which hears of no reading any more', async () => {
    const { draft, page } = await atWizard()
    const put = forNow(vi.spyOn(IDBObjectStore.prototype, 'put'))
    page.leave()
    draft.answer('nom', 'Traoré')
    page.leave()
    await new Promise(setImmediate)
    expect(put.mock.calls.map(([dossier]) => dossier.answers)).toEqual([{ nom: 'Traoré' }])
  })

  test('while it is being written is not taken for written', async () => {
    const { draft } = await atWizard()
    draft.answer('nom', 'T')
    const writing = draft.flush()
    draft.answer('nom', 'Traoré')
    await writing
    expect(await answersOnDisk()).toEqual([{ nom: 'T' }])
    await vi.advanceTimersByTimeAsync(30)
    await expect.poll(answersOnDisk).toEqual([{ nom: 'Traoré' }])
  })

  test('before the draft has been read changes nothing', async () => {
    const { draft } = await openTab()
    draft.answer('nom', 'Traoré')
    await draft.flush()
    expect(draft.get()).toEqual({})
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('what another tab writes', () => {
  const changed = async (change: (dossier: Dossier) => Dossier) => {
    const [{ id = '' } = {}] = await onDisk()
    await changeDossier(id, stored => stored && change(stored))
  }

  test('of handing over, or taking back, is shown in this one', async () => {
    const { draft } = await named()
    const transferred = { at: 1, id: 'parcel' }
    await changed(dossier => ({ ...dossier, transferred }))
    await draft.flush()
    expect(draft.get().dossier?.transferred).toEqual(transferred)
    await changed(({ transferred: _, ...dossier }) => dossier)
    await draft.flush()
    expect(draft.get().dossier?.transferred).toBeUndefined()
  })

  test('of a dossier that it has taken in is not undone by the last task of this one', async () => {
    const { draft, page } = await named()
    const taken = { id: 'parcel', at: 2, savedAt: 1 }
    await changed(dossier => ({ ...dossier, originId: 'origin', taken }))
    await draft.flush()
    draft.answer('prenom', 'Awa')
    page.leave()
    await expect.poll(onDisk).toMatchObject([{ answers: { prenom: 'Awa' }, originId: 'origin', taken }])
  })
})

describe('on a disk that is full or shut', () => {
  test('all answers are kept for the next try, and the student is told until it has gone well', async () => {
    const { draft, answers } = await atWizard()
    expect(draft.keeping.get()).toBe(false)
    const disk = forNow(fullDisk('dossiers'))
    draft.answer('nom', 'Traoré')
    expect(draft.keeping.get()).toBe(true)
    await draft.flush()
    draft.answer('prenom', 'Awa')
    await draft.flush()
    expect([draft.keeping.get(), draft.get().trouble]).toEqual([true, 'full'])
    expect(answers()).toEqual({ nom: 'Traoré', prenom: 'Awa' })
    // A screen that says so already is not drawn anew.
    const drawn = vi.fn()
    draft.subscribe(drawn)
    await draft.flush()
    expect(drawn).not.toHaveBeenCalled()
    disk.mockRestore()
    await draft.flush()
    expect([draft.keeping.get(), draft.get().trouble]).toEqual([false, undefined])
    expect(await answersOnDisk()).toEqual([{ nom: 'Traoré', prenom: 'Awa' }])
  })

  test('who has changed nothing misses nothing', async () => {
    const { draft } = await atWizard()
    const shut = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('The database is not open.', 'InvalidStateError')
    })
    forNow(shut)
    await draft.flush()
    expect(draft.get().trouble).toBeUndefined()
  })

  test('a draft that was not read has no empty form in its place, and comes by itself', async () => {
    await named()
    const tab = await openTab()
    const reads = forNow(failingReads('getAll', 'dossiers', () => true))
    closers.push(tab.draft.open())
    await passTime(30_000)
    expect(tab.draft.get()).toEqual({})
    tab.draft.answer('nom', 'T')
    reads.mockRestore()
    await passTime(10_000)
    expect(tab.answers()).toEqual({ nom: 'Traoré' })
    expect(await answersOnDisk()).toEqual([{ nom: 'Traoré' }])
  })

  test('one read that fails goes unseen, whichever it is', async () => {
    await named()
    for (const verb of ['get', 'getAll', 'getAllKeys'] as const)
      for (const store of ['dossiers', 'queue', 'device'] as const) {
        const tab = await openTab()
        const reads = forNow(failingReads(verb, store, nth => nth === 1))
        closers.push(tab.draft.open())
        await passTime(1_000)
        expect(tab.draft.get()).toMatchObject({ dossier: { answers: { nom: 'Traoré' } } })
        expect(tab.draft.get().trouble).toBeUndefined()
        reads.mockRestore()
      }
  })

  test('a write that has failed is made again without a further letter', async () => {
    const { draft } = await atWizard()
    const disk = forNow(fullDisk('dossiers'))
    draft.answer('nom', 'Traoré')
    await draft.flush()
    expect(draft.get().trouble).toBe('full')
    disk.mockRestore()
    await passTime(5_000)
    expect([draft.get().trouble, draft.keeping.get()]).toEqual([undefined, false])
    expect(await answersOnDisk()).toEqual([{ nom: 'Traoré' }])
  })
})

describe('a draft of before', () => {
  test('is gone on with, and the student is told when it was saved', async () => {
    await named()
    const savedAt = Date.now()
    vi.setSystemTime(savedAt + 60_000)
    const { draft, answers } = await atWizard()
    expect(answers()).toEqual({ nom: 'Traoré' })
    expect(draft.get().found).toEqual({ resumedAt: savedAt, wiped: false })
  })

  test('that the browser has wiped is missed', async () => {
    await named()
    closers.pop()?.()
    await wipeDevice()
    const { draft } = await atWizard()
    expect(draft.get().found).toEqual({ resumedAt: undefined, wiped: true })
  })

  test('that has ended is closed, and the next one begins empty', async () => {
    const { draft, answers } = await named()
    await draft.startOver()
    expect(answers()).toEqual({})
    expect(draft.get().found).toBeUndefined()
    expect(await onDisk()).toMatchObject([{ answers: { nom: 'Traoré' }, closed: true }])
    draft.answer('nom', 'Diallo')
    await draft.flush()
    expect((await answersOnDisk()).map(({ nom }) => nom).sort()).toEqual(['Diallo', 'Traoré'])
  })
})

describe('two tabs at one draft', () => {
  async function twoTabs() {
    return [await named(), await atWizard()] as const
  }

  test('keep what was typed in each, and show it in both', async () => {
    const [first, second] = await twoTabs()
    first.draft.answer('prenom', 'Awa')
    second.draft.answer('phone', '76543210')
    await Promise.all([first.draft.flush(), second.draft.flush()])
    const all = { nom: 'Traoré', prenom: 'Awa', phone: '76543210' }
    expect(await answersOnDisk()).toEqual([all])
    await expect.poll(first.answers).toEqual(all)
    await expect.poll(second.answers).toEqual(all)
  })

  test('do not take away what is being typed here', async () => {
    const [first, second] = await twoTabs()
    second.draft.answer('nom', 'Diallo')
    first.draft.answer('nom', 'Traoré-K')
    first.draft.answer('prenom', 'Awa')
    await first.draft.flush()
    await expect.poll(second.answers).toEqual({ nom: 'Diallo', prenom: 'Awa' })
    await second.draft.flush()
    await expect.poll(first.answers).toEqual({ nom: 'Diallo', prenom: 'Awa' })
  })

  test('hear of each other no more once the screen is left; back in sight a missed notice is made good', async () => {
    const [first, second] = await twoTabs()
    closers.pop()?.()
    first.draft.answer('prenom', 'Awa')
    await first.draft.flush()
    await atWizard(await openTab())
    expect(second.answers()).toEqual({ nom: 'Traoré' })
    await second.draft.flush()
    expect(second.answers()).toEqual({ nom: 'Traoré', prenom: 'Awa' })
  })
})

describe('on a shared device', () => {
  quickCodes()

  async function sharedTab() {
    const tab = await openTab()
    await tab.shareDevice()
    return tab
  }

  test('nothing is begun in the clear', async () => {
    const { draft } = await atWizard(await sharedTab())
    expect(draft.get()).toEqual({ trouble: 'locked' })
  })

  test('the answer of the moment in which it is locked is written before the key is gone', async () => {
    const tab = await sharedTab()
    const { id } = await tab.createEncrypted('enrolment', '480215', Date.now())
    const { draft } = await atWizard(tab)
    expect(draft.get().found?.resumedAt).toBeUndefined()
    draft.answer('nom', 'Traoré')
    tab.lock()
    const opened = () => tab.tryCode(id, '480215', Date.now())
    await expect.poll(opened).toMatchObject({ kind: 'opened', dossier: { answers: { nom: 'Traoré' } } })
  })

  test('nothing stays of a student who has ended', async () => {
    const tab = await sharedTab()
    await tab.createEncrypted('enrolment', '480215', Date.now())
    const { draft } = await atWizard(tab)
    draft.answer('nom', 'Traoré')
    await draft.startOver()
    expect(await onDisk()).toEqual([])
    await draft.flush()
    expect(await onDisk()).toEqual([])
  })
})
