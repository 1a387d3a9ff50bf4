import { describe, expect, test } from 'vitest'
import { initialsOf } from '../../../../src/core/db/encrypted-dossiers.ts'
import { unsentOf } from '../../../../src/features/shared-device/unsent.ts'
import type { Item, RequestKey } from '../../../../src/outbox/item.ts'
import { isStale } from '../../../../src/spec/limits.ts'

const item = (requestKey: RequestKey, state: Item['state']): Item => ({
  id: requestKey,
  shape: 1,
  dossier: 'a',
  requestKey,
  endpoint: 'uploadDocument',
  digest: '',
  bytes: 1,
  state,
  attempts: 0,
  notBefore: 0,
  createdAt: 0,
})

describe('what is unsent', () => {
  test('is named: what goes by itself, and what needs its student', () => {
    const items = [
      item('save', 'accepted'),
      item('validate', 'waiting'),
      item('attest', 'waiting'),
      item('carteid', 'refused'),
    ]
    expect(unsentOf(items, ['simcard', 'attest'])).toEqual({
      waiting: ['vos réponses', 'Attestation du baccalauréat'],
      stuck: ["Pièce d'identité", "Fiche d'identification de la carte SIM"],
    })
  })

  test('does not go by itself where it was handed over', () => {
    const held = [
      { ...item('attest', 'waiting'), held: true as const },
      { ...item('carteid', 'refused'), held: true as const },
    ]
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
