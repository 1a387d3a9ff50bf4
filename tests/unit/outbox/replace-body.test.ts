import { describe, expect, test, vi } from 'vitest'
import { lock } from '../../../src/core/crypto/keyring.ts'
import { createEncrypted } from '../../../src/core/db/create-encrypted.ts'
import { queueRequest, withdrawRequest } from '../../../src/outbox/api.ts'
import type { Item } from '../../../src/outbox/item.ts'
import { onItemsChanged } from '../../../src/outbox/items.ts'
import { replaceBody } from '../../../src/outbox/replace-body.ts'
import { keepUpload, record } from '../../../src/outbox/store.ts'
import { wholeBody } from '../../../src/outbox/whole-body.ts'
import { onFreshDevice, readDisk } from '../setup/device.ts'
import { quickCodes } from '../setup/quick-codes.ts'
import { accept, only, photo } from '../setup/requests.ts'
import { trace } from '../setup/trace.ts'

quickCodes()
onFreshDevice()

const light = JSON.stringify(photo('bGlnaHQ=').body)
const lighter = JSON.stringify(photo('bGF0ZXI=').body)
const cut = { kind: 'failed', problem: { kind: 'offline' }, chance: 0.9, left: true, cut: true } as const

async function waiting(): Promise<Item> {
  await queueRequest(photo('aGVhdnk=', { gzippedBytes: 100_000, fingerprint: 'f' }), 0)
  await record((await only('a', 'attest')).id, cut, 1)
  return only('a', 'attest')
}

describe('a request that is made lighter', () => {
  test('keeps its place and what is known of it, and goes at once', async () => {
    const before = await waiting()
    expect(before.notBefore).toBeGreaterThan(5)
    const told = vi.fn()
    const stop = onItemsChanged(told)
    await replaceBody(before, light, 70_000, 5)
    const after = await only('a', 'attest')
    const { digest, revision } = after
    expect(digest).not.toBe(before.digest)
    expect(revision).not.toBe(before.revision)
    expect(after).toEqual({ ...before, digest, revision, bytes: light.length, gzippedBytes: 70_000, notBefore: 5 })
    expect(after).toMatchObject({ cuts: 1, left: true, fingerprint: 'f' })
    expect(await wholeBody(before.id)).toBe(light)
    expect(told).toHaveBeenCalled()
    stop()
  })

  test('keeps a pause that the provider has asked for', async () => {
    const { id } = await waiting()
    await record(id, { kind: 'failed', problem: { kind: 'http', code: 503, retryAfter: 60 }, chance: 0 }, 2)
    const paused = await only('a', 'attest')
    await replaceBody(paused, light, 70_000, 5)
    expect((await only('a', 'attest')).notBefore).toBe(paused.notBefore)
  })

  const refused = { kind: 'failed', problem: { kind: 'http', code: 413 }, chance: 0.9 } as const
  const refusedAt = async (tooMuch: number) => {
    const { id } = await waiting()
    await record(id, { ...refused, tooMuch }, 2)
    return only('a', 'attest')
  }
  const stands = { address: '/2021/v1/uploads/a', digest: 'd', gzip: true, size: 90_000 }

  test('takes the place of one that something on the way refuses, also while an attempt in parts brings nothing', async () => {
    const before = await refusedAt(40)
    await keepUpload(before.id, { ...stands, arrived: 0 })
    expect(await replaceBody(before, light, 70_000, 5)).toBe(true)
    const after = await only('a', 'attest')
    expect(after).toMatchObject({ notBefore: 5, attempts: 0 })
    expect(after).not.toHaveProperty('tooMuch')
    expect(after).not.toHaveProperty('upload')
    // The attempt with the heavier body ends.
    await record(before.id, { ...refused, tooMuch: after.bytes + 1 }, 6)
    expect(await only('a', 'attest')).not.toHaveProperty('tooMuch')
  })

  test('does not take the place of one that comes in parts', async () => {
    const before = await refusedAt(40)
    await keepUpload(before.id, { ...stands, arrived: 1 })
    expect(await replaceBody(before, light, 70_000, 5)).toBe(false)
    expect(await wholeBody(before.id)).not.toBe(light)
  })

  test.each<[string, (before: Item) => Promise<unknown>]>([
    ['it has arrived', ({ id }) => record(id, accept, 3)],
    ['the student has given another photo', () => queueRequest(photo('bmV3ZXI='), 3)],
    ['the student has taken it back', () => withdrawRequest('a', 'attest')],
    ['another tab has made it lighter already', before => replaceBody(before, lighter, 60_000, 5)],
    ['it goes in parts by now', ({ id }) => keepUpload(id, { gzip: true, size: 100_000, arrived: 0 })],
  ])('is left alone where %s', async (_, happen) => {
    const before = await waiting()
    await happen(before)
    const disk = await readDisk()
    expect(await replaceBody(before, light, 70_000, 6)).toBe(false)
    expect(await readDisk()).toEqual(disk)
  })

  test('is encrypted as before, while its dossier is locked', async () => {
    const { id: dossier } = await createEncrypted('enrolment', '480215', 1, {})
    await queueRequest(photo('aGVhdnk=', { dossier, fingerprint: '0123456789abcdef' }), 0)
    lock()
    const before = await only(dossier, 'attest')
    await replaceBody(before, light, 70_000, 5)
    const after = await only(dossier, 'attest')
    expect(after).toMatchObject({ id: before.id, gzippedBytes: 70_000, encryptedParts: before.encryptedParts })
    expect(await wholeBody(before.id)).toBe(light)
    expect(trace(await readDisk(), ['bGlnaHQ=', 'ML202600042', '0123456789abcdef'])).toEqual([])
  })
})
