import { describe, expect, test } from 'vitest'
import { announcedState, networkState } from '../../../../src/outbox/ui/network.rule.ts'
import { itemOf } from '../../setup/items.ts'

const photos = [
  itemOf({ id: 'a', requestKey: 'actenaiss', state: 'accepted' }),
  itemOf({ id: 'b', requestKey: 'attest', bytes: 300 }),
  itemOf({ id: 'c', requestKey: 'simcard', bytes: 200 }),
]
const state = (facts: Partial<Parameters<typeof networkState>[0]>) =>
  networkState({ connectivity: 'reached', items: photos, moving: undefined, gzip: false, ...facts })
const moving = { id: 'b', sent: 100 }

describe('what is true of the network', () => {
  test('is told by moving bytes, whatever failed before', () => {
    const sending = { kind: 'sending', number: 2, total: 3, bytesLeft: 400 }
    for (const connectivity of ['unknown', 'reached', 'away', 'captive'] as const)
      expect(state({ connectivity, moving })).toEqual(sending)
    expect(state({ moving: { id: 'b', sent: 0 } }).kind).toBe('waiting')
  })

  test('is what the calls have found out, where nothing moves', () => {
    expect(state({ connectivity: 'away' })).toEqual({ kind: 'away' })
    expect(state({ connectivity: 'captive' })).toEqual({ kind: 'captive' })
    expect(state({})).toEqual({ kind: 'waiting', number: 2, total: 3, bytesLeft: 500 })
    expect(state({ items: [] })).toEqual({ kind: 'quiet' })
  })

  test('counts nothing that goes from another device now', () => {
    const held = photos.map(item => ({ ...item, held: true as const }))
    expect(state({ items: held })).toEqual({ kind: 'quiet' })
  })
})

describe('what is told of it', () => {
  const sending = state({ moving })
  const waiting = state({})

  test('is nothing of a call before it has lasted', () => {
    expect(announcedState(sending, undefined)).toEqual({ kind: 'quiet' })
    expect(announcedState(waiting, undefined)).toEqual({ kind: 'quiet' })
    expect(announcedState(sending, 'sending')).toEqual(sending)
  })

  test('goes on as it was between two photos', () => {
    expect(announcedState(waiting, 'sending')).toEqual({ ...waiting, kind: 'sending' })
    expect(announcedState(sending, 'waiting')).toEqual({ ...sending, kind: 'waiting' })
  })

  test('is at once that nothing arrives, and that all is well again', () => {
    for (const kind of ['away', 'captive', 'quiet'] as const)
      expect(announcedState({ kind }, 'sending')).toEqual({ kind })
  })
})
