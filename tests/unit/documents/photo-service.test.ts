import { beforeEach, describe, expect, test, vi } from 'vitest'
import { noteLinkBack, noteLinkLost } from '../../../src/core/api/connectivity.ts'
import { lock } from '../../../src/core/crypto/keyring.ts'
import { awaitPhoto, findInterruption } from '../../../src/core/db/awaiting.ts'
import { createEncrypted } from '../../../src/core/db/create-encrypted.ts'
import { type Dossier, newDossier, saveDossier } from '../../../src/core/db/dossiers.ts'
import { shareDevice } from '../../../src/core/db/shared-mode.ts'
import { keepSourceFile, keptSourceFiles, sourceFileOf } from '../../../src/core/db/source-files.ts'
import { tryCode } from '../../../src/core/db/unlock.ts'
import { givenOf } from '../../../src/documents/given.ts'
import { perhapsReceived } from '../../../src/documents/image/text.ts'
import { keepGoing } from '../../../src/documents/photo-service.ts'
import { notAtHandMessage, notLoadedMessage, unreadableMessage } from '../../../src/documents/text.ts'
import { viewOf } from '../../../src/documents/view.ts'
import { type Item, isDocument } from '../../../src/outbox/item.ts'
import { itemsOf } from '../../../src/outbox/items.ts'
import { record } from '../../../src/outbox/store.ts'
import { storageTroubleText } from '../../../src/outbox/ui/text.ts'
import { wholeBody } from '../../../src/outbox/whole-body.ts'
import type { DocumentType } from '../../../src/spec/documents.ts'
import { requiredMessage } from '../../../src/spec/text.ts'
import { onFreshDevice } from '../setup/device.ts'
import { fullDisk } from '../setup/full-disk.ts'
import { later } from '../setup/later.ts'
import { photoServiceByHand, picked } from '../setup/photo-service-by-hand.ts'
import { quickCodes } from '../setup/quick-codes.ts'
import { watchReports } from '../setup/reports.ts'
import { accept, confirm, only, sourceFile } from '../setup/requests.ts'

/** The photo service as a page has it, but for the worker that shrinks photos: the test answers in its place. */

const matricule = 'ML202600042'
quickCodes()
watchReports()

let dossier = ''
let draft: Dossier
const here = () => draft
onFreshDevice()
beforeEach(async () => {
  draft = newDossier('enrolment', 1, { matricule })
  await saveDossier(draft)
  dossier = draft.id
  await confirm(dossier)
})
const bytesOf = (text: string) => new TextEncoder().encode(text)
const photosOf = async (id: string) => (await itemsOf(id)).filter(({ requestKey }) => isDocument(requestKey))

const shown = (item: Item) => givenOf([item], [])[0]

/** A page with a screen that shows the documents. */
function page(locks?: Map<string, Promise<unknown>>) {
  const hand = photoServiceByHand(locks)
  const leave = hand.desk.subscribe(() => undefined)
  const said = (document: DocumentType) => hand.desk.get()[`${dossier}/${document}`]
  return { ...hand, leave, said }
}

const queuedImage = async (document: DocumentType) => {
  const body = await wholeBody((await only(dossier, document)).id)
  return atob(JSON.parse(body ?? '{}').image)
}

describe('a photo that was picked', () => {
  test('is on the disk while it is prepared, then in the queue, and its row says what it looks like', async () => {
    const { desk: photos, job, said } = page()
    const chosen = photos.choose(here(), 'attest', picked('attest'))
    expect(said('attest')).toMatchObject({ preparing: true })
    const work = await job()
    expect(work.bytes).toBe('attest')
    expect((await sourceFileOf(dossier, 'attest'))?.name).toBe('attest.jpg')
    work.done({ advice: [{ is: 'blurred' }], bytes: bytesOf('small') })
    await chosen
    expect(await queuedImage('attest')).toBe('small')
    expect(await keptSourceFiles(dossier)).toEqual([])
    expect(said('attest')).toMatchObject({ preparing: false, advice: [{ is: 'blurred' }], picture: expect.any(Blob) })
  })

  test('tells the verifier what its student was told, and a fine one after it tells nothing', async () => {
    const { give } = page()
    const sent = async () => JSON.parse((await wholeBody((await only(dossier, 'attest')).id)) ?? '{}')
    await give(here(), 'attest', 'first', { advice: [{ is: 'cut', side: 'left' }, { is: 'glare' }] })
    expect(await sent()).toMatchObject({ remarques: ['coupe', 'reflet'] })
    await give(here(), 'attest', 'second')
    expect(Object.keys(await sent())).toEqual(['matricule', 'type', 'image'])
  })

  test('gives way to a newer one while it is prepared', async () => {
    const { desk: photos, job, said } = page()
    const older = photos.choose(here(), 'attest', picked('older'))
    const first = await job()
    const newer = photos.choose(here(), 'attest', picked('newer'))
    expect(first.options.signal?.aborted).toBe(true)
    const second = await job(2)
    // Too late: nobody waits for it.
    first.done({ bytes: bytesOf('older') })
    await older
    expect(said('attest')).toEqual({ preparing: true })
    second.done({ bytes: bytesOf('newer') })
    await newer
    expect(await queuedImage('attest')).toBe('newer')
    expect(await photosOf(dossier)).toHaveLength(1)
  })

  test('does not wait for the one of another document to be taken', async () => {
    const { desk: photos, job } = page()
    photos.choose(here(), 'attest', picked('attest'))
    const carteid = photos.choose(here(), 'carteid', picked('carteid'))
    const work = await job(2)
    work.done()
    await carteid
    expect((await photosOf(dossier)).map(({ requestKey }) => requestKey)).toEqual([work.options.document])
  })

  test('that is no picture says why, and the photo of before stays in sight', async () => {
    const { desk: photos, job, said, give } = page()
    await give(here(), 'attest', 'first')
    const second = photos.choose(here(), 'attest', picked('second'))
    ;(await job(2)).refuse('gif')
    await second
    expect(said('attest')?.fault).toMatch(/^Les images GIF/)
    expect(await keptSourceFiles(dossier)).toEqual([])
    expect(viewOf(said('attest'), shown(await only(dossier, 'attest')), undefined).state).toBe('queued')
  })

  test('is given up where it was taken back meanwhile', async () => {
    const { desk: photos, job, said } = page()
    const chosen = photos.choose(here(), 'attest', picked('attest'))
    const work = await job()
    await photos.remove(here(), 'attest', undefined)
    expect(work.options.signal?.aborted).toBe(true)
    await chosen
    expect(said('attest')).toEqual({ preparing: false, removed: requiredMessage })
    expect(await photosOf(dossier)).toEqual([])
    expect(await keptSourceFiles(dossier)).toEqual([])
  })

  test('is advised against where another document has the same', async () => {
    const { desk: photos, said, give } = page()
    const fingerprint = 'a'.repeat(64)
    await give(here(), 'attest', 'one', { fingerprint })
    await give(here(), 'carteid', 'the same', { fingerprint })
    expect(said('carteid')?.advice).toEqual([{ is: 'sameAs' }])
    photos.keepAnyway(dossier, 'carteid')
    expect(said('carteid')).toMatchObject({ advice: [], picture: expect.any(Blob) })
  })

  test('is held as a picture only for a screen that shows it', async () => {
    const { said, leave, give } = page()
    await give(here(), 'attest', 'one')
    leave()
    expect(said('attest')).not.toHaveProperty('picture')
    await give(here(), 'carteid', 'two')
    expect(said('carteid')).toMatchObject({ preparing: false })
    expect(said('carteid')).not.toHaveProperty('picture')
  })
})

describe('a photo that the phone has still to fetch from a cloud', () => {
  /** Its bytes come, or fail to come, when the test says so. */
  function inCloud(text: string) {
    const file = picked(text)
    const bytes = later<ArrayBuffer>()
    file.arrayBuffer = () => bytes.promise
    return { file, come: () => bytes.resolve(bytesOf(text).buffer), fail: bytes.reject }
  }
  const fetching = { preparing: true, reading: 'slow' }
  const awaited = async () => (await findInterruption(Date.now())).awaiting
  /** The picker has written down what it is for. */
  const mark = () => awaitPhoto({ dossier, document: 'attest', by: 'gallery', at: Date.now() })

  test('is told after some seconds, holds up no other one, and is kept when it comes', async () => {
    const { desk: photos, job, said, clock } = page()
    await mark()
    const { file, come } = inCloud('attest')
    const chosen = photos.choose(here(), 'attest', file)
    expect(said('attest')).not.toMatchObject(fetching)
    clock.pass(5_000)
    expect(said('attest')).toEqual(fetching)
    expect(viewOf(said('attest'), undefined, undefined).state).toBe('preparing')
    // Should the page end now, the next one says which photo did not come.
    expect(await awaited()).toMatchObject({ document: 'attest' })
    photos.choose(here(), 'carteid', picked('carteid'))
    expect((await job()).bytes).toBe('carteid')
    come()
    const work = await job(2)
    expect(said('attest')).toEqual({ preparing: true })
    expect((await sourceFileOf(dossier, 'attest'))?.name).toBe('attest.jpg')
    work.done()
    await chosen
    expect(await queuedImage('attest')).toBeTruthy()
    expect(await awaited()).toBeUndefined()
  })

  test('is not said to be fetched once it was read, also where the disk takes its time', async () => {
    const { desk: photos, said, clock } = page()
    photos.choose(here(), 'attest', picked('attest'))
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => ({}) as IDBRequest)
    await vi.waitFor(() => expect(put).toHaveBeenCalled())
    clock.pass(60_000)
    expect(said('attest')).toEqual({ preparing: true })
    put.mockRestore()
  })

  test('that comes after another one was chosen changes nothing', async () => {
    const { desk: photos, job, said, clock, jobs } = page()
    const { file, come } = inCloud('older')
    const older = photos.choose(here(), 'attest', file)
    clock.pass(5_000)
    const newer = photos.choose(here(), 'attest', picked('newer'))
    expect(said('attest')).not.toMatchObject(fetching)
    const work = await job()
    clock.pass(5_000)
    expect(said('attest')).toEqual({ preparing: true })
    work.done({ bytes: bytesOf('newer') })
    await newer
    come()
    await older
    expect(jobs).toHaveLength(1)
    expect(await queuedImage('attest')).toBe('newer')
    expect(await keptSourceFiles(dossier)).toEqual([])
  })

  test('that is taken back leaves the photo of before, and changes nothing when it comes', async () => {
    const { desk: photos, said, clock, give } = page()
    await give(here(), 'attest', 'first', { bytes: bytesOf('first') })
    await mark()
    const { file, come } = inCloud('second')
    const second = photos.choose(here(), 'attest', file)
    clock.pass(5_000)
    await photos.remove(here(), 'attest', await only(dossier, 'attest'))
    expect(said('attest')).toEqual({ preparing: false, removed: undefined })
    come()
    await second
    expect(await queuedImage('attest')).toBe('first')
    expect(await keptSourceFiles(dossier)).toEqual([])
    expect(await awaited()).toBeUndefined()
  })

  test('that is taken back where no photo was asks for one, and lets one go on that lay there unprepared', async () => {
    const { desk: photos, job, said, clock } = page()
    photos.choose(here(), 'attest', inCloud('only').file)
    await photos.remove(here(), 'attest', undefined)
    expect(said('attest')).toEqual({ preparing: false, removed: requiredMessage })
    clock.pass(5_000)
    expect(said('attest')).toEqual({ preparing: false, removed: requiredMessage })
    photos.choose(here(), 'attest', picked('first'))
    await job()
    photos.choose(here(), 'attest', inCloud('second').file)
    await photos.remove(here(), 'attest', undefined)
    expect((await job(2)).bytes).toBe('first')
  })

  test('that cannot be fetched after all says what helps', async () => {
    const { desk: photos, said, clock } = page()
    const { file, fail } = inCloud('attest')
    const chosen = photos.choose(here(), 'attest', file)
    clock.pass(60_000)
    fail(new DOMException('Gone.', 'NotReadableError'))
    await chosen
    expect(said('attest')).toEqual({ preparing: false, fault: unreadableMessage })
  })
})

describe('on a full disk', () => {
  test('a photo whose copy has no room is queued all the same, since it takes a tenth of it', async () => {
    const disk = fullDisk('sourceFiles')
    const { said, give } = page()
    await give(here(), 'attest', 'attest')
    disk.mockRestore()
    expect(said('attest')).toMatchObject({ preparing: false, advice: [] })
    expect((await only(dossier, 'attest')).state).toBe('waiting')
  })

  test('a photo that the queue has no room for says so, and its picked file stays', async () => {
    const { desk: photos, job, said } = page()
    const chosen = photos.choose(here(), 'attest', picked('attest'))
    const work = await job()
    const disk = fullDisk('queue')
    work.done()
    await chosen
    disk.mockRestore()
    expect(said('attest')).toEqual({ preparing: false, fault: storageTroubleText.full })
    expect(await photosOf(dossier)).toEqual([])
    expect(await keptSourceFiles(dossier)).toEqual(['attest'])
  })
})

describe('a photo that was queued and is taken back', () => {
  const arrived = { state: 'sent', advice: [], removed: undefined }
  async function sentOnce() {
    const hand = page()
    await hand.give(here(), 'attest', 'attest')
    return { ...hand, item: await only(dossier, 'attest') }
  }

  test('is gone, and its document is asked for', async () => {
    const { desk: photos, item, said } = await sentOnce()
    await photos.remove(here(), 'attest', item)
    expect(await photosOf(dossier)).toEqual([])
    expect(viewOf(said('attest'), undefined, undefined)).toMatchObject({ state: 'empty', removed: requiredMessage })
  })

  test('is said to have arrived perhaps, where its last byte had left', async () => {
    const { desk: photos, item, said } = await sentOnce()
    await photos.remove(here(), 'attest', { ...item, left: true })
    expect(said('attest')?.removed).toBe(perhapsReceived)
  })

  test('stays where the provider has accepted it meanwhile, and nothing is asked for', async () => {
    const { desk: photos, item, said } = await sentOnce()
    await record(item.id, accept, 2)
    const accepted = await only(dossier, 'attest')
    await photos.remove(here(), 'attest', accepted)
    expect(await only(dossier, 'attest')).toEqual(accepted)
    expect(viewOf(said('attest'), shown(accepted), undefined)).toMatchObject(arrived)
  })

  test('is said to have arrived all the same, where its success came after that', async () => {
    const { desk: photos, item, said } = await sentOnce()
    await photos.remove(here(), 'attest', item)
    const view = viewOf(said('attest'), shown({ ...item, state: 'accepted' }), undefined)
    expect(view).toMatchObject({ state: 'sent', advice: [{ is: 'received' }] })
    photos.keepAnyway(dossier, 'attest')
    expect(viewOf(said('attest'), shown({ ...item, state: 'accepted' }), undefined).advice).toEqual([])
  })

  test('goes again as it is after a refusal, where the student wants that instead', async () => {
    const { desk: photos, item } = await sentOnce()
    await record(item.id, { kind: 'replied', outcome: { status: 0, msg: 'Illisible' } }, 2)
    await photos.resend(await only(dossier, 'attest'))
    expect(await only(dossier, 'attest')).toMatchObject({ state: 'waiting', attempts: 0, digest: item.digest })
  })
})

describe('a photo that is edited', () => {
  const turn = { turns: 1 } as const
  async function queued() {
    const hand = page()
    await hand.give(here(), 'attest', 'attest', { fingerprint: 'f1' })
    return hand
  }

  test('is made from the picked file, and takes the place of the one in the queue', async () => {
    const { desk: photos, job, said } = await queued()
    const edited = photos.edit(here(), 'attest', turn)
    expect(said('attest')).toMatchObject({ preparing: true, picture: expect.any(Blob) })
    const work = await job(2)
    expect(work).toMatchObject({ bytes: 'attest', options: { edit: turn } })
    work.done({ bytes: bytesOf('turned'), fingerprint: 'f2' })
    await edited
    expect(await queuedImage('attest')).toBe('turned')
    expect(said('attest')).toMatchObject({ preparing: false, sheet: null })
    // And once more, from the same file.
    photos.edit(here(), 'attest', turn)
    expect((await job(3)).bytes).toBe('attest')
  })

  test('stays as it is where another tab has given another one meanwhile', async () => {
    const { desk: photos, jobs, said } = await queued()
    const other = page()
    await other.give(here(), 'attest', 'of the other tab', {
      fingerprint: 'other',
      bytes: bytesOf('other'),
    })
    const source = { picture: new Blob(['attest']), corners: null, edit: undefined, fingerprint: 'f1' }
    await photos.edit(here(), 'attest', turn, source)
    expect(said('attest')?.fault).toBe(notAtHandMessage)
    expect(jobs).toHaveLength(1)
    expect(await queuedImage('attest')).toBe('other')
  })

  test('stays as it is where the code for it does not come, and nothing waits for it', async () => {
    const { desk: photos, job, said, clock, jobs } = await queued()
    const edited = photos.edit(here(), 'attest', turn)
    ;(await job(2)).lose()
    await edited
    expect(said('attest')).toMatchObject({ preparing: false, fault: notLoadedMessage })
    clock.pass(60_000)
    expect(jobs).toHaveLength(2)
    expect((await only(dossier, 'attest')).fingerprint).toBe('f1')
  })

  test('gives way to one that is picked meanwhile', async () => {
    const { desk: photos, job } = await queued()
    const edited = photos.edit(here(), 'attest', turn)
    const turning = await job(2)
    const chosen = photos.choose(here(), 'attest', picked('newer'))
    turning.done()
    await edited
    ;(await job(3)).done({ bytes: bytesOf('newer') })
    await chosen
    expect(await queuedImage('attest')).toBe('newer')
  })
})

describe('a photo whose code has not come', () => {
  test('waits on the disk, is tried again after ten seconds and when the network is back', async () => {
    const { desk: photos, job, said, clock } = page()
    const stop = keepGoing(photos)
    const chosen = photos.choose(here(), 'attest', picked('attest'))
    ;(await job()).lose()
    await chosen
    expect(said('attest')).toEqual({ preparing: true, postponed: true })
    expect(await keptSourceFiles(dossier)).toEqual(['attest'])
    clock.pass(10_000)
    ;(await job(2)).lose()
    await expect.poll(() => said('attest')).toEqual({ preparing: true, postponed: true })
    noteLinkLost()
    noteLinkBack()
    const third = await job(3)
    expect(third.bytes).toBe('attest')
    third.done()
    await expect.poll(async () => (await photosOf(dossier)).length).toBe(1)
    stop()
  })

  test('is not tried while it is being prepared already', async () => {
    const { desk: photos, job, jobs } = page()
    photos.choose(here(), 'attest', picked('attest'))
    await job()
    await photos.goOn()
    expect(jobs).toHaveLength(1)
  })
})

describe('a photo that a dead page has left', () => {
  const left = { ...sourceFile, bytes: bytesOf('left').buffer, revision: 'p' }
  const atStart = async () => {
    const hand = page()
    await hand.desk.goOn()
    return { ...hand, work: await hand.job() }
  }

  test('is gone on with, in the words of its dossier', async () => {
    await keepSourceFile(dossier, 'attest', left)
    const { work } = await atStart()
    expect(work).toMatchObject({ bytes: 'left', options: { document: 'attest', asItIs: false } })
    work.done()
    await expect.poll(() => photosOf(dossier)).toMatchObject([{ requestKey: 'attest', endpoint: 'uploadDocument' }])
  })

  test('and that has ended two more pages is not decoded again by the third', async () => {
    await keepSourceFile(dossier, 'attest', left)
    const asItIs: unknown[] = []
    for (let start = 0; start < 3; start += 1) asItIs.push((await atStart()).work.options.asItIs)
    expect(asItIs).toEqual([false, false, true])
  })

  test('is prepared by one tab, and found done by the other', async () => {
    await keepSourceFile(dossier, 'attest', left)
    const locks = new Map<string, Promise<unknown>>()
    const [one, other] = [page(locks), page(locks)]
    await one.desk.goOn()
    const work = await one.job()
    await other.desk.goOn()
    expect(other.said('attest')).toMatchObject({ preparing: true })
    work.done()
    await expect.poll(() => other.said('attest')).toEqual({ preparing: false })
    expect(other.jobs).toEqual([])
    expect(await photosOf(dossier)).toHaveLength(1)
  })
})

describe('a dossier with a code', () => {
  beforeEach(async () => {
    await shareDevice()
    draft = await createEncrypted('enrolment', '480215', 1, { matricule })
    dossier = draft.id
    await confirm(dossier)
  })

  test('that is locked while a photo is being prepared has it queued all the same, and nothing is said of it', async () => {
    const { desk: photos, job, jobs } = page()
    const stop = keepGoing(photos)
    const chosen = photos.choose(here(), 'attest', picked('attest'))
    const work = await job()
    lock()
    expect(photos.get()).toEqual({})
    work.done()
    await chosen
    expect(photos.get()).toEqual({})
    expect(await keptSourceFiles(dossier)).toEqual([])
    expect(await photosOf(dossier)).toMatchObject([{ requestKey: 'attest', state: 'waiting' }])
    expect(jobs).toHaveLength(1)
    stop()
  })

  test('has the photo of a dead page prepared once it is opened, and not before', async () => {
    await keepSourceFile(dossier, 'attest', { ...sourceFile, revision: 'p' })
    lock()
    const { desk: photos, job, jobs } = page()
    const stop = keepGoing(photos)
    await photos.goOn()
    expect(jobs).toEqual([])
    await tryCode(dossier, '480215', 2)
    ;(await job()).done()
    await expect.poll(async () => (await photosOf(dossier)).length).toBe(1)
    stop()
  })
})
