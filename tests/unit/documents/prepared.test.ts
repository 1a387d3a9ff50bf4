import { beforeEach, describe, expect, test, vi } from 'vitest'
import { lock } from '../../../src/core/crypto/keyring.ts'
import { createEncrypted } from '../../../src/core/db/create-encrypted.ts'
import { type Dossier, listDossiers, newDossier, saveDossier } from '../../../src/core/db/dossiers.ts'
import { eraseDossier } from '../../../src/core/db/erase.ts'
import { isReady, keepReady } from '../../../src/core/db/ready.ts'
import { shareDevice } from '../../../src/core/db/shared-mode.ts'
import { hasSourceFiles, keepSourceFile, keptSourceFiles, sourceFileOf } from '../../../src/core/db/source-files.ts'
import { tryCode } from '../../../src/core/db/unlock.ts'
import { givenIn, givenOf, readPicture, readyPhotos } from '../../../src/documents/given.ts'
import { keepGoing } from '../../../src/documents/photo-service.ts'
import { destinationOf } from '../../../src/documents/pick.ts'
import { damagedMessage } from '../../../src/documents/text.ts'
import { queueRequest } from '../../../src/outbox/api.ts'
import type { Item } from '../../../src/outbox/item.ts'
import { announce, itemsOf } from '../../../src/outbox/items.ts'
import { storageTroubleText } from '../../../src/outbox/ui/text.ts'
import { wholeBody } from '../../../src/outbox/whole-body.ts'
import type { DocumentType } from '../../../src/spec/documents.ts'
import { killed } from '../setup/crash.ts'
import { alteredBytes, damage } from '../setup/damage.ts'
import { onFreshDevice, wipeDevice } from '../setup/device.ts'
import { fullDisk } from '../setup/full-disk.ts'
import { itemOf } from '../setup/items.ts'
import { photoServiceByHand, picked } from '../setup/photo-service-by-hand.ts'
import { quickCodes } from '../setup/quick-codes.ts'
import { watchReports } from '../setup/reports.ts'
import { confirm, only, photo, sourceFile } from '../setup/requests.ts'

/** Documents that are prepared before the provider takes any, and what becomes of them once it does. */

const matricule = 'ML202600042'
quickCodes()
watchReports()

let dossier: Dossier
const here = () => dossier
onFreshDevice()
beforeEach(() => {
  dossier = newDossier('enrolment', 1, { matricule })
})

const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = async (document: DocumentType) =>
  new TextDecoder().decode((await sourceFileOf(dossier.id, document))?.bytes)
const photosOf = async () =>
  (await itemsOf(dossier.id)).filter(({ requestKey }) => requestKey !== 'save' && requestKey !== 'code')
const queuedImage = async (document: DocumentType) =>
  atob(JSON.parse((await wholeBody((await only(dossier.id, document)).id)) ?? '{}').image)

const advice = [{ is: 'tooSmall' as const }]
const remarksSent = async (document: DocumentType) =>
  JSON.parse((await wholeBody((await only(dossier.id, document)).id)) ?? '{}').remarques

const prepare = (hand: ReturnType<typeof photoServiceByHand>, document: DocumentType, text = 'small') => {
  const made = { bytes: bytesOf(text), fingerprint: `print of ${text}`, wire: { gzipped: 700, plain: 900 }, advice }
  return hand.give(here(), document, document, made)
}

describe('a document that is prepared in advance', () => {
  test('has its dossier on the disk before itself, is kept as it was prepared, and counts as a touch', async () => {
    const hand = photoServiceByHand()
    hand.desk.subscribe(() => undefined)
    expect((await listDossiers()).readable).toEqual([])
    await prepare(hand, 'attest')
    const [kept] = (await listDossiers()).readable
    expect(kept?.id).toBe(dossier.id)
    expect(kept?.savedAt).toBeGreaterThan(1)
    expect(await textOf('attest')).toBe('small')
    expect(await isReady(dossier.id, 'attest')).toBe(true)
    expect(await itemsOf(dossier.id)).toEqual([])
    const [row] = await readyPhotos(dossier.id)
    expect(row).toMatchObject({ document: 'attest', fingerprint: 'print of small', wire: { gzipped: 700 } })
    expect(row).not.toHaveProperty('request')
    expect(await (row && readPicture(row))?.then(picture => picture?.text())).toBe('small')
    expect(hand.desk.get()[`${dossier.id}/attest`]).toMatchObject({ preparing: false, picture: expect.any(Blob) })
  })

  test('needs no matricule, and one that is sent does', async () => {
    dossier = newDossier('enrolment', 1)
    await prepare(photoServiceByHand(), 'attest')
    expect(await keptSourceFiles(dossier.id)).toEqual(['attest'])
  })

  test('is edited from what lies there, also by a page that has not prepared it', async () => {
    await prepare(photoServiceByHand(), 'attest')
    const hand = photoServiceByHand()
    const [row] = await readyPhotos(dossier.id)
    if (!row) throw new Error('Nothing is kept.')
    const source = { picture: new Blob(['small']), corners: null, edit: undefined, fingerprint: 'print of small' }
    const edited = hand.desk.edit(here(), 'attest', { turns: 1 }, source)
    ;(await hand.job()).done({ bytes: bytesOf('turned'), fingerprint: 'print of small' })
    await edited
    expect(await textOf('attest')).toBe('turned')
    const [next] = await readyPhotos(dossier.id)
    expect(next?.id, 'a screen must read it anew').not.toBe(row.id)
    expect(await readPicture(row)).toBeUndefined()
  })

  test('is not edited over another that was given meanwhile', async () => {
    const hand = photoServiceByHand()
    await prepare(hand, 'attest')
    const edited = hand.desk.edit(here(), 'attest', { turns: 1 })
    const turning = await hand.job(2)
    await prepare(photoServiceByHand(), 'attest', 'of the other tab')
    turning.done({ bytes: bytesOf('turned') })
    await edited
    expect(await textOf('attest')).toBe('of the other tab')
  })

  test('gives way to a newer one, and is removed without a word of reproach', async () => {
    const hand = photoServiceByHand()
    await prepare(hand, 'attest')
    await prepare(hand, 'attest', 'newer')
    expect(await textOf('attest')).toBe('newer')
    const [row] = await readyPhotos(dossier.id)
    await hand.desk.remove(here(), 'attest', row?.request)
    expect(await keptSourceFiles(dossier.id)).toEqual([])
    expect(hand.desk.get()[`${dossier.id}/attest`]).toEqual({ preparing: false, removed: undefined })
  })

  test('is advised against where another that is prepared has the same picture', async () => {
    const hand = photoServiceByHand()
    const fingerprint = 'a'.repeat(64)
    await hand.give(here(), 'attest', 'one', { fingerprint })
    await hand.give(here(), 'carteid', 'the same', { fingerprint })
    expect(hand.desk.get()[`${dossier.id}/carteid`]?.advice).toEqual([{ is: 'sameAs' }])
  })

  test('is not kept for a dossier that was erased while it was prepared', async () => {
    const hand = photoServiceByHand()
    const chosen = hand.desk.choose(here(), 'attest', picked('attest'))
    const job = await hand.job()
    await eraseDossier(dossier.id)
    job.done()
    await chosen
    expect(await keptSourceFiles(dossier.id)).toEqual([])
    expect((await listDossiers()).readable).toEqual([])
  })

  test('that a dead page has left half prepared is gone on with, and one that is ready is not', async () => {
    await prepare(photoServiceByHand(), 'attest')
    await keepSourceFile(dossier.id, 'carteid', { ...sourceFile, revision: 'p' })
    const { desk: photos, job, jobs } = photoServiceByHand()
    await photos.goOn()
    ;(await job()).done({ bytes: bytesOf('gone on with') })
    await expect.poll(() => textOf('carteid')).toBe('gone on with')
    expect(await isReady(dossier.id, 'carteid')).toBe(true)
    await photos.goOn()
    expect(jobs).toHaveLength(1)
    expect(await itemsOf(dossier.id)).toEqual([])
  })
})

describe('once the provider takes documents', () => {
  test('what was prepared becomes a request by itself, to the byte, and nothing is asked of the student', async () => {
    const hand = photoServiceByHand()
    const stop = keepGoing(hand.desk)
    await prepare(hand, 'attest')
    await prepare(hand, 'simcard', 'sim')
    announce({ kind: 'changed' })
    await hand.desk.queueReady()
    expect(await photosOf(), 'not before its number is confirmed').toEqual([])
    await confirm(dossier.id)
    announce({ kind: 'changed' })
    await expect.poll(async () => (await photosOf()).length).toBe(2)
    expect(await queuedImage('attest')).toBe('small')
    expect(await queuedImage('simcard')).toBe('sim')
    expect(await remarksSent('simcard')).toEqual(['loin'])
    expect(await only(dossier.id, 'attest')).toMatchObject({
      endpoint: 'uploadDocument',
      gzippedBytes: 700,
      fingerprint: 'print of small',
    })
    expect(await keptSourceFiles(dossier.id)).toEqual([])
    stop()
  })

  test('two tabs make one request of it', async () => {
    await prepare(photoServiceByHand(), 'attest')
    await confirm(dossier.id)
    await Promise.all([
      photoServiceByHand().desk.queueReady(),
      photoServiceByHand().desk.queueReady(),
      photoServiceByHand().desk.goOn(),
    ])
    expect(await photosOf()).toHaveLength(1)
  })

  test('a page that dies at any write of it has lost nothing, and the next one goes on', async () => {
    for (const asked of [true, false])
      for (let at = 1; at < 20; at += 1) {
        await wipeDevice()
        await prepare(photoServiceByHand(), 'attest')
        await confirm(dossier.id)
        const { dead } = await killed({ at, asked }, () => photoServiceByHand().desk.queueReady())
        const lies = (await keptSourceFiles(dossier.id)).length + (await photosOf()).length
        expect(lies, `killed at ${at}`).toBe(1)
        await photoServiceByHand().desk.goOn()
        expect(await queuedImage('attest')).toBe('small')
        expect(await keptSourceFiles(dossier.id)).toEqual([])
        if (!dead) break
      }
  })

  test('one that is only picked is passed by, and not hashed', async () => {
    await saveDossier(dossier)
    await confirm(dossier.id)
    await keepSourceFile(dossier.id, 'attest', sourceFile)
    const digest = vi.spyOn(crypto.subtle, 'digest')
    await photoServiceByHand().desk.queueReady()
    expect(digest).not.toHaveBeenCalled()
    digest.mockRestore()
    expect(await keptSourceFiles(dossier.id)).toEqual(['attest'])
  })

  test('of two photos for one document the newer one is sent', async () => {
    const hand = photoServiceByHand()
    await prepare(hand, 'attest', 'prepared')
    await confirm(dossier.id)
    const ahead = Date.now() + 60_000
    await queueRequest(photo('newer', { dossier: dossier.id }), ahead)
    await hand.desk.queueReady()
    expect(await keptSourceFiles(dossier.id)).toEqual([])
    expect(JSON.parse((await wholeBody((await only(dossier.id, 'attest')).id)) ?? '{}').image).toBe('newer')
    const made = { bytes: bytesOf('newest').buffer, type: 'image/jpeg' }
    const ready = { fingerprint: '', wire: { gzipped: 1, plain: 1 } }
    await keepReady(dossier.id, 'attest', { ...made, ready }, {}, ahead + 1)
    await hand.desk.queueReady()
    expect(await queuedImage('attest')).toBe('newest')
  })

  test('a disk that is full says so in its row, keeps the photo, and is asked again', async () => {
    const hand = photoServiceByHand()
    await prepare(hand, 'attest')
    await confirm(dossier.id)
    const disk = fullDisk('queue')
    await hand.desk.queueReady()
    disk.mockRestore()
    expect(hand.desk.get()[`${dossier.id}/attest`]?.fault).toBe(storageTroubleText.full)
    expect(await textOf('attest')).toBe('small')
    await hand.desk.queueReady()
    expect(hand.desk.get()[`${dossier.id}/attest`]?.fault).toBeUndefined()
    expect(await queuedImage('attest')).toBe('small')
  })

  test('what is picked is sent, and nothing is prepared in advance any more', async () => {
    await confirm(dossier.id)
    const items = await itemsOf(dossier.id)
    expect(destinationOf(dossier, 'attest', items)).toMatchObject({ matricule })
    expect(destinationOf(dossier, 'attest', items.slice(1))).not.toHaveProperty('matricule')
  })
})

describe('under a code', () => {
  beforeEach(async () => {
    await shareDevice()
    dossier = await createEncrypted('enrolment', '480215', 1, { matricule })
  })

  test('it lies encrypted, tells in the open only that it is prepared, and waits for its student', async () => {
    const hand = photoServiceByHand()
    const stop = keepGoing(hand.desk)
    await prepare(hand, 'attest')
    expect(await readyPhotos(dossier.id)).toMatchObject([{ fingerprint: 'print of small' }])
    expect(await textOf('attest')).toBe('small')
    lock()
    expect(await isReady(dossier.id, 'attest')).toBe(true)
    await expect(sourceFileOf(dossier.id, 'attest')).rejects.toMatchObject({ name: 'LockedError' })
    expect(await hasSourceFiles(), 'a start has nothing to go on with').toBe(false)
    await confirm(dossier.id)
    await hand.desk.queueReady()
    expect(await photosOf()).toEqual([])
    await tryCode(dossier.id, '480215', 2)
    await expect.poll(async () => (await photosOf()).length).toBe(1)
    expect(await remarksSent('attest')).toEqual(['loin'])
    expect(await keptSourceFiles(dossier.id)).toEqual([])
    stop()
  })

  test('one that is locked while it is prepared is gone on with under its code', async () => {
    const hand = photoServiceByHand()
    const stop = keepGoing(hand.desk)
    const chosen = hand.desk.choose(here(), 'attest', picked('attest'))
    const job = await hand.job()
    lock()
    job.done()
    await chosen
    expect(await isReady(dossier.id, 'attest')).toBe(false)
    await tryCode(dossier.id, '480215', 2)
    ;(await hand.job(2)).done({ bytes: bytesOf('later') })
    await expect.poll(() => isReady(dossier.id, 'attest')).toBe(true)
    expect(await textOf('attest')).toBe('later')
    stop()
  })
})

test('of a request and a prepared photo for one document the newer one is shown', async () => {
  const [older, newer] = [itemOf({ id: 'older', createdAt: 1 }), itemOf({ id: 'newer', createdAt: 2 })]
  const other = itemOf({ id: 'other', requestKey: 'carteid' })
  const readyOf = (...items: Item[]) => givenOf(items, [])
  expect(givenOf([older, other], readyOf(newer)).map(({ id }) => id)).toEqual(['other', 'newer'])
  expect(givenOf([newer], readyOf(older, other)).map(({ id }) => id)).toEqual(['newer', 'other'])
  expect(await givenIn('nobody')).toEqual([])
})

describe('a prepared photo whose bytes are not those that were kept', () => {
  const change = (kept: { bytes: ArrayBuffer }) => ({ ...kept, bytes: alteredBytes(kept.bytes) })

  test('becomes no request, and its row is free for another one', async () => {
    const hand = photoServiceByHand()
    await prepare(hand, 'attest')
    await damage('sourceFiles', `${dossier.id}/attest`, change)
    await confirm(dossier.id)
    await hand.desk.queueReady()
    expect(await photosOf()).toEqual([])
    expect(hand.desk.get()[`${dossier.id}/attest`]).toMatchObject({ fault: damagedMessage })
    await prepare(hand, 'attest', 'again')
    expect(await queuedImage('attest')).toBe('again')
  })

  test('is shown as none', async () => {
    await prepare(photoServiceByHand(), 'attest')
    const [row] = await readyPhotos(dossier.id)
    await damage('sourceFiles', `${dossier.id}/attest`, change)
    expect(row && (await readPicture(row))).toBeUndefined()
  })

  test('goes as before where an earlier build kept it without a digest', async () => {
    await prepare(photoServiceByHand(), 'attest')
    await damage('sourceFiles', `${dossier.id}/attest`, ({ digest: _, ...kept }: { digest: string }) => kept)
    await confirm(dossier.id)
    await photoServiceByHand().desk.queueReady()
    expect(await queuedImage('attest')).toBe('small')
  })
})

test('a picked file that the disk has damaged is not prepared', async () => {
  await saveDossier(dossier)
  await keepSourceFile(dossier.id, 'attest', sourceFile)
  await damage('sourceFiles', `${dossier.id}/attest`, (kept: { bytes: ArrayBuffer }) => ({
    ...kept,
    bytes: alteredBytes(kept.bytes),
  }))
  const hand = photoServiceByHand()
  await hand.desk.goOn()
  await vi.waitFor(() => expect(hand.desk.get()[`${dossier.id}/attest`]).toMatchObject({ fault: damagedMessage }))
  expect(await keptSourceFiles(dossier.id)).toEqual([])
})
