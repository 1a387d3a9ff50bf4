import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Upload } from '../../../src/core/api/upload.ts'
import { queueRequest } from '../../../src/outbox/api.ts'
import { listItems } from '../../../src/outbox/items.ts'
import { keepUpload, record } from '../../../src/outbox/store.ts'
import { applyEvent as become, type Event, withUpload } from '../../../src/outbox/transitions.ts'
import { openDevice, wipeDevice } from '../setup/device.ts'
import { only, photo } from '../setup/requests.ts'

beforeEach(async () => {
  vi.stubGlobal('navigator', {})
  await wipeDevice()
  await openDevice()
})

const stands: Upload = { address: '/2021/v1/uploads/a', digest: 'd', gzip: true, size: 90_000, arrived: 20_000 }
const first = async () => {
  await queueRequest(photo('1'), 0)
  const [item] = await listItems()
  if (!item) throw new Error('nothing waits')
  return item
}

test('what the provider announces is kept with what waits: a worker that wakes alone has heard nothing of it', async () => {
  const { learnUploadLimit } = await import('../../../src/core/api/announced.ts')
  expect(await first()).not.toHaveProperty('limits')
  learnUploadLimit('current', 'max-size=7')
  await queueRequest(photo('3'), 2)
  expect(await only('a', 'attest')).toMatchObject({ limits: 'max-size=7' })
})

describe('where an upload stands', () => {
  test('is kept with its item', async () => {
    const { id } = await first()
    await keepUpload(id, stands)
    expect(await only('a', 'attest')).toMatchObject({ state: 'waiting', upload: stands })
  })

  test('and forgotten with it: a photo that takes its place begins its own', async () => {
    const { id } = await first()
    await keepUpload(id, stands)
    await queueRequest(photo('2'), 1)
    await keepUpload(id, { ...stands, arrived: 40_000 })
    expect(await only('a', 'attest')).not.toHaveProperty('upload')
  })

  test.each([
    ['accepted', { status: 1, msg: '' }],
    ['refused', { status: 0, msg: '' }],
  ])('is over once the provider has %s the whole', async (_, outcome) => {
    const { id } = await first()
    await keepUpload(id, stands)
    await record(id, { kind: 'replied', outcome }, 5)
    expect(await only('a', 'attest')).not.toHaveProperty('upload')
    // A sender that learns it late writes nothing any more.
    if (outcome.status === 1) await keepUpload(id, stands)
    expect(await only('a', 'attest')).not.toHaveProperty('upload')
  })

  test('stays while a code is asked for, and while the network is away', async () => {
    const { id } = await first()
    await keepUpload(id, stands)
    await record(id, { kind: 'failed', problem: { kind: 'offline' }, chance: 0 }, 5)
    expect(await only('a', 'attest')).toMatchObject({ upload: stands })
    await record(id, { kind: 'replied', outcome: { status: 0, msg: '', codeRequis: true } }, 6)
    expect(await only('a', 'attest')).toMatchObject({ upload: stands })
  })

  test('what has come further is no failed attempt: the next one comes soon', async () => {
    const item = { ...(await first()), attempts: 7 }
    const further = withUpload(item, stands)
    expect(further.attempts).toBe(0)
    expect(withUpload({ ...further, attempts: 7 }, stands).attempts).toBe(7)
    const failed = become(further, { kind: 'failed', problem: { kind: 'offline' }, chance: 0.99 }, 0)
    expect(failed.notBefore).toBeLessThan(2_000)
  })
})

describe('cuts in the middle of a body that goes whole', () => {
  const cut: Event = { kind: 'failed', problem: { kind: 'offline' }, chance: 0, cut: true }
  const cutTwice = async () => become(become(await first(), cut, 0), cut, 1)

  test('are counted, one by one', async () => {
    expect((await first()).cuts).toBeUndefined()
    expect((await cutTwice()).cuts).toBe(2)
  })

  test.each<[string, Event]>([
    ['the network is away', { ...cut, cut: false }],
    ['an attempt is given up', { kind: 'failed', problem: { kind: 'cancelled' }, chance: 0 }],
  ])('stay counted while %s', async (_, event) => {
    expect(become(await cutTwice(), event, 2).cuts).toBe(2)
  })

  test.each<[string, Event]>([
    ['is busy', { kind: 'failed', problem: { kind: 'http', code: 503 }, chance: 0 }],
    ['asks for a code', { kind: 'replied', outcome: { status: 0, msg: '', codeRequis: true } }],
    ['accepts it', { kind: 'replied', outcome: { status: 1, msg: '' } }],
    ['refuses it', { kind: 'replied', outcome: { status: 0, msg: '' } }],
  ])('are no longer in a row once the provider %s', async (_, event) => {
    expect(become(await cutTwice(), event, 2)).not.toHaveProperty('cuts')
  })

  test('count no more once it goes in parts', async () => {
    expect(withUpload(await cutTwice(), stands)).not.toHaveProperty('cuts')
  })
})
