import { describe, expect, test } from 'vitest'
import { initialsOf } from '../../../../src/core/db/encrypted-dossiers.ts'
import { unsentOf } from '../../../../src/features/shared-device/unsent.ts'
import type { Item, RequestKey } from '../../../../src/outbox/item.ts'
import { isStale } from '../../../../src/spec/limits.ts'
import { itemOf } from '../../setup/items.ts'

const item = (requestKey: RequestKey, state: Item['state'], change: Partial<Item> = {}) =>
  itemOf({ id: requestKey, requestKey, state, ...change })

describe('what is unsent', () => {
  test('is named: what goes by itself, and what needs its student', () => {
    const items = [item('save', 'accepted'), item('validate', 'waiting'), item('attest', 'waiting')]
    expect(unsentOf([...items, item('carteid', 'refused')], ['simcard', 'attest'])).toEqual({
      waiting: ['vos réponses', 'Attestation du baccalauréat'],
      stuck: ["Pièce d'identité", "Fiche d'identification de la carte SIM"],
    })
  })

  test('does not go by itself where it was handed over', () => {
    const held = [item('attest', 'waiting', { held: true }), item('carteid', 'refused', { held: true })]
    const names = ['Attestation du baccalauréat', "Pièce d'identité"]
    expect(unsentOf(held, [])).toEqual({ waiting: [], stuck: names })
  })

  test('has words also where another build has given it a requestKey', () => {
    expect(unsentOf([item('callBack' as RequestKey, 'waiting')], []).waiting).toEqual(['vos réponses'])
  })

  test('is nothing once the provider has everything', () => {
    expect(unsentOf([item('attest', 'accepted')], [])).toEqual({ waiting: [], stuck: [] })
  })
})

test.each([
  [29, false],
  [30, true],
  [400, true],
])('a draft of %i days is offered for erasure: %s', (days, stale) => {
  const now = 10 ** 12
  expect(isStale(now - days * 86_400_000, now)).toBe(stale)
})

test.each([
  [{ prenom: 'Aminata', nom: 'Traoré' }, 'A. T.'],
  [{ nom: ' élie' }, 'É.'],
  [{}, ''],
])('the initials of %j are %j', (answers, initials) => expect(initialsOf(answers)).toBe(initials))
