import { describe, expect, test } from 'vitest'
import { isUpdateUnderWay, itemsDecidedLongAgo } from '../../../../src/features/reclamation/update.rule.ts'
import type { RequestKey } from '../../../../src/outbox/item.ts'
import { itemOf } from '../../setup/items.ts'

const hour = 3_600_000
const now = 1_000 * hour
const accepted = (requestKey: RequestKey, hoursAgo: number) =>
  itemOf({ id: requestKey, requestKey, state: 'accepted', settledAt: now - hoursAgo * hour })
const waiting = itemOf({ id: 'carteid', requestKey: 'carteid' })
const refused = itemOf({ id: 'simcard', requestKey: 'simcard', state: 'refused', settledAt: now - 900 * hour })

describe('of an earlier update is left', () => {
  test.each([
    ['nothing', []],
    ['nothing that was accepted just now', [accepted('attest', 1), accepted('validate', 0)]],
    ['nothing that is 48 hours old to the millisecond', [accepted('attest', 48), accepted('validate', 48)]],
    ['nothing while its final call waits', [accepted('attest', 900), itemOf({ requestKey: 'validate' })]],
    ['nothing before its final call was made', [accepted('attest', 900)]],
    ['nothing that a clock set back puts into the future', [accepted('attest', -9), accepted('validate', -9)]],
  ])('%s', (_, items) => expect(itemsDecidedLongAgo(items, now)).toEqual([]))

  test('all that was accepted with it, but no photo that has still to arrive or has just arrived', () => {
    const old = [accepted('attest', 50), accepted('validate', 49)]
    expect(itemsDecidedLongAgo([...old, waiting, refused, accepted('photobuste', 1)], now)).toEqual(old)
  })
})

const asked = { ...accepted('validate', 0), createdAt: now - 2 * hour }
const refusedAt = (requestKey: RequestKey, hoursAgo: number) =>
  itemOf({ id: requestKey, requestKey, state: 'refused', settledAt: now - hoursAgo * hour })

describe('an update is under way', () => {
  test.each([
    ['not when all was accepted', [accepted('attest', 1), accepted('validate', 0)], false],
    ['while a photo waits, also one that is no longer asked for', [accepted('validate', 0), waiting], true],
    ['while a photo that was refused since may be sent again', [asked, refusedAt('attest', 1)], true],
    ['not for a refusal that stood there when the update was asked for', [asked, refusedAt('attest', 3)], false],
    ['not for a refused photo that nobody asks for any more', [asked, refusedAt('simcard', 1)], false],
  ])('%s', (_, items, expected) => expect(isUpdateUnderWay(items, ['attest'])).toBe(expected))
})
