import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deviceStore, type Kept, type Key } from '../../../../src/core/db/device-store.ts'
import { keep, keepReply, keptReply, replyTo } from '../../../../src/core/db/kept.ts'
import { readDisk, wipeDevice } from '../../setup/device.ts'

const chrono: Key<Kept<unknown>> = deviceStore.chrono

beforeEach(wipeDevice)
afterEach(() => {
  vi.restoreAllMocks()
})

describe('the provider’s last reply', () => {
  test('is there for the next visit, and only the last', async () => {
    expect(await keptReply(chrono)).toBeUndefined()
    await keep(chrono, { reply: { statut: 1 }, at: 1, offset: 0 })
    await keep(chrono, { reply: { statut: 0 }, at: 2, offset: 5 })
    expect(await keptReply(chrono)).toEqual({ reply: { statut: 0 }, at: 2, offset: 5 })
  })

  test('is nothing where nothing can be read: the network decides alone', async () => {
    await keep(chrono, { reply: 1, at: 1, offset: 0 })
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('Broken.', 'UnknownError')
    })
    expect(await keptReply(chrono)).toBeUndefined()
  })

  test('that can’t be kept is told', async () => {
    const unkept = keep(chrono, { reply: () => 'no reply', at: 1, offset: 0 })
    await expect(unkept).rejects.toMatchObject({ name: 'DataCloneError' })
  })
})

describe('the answer to a student’s own question', () => {
  test('is found again by the same question only', async () => {
    await keepReply('status/2021/phone/76123456', { status: 2, msg: 'Validé' }, 9)
    const kept = { reply: { status: 2, msg: 'Validé' }, at: 9, offset: 0 }
    expect(await replyTo('status/2021/phone/76123456')).toEqual(kept)
    for (const other of ['status/2021/phone/76123457', 'status/1920/phone/76123456'])
      expect(await replyTo(other)).toBeUndefined()
    // What was asked does not show on the device.
    expect(JSON.stringify(await readDisk())).not.toContain('76123456')
  })
})
