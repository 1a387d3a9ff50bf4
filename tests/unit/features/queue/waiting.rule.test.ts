import { describe, expect, test } from 'vitest'
import {
  answerTo,
  askedOf,
  elsewhere,
  groupsOf,
  type Known,
  lastArrival,
} from '../../../../src/features/queue/queue.rule.ts'
import { type Item, mayGo } from '../../../../src/outbox/item.ts'
import { failsAgain } from '../../../../src/outbox/ui/calls.tsx'
import { itemOf } from '../../setup/items.ts'

const hour = 3_600_000
const offline = { kind: 'offline' } as const
const busy = { kind: 'http', code: 503, retryAfter: 60 } as const

describe('a sending that fails again and again', () => {
  test.each<[string, Partial<Item>, boolean]>([
    ['tried for the fourth time', { attempts: 4 }, true],
    ['tried three times', { attempts: 3 }, false],
    ['waiting for more than a day, and tried', { attempts: 1, createdAt: -25 * hour }, true],
    ['waiting for more than a day, and never tried', { createdAt: -25 * hour }, false],
    ['waiting for a day', { attempts: 1, createdAt: -24 * hour }, false],
    ['refused', { attempts: 9, state: 'refused' }, false],
    ['accepted', { attempts: 9, state: 'accepted' }, false],
  ])('%s: %o', (_, change, fails) => expect(failsAgain(itemOf(change), 0)).toBe(fails))
})

const known = (change: Partial<Known>): Known => {
  const about = { id: 'dossier-1', whose: 'Aminata', kind: 'enrolment', matricule: 'M' } as const
  return { ...about, items: [], picked: [], ready: 0, ...change }
}

describe('what is shown', () => {
  test('is what has not arrived, the oldest first, then what is picked', () => {
    const items = [
      itemOf({ id: 'b', requestKey: 'attest', createdAt: 2 }),
      itemOf({ id: 'a', requestKey: 'save', createdAt: 1, state: 'refused' }),
      itemOf({ id: 'c', requestKey: 'carteid', state: 'accepted' }),
    ]
    const [group] = groupsOf([known({ items, picked: ['attest', 'simcard'] })])
    expect(group?.lines.map(({ requestKey, item }) => [requestKey, item?.id])).toEqual([
      ['save', 'a'],
      ['attest', 'b'],
      ['simcard', undefined],
    ])
  })

  test('is no dossier of which all has arrived', () => {
    expect(groupsOf([known({ items: [itemOf({ state: 'accepted' })] })])).toEqual([])
  })

  test('is a number where the dossier is not open, without what another device sends', () => {
    const items = [
      itemOf({ id: 'a', dossier: 'x' }),
      itemOf({ id: 'b', dossier: 'x' }),
      itemOf({ id: 'c', dossier: 'x', held: true }),
      itemOf({ id: 'd', dossier: 'x', state: 'refused' }),
      itemOf({ id: 'e' }),
    ]
    expect([...elsewhere(items, [known({})])]).toEqual([['x', 2]])
    expect(items.filter(mayGo).map(({ id }) => id)).toEqual(['a', 'b', 'e'])
  })

  test('is when the last one arrived', () => {
    const at = (settledAt: number, state: Item['state'] = 'accepted') => itemOf({ state, settledAt })
    expect(lastArrival([at(5), at(9), at(12, 'refused')])).toBe(9)
    expect(lastArrival([at(12, 'refused')])).toBeUndefined()
  })
})

describe('who asks for it to be sent now is answered', () => {
  const before = [itemOf({ id: 'a', attempts: 2, trouble: offline }), itemOf({ id: 'b' })]
  const asked = askedOf(before)
  const tried = (item: Item): Item => ({ ...item, attempts: item.attempts + 1, trouble: offline })
  const [a, b] = before as [Item, Item]
  const arrived: Item = { ...a, state: 'accepted' }
  const failed = { kind: 'failed', problem: offline, at: undefined } as const
  const paused = { ...a, trouble: busy, notBefore: 60_000 }

  test.each<[string, Item[], ReturnType<typeof answerTo>]>([
    ['that it is tried', before, { kind: 'trying' }],
    ['why it failed', [tried(a), b], failed],
    ['what arrived', [arrived, b], { kind: 'arrived', arrived: 1, left: 1 }],
    ['nothing of what was taken back', [], undefined],
    ['what arrived, and nothing of what was taken back', [arrived], { kind: 'arrived', arrived: 1, left: 0 }],
    ['nothing where all is refused', before.map(item => ({ ...item, state: 'refused' })), undefined],
    ['nothing good of a refusal', [{ ...a, state: 'refused' }, b], { kind: 'trying' }],
    ['why one failed after another arrived', [arrived, tried(b)], failed],
    ['that one is tried although another has to pause', [paused, b], { kind: 'trying' }],
    ['how long all have to pause', [paused], { kind: 'failed', problem: busy, at: 60_000 }],
  ])('%s', (_, items, answer) => expect(answerTo(asked, items, 1_000)).toEqual(answer))

  test('and never told of what another device sends', () => {
    expect(askedOf([itemOf({ held: true })]).size).toBe(0)
  })
})
