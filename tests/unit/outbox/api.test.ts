import { beforeEach, describe, expect, test } from 'vitest'
import { newDossier, saveDossier } from '../../../src/core/db/dossiers.ts'
import { keepAgain } from '../../../src/core/db/erase.ts'
import {
  erase,
  eraseDevice,
  forgetItems,
  hurry,
  queueRequest,
  sendAgain,
  withdrawRequest,
} from '../../../src/outbox/api.ts'
import { eraseUnencrypted, protectDossier } from '../../../src/outbox/encrypt-dossier.ts'
import { listItems, onItemsChanged } from '../../../src/outbox/items.ts'
import { record } from '../../../src/outbox/store.ts'
import { readDisk, readDossier, wipeDevice } from '../setup/device.ts'
import { accept, code, itemsOf, only, photo, refusal } from '../setup/requests.ts'

const pause = { kind: 'failed', problem: { kind: 'offline' }, chance: 0.9 } as const
const unencrypted = { ...newDossier('enrolment', 1), id: 'a' }
const idOf = async (requestKey: string) => (await only('a', requestKey)).id

/** What lies on the disk at the moment at which the tabs are told. */
async function toldOf(work: () => Promise<unknown>) {
  const looks: ReturnType<typeof listItems>[] = []
  const leave = onItemsChanged(() => looks.push(listItems()))
  await work()
  leave()
  return Promise.all(looks)
}

beforeEach(async () => {
  await wipeDevice()
  keepAgain()
  await queueRequest(photo('1'), 1)
  await queueRequest(code('1234'), 2)
})

describe('every tab is told, once it is on the disk, that', () => {
  test.each<[string, () => Promise<unknown>, number]>([
    ['something was asked', () => queueRequest(photo('2', { requestKey: 'carteid' }), 3), 3],
    ['something was taken back', () => withdrawRequest('a', 'attest'), 1],
    ['all that waits only for the network need not wait', () => hurry(9), 2],
    ['a dossier was erased, and what waits of it still goes', () => erase('a', false), 2],
    ['a dossier was erased with all that waits of it', () => erase('a', true), 0],
    ['a dossier without a code was erased with all that waits of it', () => eraseUnencrypted(unencrypted, true, 3), 0],
    ['everything was erased', eraseDevice, 0],
  ])('%s', async (_, work, left) => {
    const [items, ...more] = await toldOf(work)
    expect(items).toHaveLength(left)
    expect(more).toEqual([])
  })

  test('what was refused goes once more', async () => {
    await record(await idOf('attest'), refusal, 3)
    const [items] = await toldOf(async () => sendAgain(await idOf('attest'), 4))
    expect(items).toContainEqual(expect.objectContaining({ requestKey: 'attest', state: 'waiting', notBefore: 4 }))
  })

  test('a pause was ended', async () => {
    await record(await idOf('attest'), pause, 3)
    const [items] = await toldOf(() => hurry(4))
    expect(items?.map(({ notBefore }) => notBefore).sort()).toEqual([2, 4])
  })

  test('an answer was forgotten, and nothing that still waits', async () => {
    await record(await idOf('attest'), accept, 3)
    const all = await listItems()
    const [items] = await toldOf(() => forgetItems(all))
    expect(items?.map(({ requestKey }) => requestKey)).toEqual(['code'])
  })

  test('a dossier was encrypted', async () => {
    await saveDossier(unencrypted)
    const stored = await readDossier('a')
    const [items] = await toldOf(() => protectDossier(stored, '480215', 3))
    expect(items?.map(({ dossier }) => dossier)).toEqual(Array(2).fill(expect.stringMatching(/^encrypted-/)))
  })

  test('a dossier without a code was erased, once, and what waits of it goes under a code that nobody knows', async () => {
    await saveDossier(unencrypted)
    const stored = await readDossier('a')
    const told = await toldOf(() => eraseUnencrypted(stored, false, 3))
    expect(told).toHaveLength(1)
    expect(told[0]).toHaveLength(2)
    expect(await itemsOf('a')).toEqual([])
    expect((await readDisk()).dossiers).toEqual({})
  })
})

describe('nobody is told where nothing has changed:', () => {
  test('a photo that edits one which is not there any more', async () => {
    expect(await toldOf(() => queueRequest(photo('3', { edits: 'gone' }), 3))).toEqual([])
  })

  test('a dossier that has changed while it was being encrypted', async () => {
    await saveDossier({ ...unencrypted, savedAt: 7 })
    expect(await toldOf(() => protectDossier(unencrypted, '480215', 3))).toEqual([])
    await expect(eraseUnencrypted(unencrypted, false, 3)).rejects.toThrow('changed')
    expect(await itemsOf('a')).toHaveLength(2)
  })
})

test('a body that its call does not take is a fault of ours, told before anything is written', async () => {
  const before = await readDisk()
  const broken = { ...photo('4'), body: { ...photo('4').body, matricule: '' } }
  const refused = expect(queueRequest(broken, 3)).rejects.toMatchObject({ name: 'ValiError' })
  expect(await toldOf(() => refused)).toEqual([])
  expect(await readDisk()).toEqual(before)
})
