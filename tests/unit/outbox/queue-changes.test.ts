import { beforeEach, describe, expect, test } from 'vitest'
import { eraseDossier } from '../../../src/core/db/erase.ts'
import { queueRequest, withdrawRequest } from '../../../src/outbox/api.ts'
import { listItems, payloadOf } from '../../../src/outbox/items.ts'
import { hurryItems, record } from '../../../src/outbox/store.ts'
import { readDisk, wipeDevice } from '../setup/device.ts'
import { accept, busy, code, itemsOf, only, photo, refusal, unreachable } from '../setup/requests.ts'

beforeEach(wipeDevice)

describe('what happened is written down', () => {
  test('with forgetting the body of an accepted request', async () => {
    await queueRequest(photo('1'), 1)
    const { id } = await only('a', 'attest')
    await record(id, accept, 2)
    expect(await only('a', 'attest')).toMatchObject({ state: 'accepted', reply: { status: 1 }, settledAt: 2 })
    expect(await payloadOf(id)).toBeUndefined()
  })

  test.each([
    ['refused', refusal],
    ['waiting', unreachable],
  ] as const)('with keeping the body of a %s one', async (state, event) => {
    await queueRequest(photo('1'), 1)
    const { id } = await only('a', 'attest')
    await record(id, event, 2)
    expect((await only('a', 'attest')).state).toBe(state)
    expect(await payloadOf(id)).toBeDefined()
  })

  test.each([accept, refusal, unreachable])(
    'only of what is still there: a late answer changes nothing (%#)',
    async event => {
      await queueRequest(photo('1'), 1)
      const { id } = await only('a', 'attest')
      await queueRequest(photo('2'), 2)
      const before = await readDisk()
      await record(id, event, 3)
      expect(await readDisk()).toEqual(before)
    },
  )
})

describe('the whole queue', () => {
  test('is hurried when the network is back, but for what the provider asked to wait', async () => {
    await queueRequest(photo('1'), 0)
    await queueRequest(code('1234'), 0)
    await record((await only('a', 'attest')).id, busy, 0)
    await record((await only('a', 'code')).id, { ...unreachable, chance: 0.99 }, 0)
    await hurryItems(5)
    expect((await only('a', 'attest')).notBefore).toBe(60_000)
    expect((await only('a', 'code')).notBefore).toBe(5)
  })

  test('loses what a student takes back, and nothing else', async () => {
    await queueRequest(photo('1'), 1)
    await queueRequest(code('1234'), 1)
    await queueRequest(photo('1', { dossier: 'b' }), 1)
    await withdrawRequest('a', 'attest')
    expect((await listItems()).map(({ dossier, requestKey }) => dossier + requestKey).sort()).toEqual([
      'acode',
      'battest',
    ])
    expect(Object.keys((await readDisk()).payloads)).toHaveLength(2)
  })

  test('keeps what the provider has accepted: that can’t be taken back', async () => {
    await queueRequest(photo('1'), 1)
    await record((await only('a', 'attest')).id, accept, 2)
    await withdrawRequest('a', 'attest')
    expect((await only('a', 'attest')).state).toBe('accepted')
  })

  test('loses a dossier that has ended, and no other', async () => {
    await queueRequest(photo('1'), 1)
    await queueRequest(code('1234'), 1)
    await queueRequest(photo('1', { dossier: 'b' }), 1)
    await eraseDossier('a', true)
    expect(await itemsOf('a')).toEqual([])
    expect(await itemsOf('b')).toHaveLength(1)
    expect(Object.keys((await readDisk()).payloads)).toHaveLength(1)
  })
})
