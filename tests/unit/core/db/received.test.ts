import { beforeEach, describe, expect, test } from 'vitest'
import {
  findDecline,
  fitReceived,
  forgetReceived,
  keepReceived,
  listReceived,
  mostReceived,
  type Received,
  readReceived,
} from '../../../../src/core/db/received.ts'
import { ownDevice, shareDevice } from '../../../../src/core/db/shared-mode.ts'
import { hasSourceFiles, keepSourceFile } from '../../../../src/core/db/source-files.ts'
import { maxUploadBytes } from '../../../../src/spec/documents.ts'
import { onFreshDevice, readDisk } from '../../setup/device.ts'
import { fullDisk } from '../../setup/full-disk.ts'

const photo = (name: string): Received => ({ name, type: 'image/jpeg', bytes: new TextEncoder().encode(name).buffer })
const photos = (count: number) => Array.from({ length: count }, (_, at) => photo(`${at}.jpg`))

describe('of what another app gives', () => {
  test.each([
    ['photo.jpg', 'image/jpeg', 1, undefined],
    ['Reçu à l’école.PNG', '', 1, undefined],
    ['photo.heic', 'image/heic', 1, undefined],
    ['scan.JPEG', 'application/octet-stream', 1, undefined],
    ['scan.pdf', 'application/pdf', 1, 'notAPicture'],
    ['photo.jpg.txt', 'text/plain', 1, 'notAPicture'],
    ['photo.jpg', 'image/jpeg', maxUploadBytes, undefined],
    ['photo.jpg', 'image/jpeg', maxUploadBytes + 1, 'tooLarge'],
  ])('%s of type "%s" and %i bytes is declined as %s', (name, type, size, why) => {
    expect(findDecline({ name, type, size })).toBe(why)
  })

  test.each([
    [3, 0, 3, false],
    [mostReceived, 0, mostReceived, false],
    [mostReceived + 1, 0, mostReceived, true],
    [3, mostReceived - 2, 2, true],
    [1, mostReceived, 0, true],
    // It has been told already.
    [1, mostReceived + 1, 0, false],
  ])('of %i files beside %i that wait, %i are taken, and more are told: %s', (count, waiting, taken, told) => {
    const all = fitReceived(photos(count), waiting)
    expect(all.filter(({ bytes }) => bytes).map(({ name }) => name)).toEqual(photos(taken).map(({ name }) => name))
    expect(all.filter(({ declined }) => declined === 'tooMany').length).toBe(told ? 1 : 0)
  })
})

describe('what another app has given', () => {
  onFreshDevice()
  beforeEach(() => ownDevice())

  test('lies on the disk in the order in which it came, until it is let go', async () => {
    expect(await keepReceived(photos(11), 2_000_000_000_000)).toBe(true)
    expect(await keepReceived([photo('later.jpg')], 2_000_000_000_001)).toBe(true)
    const keys = await listReceived()
    const names = await Promise.all(keys.map(async key => (await readReceived(key))?.name))
    expect(names).toEqual([...photos(10).map(({ name }) => name), ''])
    expect((await readReceived(keys[3] ?? ''))?.bytes).toEqual(photo('3.jpg').bytes)
    await forgetReceived(keys[0] ?? '')
    expect(await listReceived()).toEqual(keys.slice(1))
  })

  test('is no photo that a page could go on preparing', async () => {
    await keepReceived([photo('a.jpg')], 1)
    expect(await hasSourceFiles()).toBe(false)
    await keepSourceFile('one', 'attest', { bytes: new ArrayBuffer(1), name: '', type: '', at: 1 })
    expect(await hasSourceFiles()).toBe(true)
  })

  test('is not written where a device is shared, and is gone with the write that shares it', async () => {
    await keepReceived([photo('a.jpg')], 1)
    await keepSourceFile('one', 'attest', { bytes: new ArrayBuffer(1), name: '', type: '', at: 1 })
    await shareDevice()
    expect(await keepReceived([photo('b.jpg')], 2)).toBe(false)
    expect(Object.keys((await readDisk()).sourceFiles)).toEqual(['one/attest'])
    await ownDevice()
    expect(await keepReceived([photo('c.jpg')], 3)).toBe(true)
  })

  test('is all there or not at all, and a full disk says so', async () => {
    const full = fullDisk('sourceFiles')
    await expect(keepReceived(photos(2), 1)).rejects.toMatchObject({ name: 'QuotaExceededError' })
    full.mockRestore()
    expect(await listReceived()).toEqual([])
  })
})
