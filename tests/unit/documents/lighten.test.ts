import { beforeEach, describe, expect, test, vi } from 'vitest'
import { lock } from '../../../src/core/crypto/keyring.ts'
import { createEncrypted } from '../../../src/core/db/create-encrypted.ts'
import { promisedBytes, wireOf } from '../../../src/documents/image/ceilings.ts'
import { isAlwaysCut, isWalled, lighterBytes, mayBeLighter } from '../../../src/documents/lighten.rule.ts'
import { keepGoing } from '../../../src/documents/photo-service.ts'
import { queueRequest } from '../../../src/outbox/api.ts'
import type { Item } from '../../../src/outbox/item.ts'
import { announce } from '../../../src/outbox/items.ts'
import { record } from '../../../src/outbox/store.ts'
import { wholeBody } from '../../../src/outbox/whole-body.ts'
import { documentTypes } from '../../../src/spec/documents.ts'
import { wipeDevice } from '../setup/device.ts'
import { itemOf } from '../setup/items.ts'
import { photoServiceByHand } from '../setup/photo-service-by-hand.ts'
import { quickCodes } from '../setup/quick-codes.ts'
import { watchReports } from '../setup/reports.ts'
import { only, photo } from '../setup/requests.ts'

quickCodes()
watchReports()

const heavy = { cuts: 3, fingerprint: 'f', gzippedBytes: promisedBytes(['attest'], false, true) }
const upload = { gzip: true, size: 90_000, arrived: 0 }

describe('a photo is made lighter', () => {
  test('after three cuts in a row', () => {
    expect([1, 2, 3, 4].map(cuts => mayBeLighter(itemOf({ ...heavy, cuts })))).toEqual([false, false, true, true])
    expect(mayBeLighter(itemOf({ ...heavy, cuts: 0 }))).toBe(false)
  })

  test.each(documentTypes)('%s: down to its economy ceiling, and never below', type => {
    const floor = promisedBytes([type], true, true)
    const item = itemOf({ ...heavy, requestKey: type })
    expect(mayBeLighter({ ...item, gzippedBytes: floor + 1 })).toBe(true)
    expect(mayBeLighter({ ...item, gzippedBytes: floor })).toBe(false)
    expect(isAlwaysCut({ ...item, gzippedBytes: floor })).toBe(true)
  })

  const { fingerprint: _, ...unread } = heavy
  test.each<[string, Partial<Item>]>([
    ['that no decoder could read', unread],
    ['that goes in parts', { ...heavy, upload }],
    ['that has arrived', { ...heavy, state: 'accepted' }],
    ['that another device sends', { ...heavy, held: true }],
    ['that is none', { ...heavy, requestKey: 'save' }],
  ])('but not one %s', (_, change) => expect(mayBeLighter(itemOf(change))).toBe(false))
})

const cut = { kind: 'failed', problem: { kind: 'offline' }, chance: 0, cut: true } as const
const bytesOf = (size: number) => new Uint8Array(size).fill(7)
const image = btoa('x'.repeat(90_000))

/** A page whose outbox holds a photo that was cut so often. */
async function pageWith(cuts: number, dossier = 'a') {
  const { body, ...asked } = photo(image, { dossier, gzippedBytes: wireOf(90_000).gzipped, fingerprint: 'f' })
  await queueRequest({ ...asked, body: { ...body, remarques: ['coupe'] } }, 0)
  const { id } = await only(dossier, 'attest')
  for (let time = 0; time < cuts; time += 1) await record(id, cut, time)
  const hand = photoServiceByHand()
  const leave = keepGoing(hand.desk)
  announce({ kind: 'changed' })
  return { ...hand, leave, item: () => only(dossier, 'attest') }
}
const made = (size: number) => ({
  bytes: bytesOf(size),
  wire: wireOf(size),
  advice: [{ is: 'blurred' as const }],
  fingerprint: 'g',
})

beforeEach(async () => {
  vi.stubGlobal('navigator', {})
  lock()
  await wipeDevice()
})

describe('a photo that something on the way does not let through', () => {
  const walled = { ...heavy, cuts: 0, tooMuch: 130_000 }

  test('is made lighter at once, below its economy ceiling', () => {
    const economy = promisedBytes(['attest'], true, true)
    expect(mayBeLighter(itemOf(walled))).toBe(true)
    expect(mayBeLighter(itemOf({ ...walled, gzippedBytes: economy }))).toBe(true)
    // 100,000 bytes of a photo are 133,000 plain.
    expect(lighterBytes(itemOf({ ...walled, tooMuch: 133_500 }), 100_000)).toBe(
      Math.round((99_000 * 128_000) / 133_500),
    )
    expect(lighterBytes(itemOf({ ...walled, tooMuch: 128_000 }), 95_000)).toBe(Math.round((95_000 * 99_000) / 128_000))
  })

  test.each(documentTypes)('%s: down to half of that, and never below', type => {
    const floor = promisedBytes([type], true, true) / 2
    const item = itemOf({ ...walled, requestKey: type })
    expect(lighterBytes(item, floor)).toBe(Math.round(floor))
    expect(mayBeLighter({ ...item, gzippedBytes: floor })).toBe(false)
    expect(isWalled({ ...item, gzippedBytes: floor })).toBe(true)
  })

  test('is sent at once then, whatever pause the one before had', async () => {
    const { item, job, leave } = await pageWith(0)
    const { id } = await item()
    await record(id, { kind: 'failed', problem: { kind: 'http', code: 413 }, chance: 0.9, tooMuch: 120_000 }, 1)
    announce({ kind: 'changed' })
    const work = await job()
    expect(work.options).toEqual({ document: 'attest', economy: true, most: Math.round((90_000 * 99_000) / 120_000) })
    work.done(made(64_000))
    await expect.poll(async () => (await item()).gzippedBytes).toBe(wireOf(64_000).gzipped)
    expect(await item()).toMatchObject({ state: 'waiting', attempts: 0 })
    expect(await item()).not.toHaveProperty('tooMuch')
    // Refused again, it is made lighter again.
    await record(id, { kind: 'failed', problem: { kind: 'http', code: 413 }, chance: 0.9, tooMuch: 85_000 }, 2)
    announce({ kind: 'changed' })
    ;(await job(2)).done(made(46_000))
    await expect.poll(async () => (await item()).gzippedBytes).toBe(wireOf(46_000).gzipped)
    leave()
  })
})

describe('the page', () => {
  test('makes it from the photo in the request, and the student is not asked anything again', async () => {
    const { desk, job, jobs, item, leave } = await pageWith(3)
    const work = await job()
    expect(work.bytes).toBe(atob(image))
    expect(work.options).toEqual({ document: 'attest', economy: true })
    work.done(made(70_000))
    await expect.poll(async () => (await item()).gzippedBytes).toBe(wireOf(70_000).gzipped)
    expect(await item()).toMatchObject({ state: 'waiting', cuts: 3, fingerprint: 'f' })
    const { image: sent, ...rest } = JSON.parse((await wholeBody((await item()).id)) ?? '{}')
    expect(rest).toEqual({ matricule: 'ML202600042', type: 'attest', remarques: ['coupe'] })
    expect(Buffer.from(sent, 'base64')).toEqual(Buffer.from(bytesOf(70_000)))
    expect(desk.get()).toEqual({})
    // It is at the floor: what is cut now is not prepared again.
    await record((await item()).id, cut, 9)
    await desk.makeLighter()
    expect(jobs).toHaveLength(1)
    leave()
  })

  test('leaves it as it is before the third cut', async () => {
    const { desk, jobs, leave } = await pageWith(2)
    await desk.makeLighter()
    expect(jobs).toEqual([])
    leave()
  })

  test('decodes it once, where no lighter one comes of it', async () => {
    const { desk, job, jobs, item, leave } = await pageWith(3)
    const before = await item()
    const looked = desk.makeLighter()
    ;(await job()).done(made(90_000))
    await looked
    await desk.makeLighter()
    expect(jobs).toHaveLength(1)
    expect(await item()).toEqual(before)
    leave()
  })

  test('tries again where the code for it had not come', async () => {
    const { desk, job, item, leave } = await pageWith(3)
    ;(await job()).lose()
    await expect
      .poll(async () => {
        announce({ kind: 'changed' })
        return job(2).then(Boolean)
      })
      .toBe(true)
    ;(await job(2)).done(made(70_000))
    await expect.poll(async () => (await item()).gzippedBytes).toBe(wireOf(70_000).gzipped)
    expect(desk.get()).toEqual({})
    leave()
  })

  test('does so for a dossier that is locked, and says nothing of it', async () => {
    const { id: dossier } = await createEncrypted('enrolment', '480215', 1, {})
    lock()
    const { desk, job, item, leave } = await pageWith(3, dossier)
    ;(await job()).done(made(70_000))
    await expect.poll(async () => (await item()).gzippedBytes).toBe(wireOf(70_000).gzipped)
    expect(desk.get()).toEqual({})
    leave()
  })
})
