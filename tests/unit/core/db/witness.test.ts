import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import type { Lost } from '../../../../src/core/db/witness.rule.ts'
import { alteredBytes, damage } from '../../setup/damage.ts'
import { onFreshDevice, readDisk, wipeDevice } from '../../setup/device.ts'
import { freshCaches } from '../../setup/fake-caches.ts'
import { freshPage } from '../../setup/fresh-page.ts'
import { freshLocalStorage } from '../../setup/local-storage.ts'
import { quickCodes } from '../../setup/quick-codes.ts'
import { watchReports } from '../../setup/reports.ts'

quickCodes()
watchReports()
const caches = freshCaches()
const box = freshLocalStorage()
onFreshDevice()

async function page() {
  const tab = await freshPage(
    () => import('../../../../src/core/db/put-back.page.ts'),
    () => import('../../../../src/core/db/witness.page.ts'),
    () => import('../../../../src/core/db/second-place.ts'),
    () => import('../../../../src/core/db/dossiers.ts'),
    () => import('../../../../src/core/db/ready.ts'),
    () => import('../../../../src/core/db/in-use.ts'),
    () => import('../../../../src/core/db/shared-mode.ts'),
    () => import('../../../../src/core/db/create-encrypted.ts'),
    () => import('../../../../src/outbox/api.ts'),
    () => import('../../../../src/outbox/end-items.ts'),
    () => import('../../../../src/outbox/encrypt-dossier.ts'),
    () => import('../../../../src/outbox/items.ts'),
    () => import('../../../../src/outbox/store.ts'),
    () => import('../../../../src/documents/pick.ts'),
  )
  tab.lookFirst(() => () => undefined)
  await tab.readMode()
  return tab
}
type Page = Awaited<ReturnType<typeof page>>

const photoOf = (dossier: string, type: 'attest' | 'simcard' = 'attest') =>
  ({
    dossier,
    requestKey: type,
    endpoint: 'uploadDocument',
    body: { matricule: 'ML202600042', type, image: 'aW1hZ2Ugb2YgYW4gYXR0ZXN0' },
  }) as const
const accept = { kind: 'replied', outcome: { status: 1, msg: '' } } as const
const ready = { fingerprint: 'f', wire: { gzipped: 1, plain: 2 } }
const made = () => ({ bytes: new TextEncoder().encode('photo').buffer, type: 'image/jpeg', ready })

async function filled(): Promise<Page> {
  const tab = await page()
  await tab.saveDossier(tab.newDossier('enrolment', 1, { nom: 'Keïta' }))
  const [dossier] = (await tab.listDossiers()).readable
  const id = dossier?.id ?? ''
  await tab.queueRequest(photoOf(id), 5)
  await tab.queueRequest(photoOf(id, 'simcard'), 6)
  await tab.record((await itemFor(tab, 'simcard'))?.id ?? '', accept, 7)
  await tab.keepReady(id, 'carteid', made(), {}, 8)
  await tab.copyDue()
  return tab
}
const itemFor = async (tab: Page, key: string) => (await tab.listItems()).find(({ requestKey }) => requestKey === key)
const idOf = async (tab: Page) => (await tab.listDossiers()).readable[0]?.id ?? ''

/** What a page that starts says is lost. */
async function told() {
  const tab = await page()
  const inUse = await tab.isInUse()
  const lost = Object.values(tab.lostThings.get()).map(lostNames)
  return { tab, inUse, lost }
}
const lostNames = ({ answers, waiting, sent }: Lost[string]) => ({
  answers,
  documents: Object.keys(waiting),
  sent: Object.keys(sent),
})
const all = { answers: true, documents: ['carteid', 'attest'], sent: ['simcard'] }

/** Neither place has anything. */
async function wipeBoth(): Promise<void> {
  caches.now().all.clear()
  await wipeDevice()
}

describe('what both places have lost', () => {
  test('is named by a page that starts, home among them, and again until it is dismissed', async () => {
    await filled()
    await wipeBoth()
    expect(await told()).toMatchObject({ inUse: true, lost: [all] })
    const { tab, lost } = await told()
    expect(lost).toEqual([all])
    tab.dismissLost()
    expect(tab.lostThings.get()).toEqual({})
    expect(await told()).toMatchObject({ inUse: false, lost: [] })
  })

  test('is a photo alone, where the rest is there', async () => {
    const tab = await filled()
    const { id = '' } = (await itemFor(tab, 'attest')) ?? {}
    caches.now().all.clear()
    await damage('queue', id, () => undefined)
    expect((await told()).lost).toEqual([{ answers: false, documents: ['attest'], sent: [] }])
  })

  test('is named by a copy that nobody can read, also where the witness is gone', async () => {
    const tab = await filled()
    const { id = '' } = (await itemFor(tab, 'attest')) ?? {}
    caches.now().damage(encodeURIComponent(id), alteredBytes)
    await damage('queue', id, () => undefined)
    box.clear()
    expect((await told()).lost).toEqual([{ answers: false, documents: ['attest'], sent: [] }])
    expect((await told()).lost).toEqual([{ answers: false, documents: ['attest'], sent: [] }])
  })

  test('is also answers that the disk has rolled back', async () => {
    const tab = await filled()
    const id = await idOf(tab)
    const [before] = (await tab.listDossiers()).readable
    if (before)
      await tab.saveDossier({ ...before, savedAt: before.savedAt + 9, answers: { nom: 'Keïta', prenom: 'Awa' } })
    await tab.copyDue()
    caches.now().all.clear()
    await damage('dossiers', id, () => before)
    expect((await told()).lost).toEqual([{ answers: true, documents: [], sent: [] }])
  })

  test('is named no longer once it was given again', async () => {
    await filled()
    await wipeBoth()
    const { tab } = await told()
    await tab.saveDossier(tab.newDossier('enrolment', Date.now() + 1, { nom: 'Keïta' }))
    const id = await idOf(tab)
    await tab.queueRequest(photoOf(id), Date.now())
    await tab.copyDue()
    expect(Object.values(tab.lostThings.get()).map(lostNames)).toMatchObject([
      { answers: false, documents: ['carteid'] },
    ])
  })

  test('holds nothing that is personal', async () => {
    await filled()
    const notes = [...box.values()].join()
    for (const secret of ['Keïta', 'ML2026', 'aW1h']) expect(notes).not.toContain(secret)
  })

  test('is told of a shared tablet, too', async () => {
    const tab = await page()
    await tab.shareDevice()
    const { id } = await tab.createEncrypted('enrolment', '480215', 1)
    await tab.queueRequest(photoOf(id), 5)
    await tab.copyDue()
    await wipeBoth()
    expect((await told()).lost).toEqual([{ answers: true, documents: ['attest'], sent: [] }])
  })

  test('is also answers of an encrypted dossier that the disk has rolled back, and no mere touch', async () => {
    const tab = await page()
    await tab.shareDevice()
    const created = await tab.createEncrypted('enrolment', '480215', 1)
    const { id } = created
    const row = async () => (await readDisk()).dossiers[id] as { savedAt: number }
    const first = await row()
    await damage('dossiers', id, () => ({ ...first, savedAt: 5 }))
    await tab.copyDue()
    await page()
    expect((await told()).lost).toEqual([])
    await damage('dossiers', id, () => first)
    expect((await told()).lost).toEqual([])
    await tab.saveDossier({ ...created, savedAt: 9, answers: { nom: 'Keïta' } })
    await tab.copyDue()
    await damage('dossiers', id, () => first)
    expect((await told()).lost).toEqual([{ answers: true, documents: [], sent: [] }])
  })

  test('is a photo that the disk has damaged', async () => {
    const tab = await filled()
    await tab.giveUpDamaged({ dossier: await idOf(tab), document: 'carteid' })
    await tab.copyDue()
    expect((await told()).lost).toEqual([{ answers: false, documents: ['carteid'], sent: [] }])
  })
})

describe('no word of loss', () => {
  test('where all was put back', async () => {
    await filled()
    await wipeDevice()
    expect((await told()).lost).toEqual([])
  })

  test('on a device without a witness', async () => {
    await filled()
    box.clear()
    await wipeBoth()
    expect((await told()).lost).toEqual([])
  })

  test('where something else has written in its place', async () => {
    await filled()
    box.set('portail-temoin', 'x')
    expect((await told()).lost).toEqual([])
  })

  test.each<[string, (tab: Page, id: string) => Promise<unknown>]>([
    ['erased', (tab, id) => tab.erase(id, true)],
    ['erased with the device', tab => tab.eraseDevice()],
    [
      'taken back',
      async (tab, id) => {
        await tab.withdrawPhoto(id, 'attest')
        await tab.withdrawPhoto(id, 'carteid')
      },
    ],
    ['sent', async tab => tab.record((await itemFor(tab, 'attest'))?.id ?? '', accept, 9)],
    [
      'ended',
      async (tab, id) => {
        await tab.withdrawPhoto(id, 'carteid')
        await tab.withdrawPhoto(id, 'attest')
        expect(await tab.endItems(id)).toBe(true)
      },
    ],
    [
      'encrypted',
      async (tab, id) => {
        const dossier = (await tab.listDossiers()).readable.find(one => one.id === id)
        expect(dossier && (await tab.encryptDossier(dossier, '480215', 9))).toBeTypeOf('string')
      },
    ],
    [
      'cleared by the student',
      async (tab, id) => {
        await tab.changeDossier(id, stored => stored && { ...stored, savedAt: 99, answers: {} })
      },
    ],
  ])('of what was %s, also where the page ended right then', async (_, act) => {
    const tab = await filled()
    await act(tab, await idOf(tab))
    expect((await told()).lost).toEqual([])
    // In a browser it would have ended.
    await tab.copyDue()
  })
})
