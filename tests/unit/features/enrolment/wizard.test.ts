import { describe, expect, test } from 'vitest'
import { reachedStep, shownStep, stepAfterKey, type WizardPlan } from '../../../../src/features/enrolment/wizard.ts'
import { wizards } from '../../../../src/features/enrolment/wizards.ts'
import type { Item, RequestKey } from '../../../../src/outbox/item.ts'
import { documentsOf, variants } from '../../../../src/spec/documents.ts'
import { itemOf } from '../../setup/items.ts'

const { complete, reduced } = wizards
const accepted = (requestKey: RequestKey) => itemOf({ id: requestKey, requestKey, state: 'accepted' })
const all = (...names: readonly RequestKey[]) => names.map(accepted)
const inState = (requestKey: RequestKey, state: Item['state']) => itemOf({ id: `${state}`, requestKey, state })

describe.each(variants)('a student in the %s wizard', variant => {
  const plan = wizards[variant]
  const documents = documentsOf(variant)
  const [last = 'attest', ...others] = documents
  const most = all('save', 'code', ...others)

  test('walks through four steps, none of them twice, and is asked for the documents of its reading', () => {
    expect(plan.steps.map(({ kind }) => kind)).toEqual(['identity', 'code', 'documents', 'done'])
    expect(plan.steps[2]).toMatchObject({ documents })
  })

  test.each<[string, Item[], string]>([
    ['begins with the first step', [], 'identity'],
    ['stays at the first step while the save is waiting', [inState('save', 'waiting')], 'identity'],
    ['stays at the first step while the save is refused', [inState('save', 'refused')], 'identity'],
    ['goes on to the code once the save is accepted', all('save'), 'code'],
    ['stays at the code while it is refused', [...all('save', 'newCode'), inState('code', 'refused')], 'code'],
    ['goes on to the documents once the code is accepted', all('save', 'code'), 'documents'],
    ['stays at the documents while one of them is missing', most, 'documents'],
    ['stays at the documents while one of them is waiting', [...most, inState(last, 'waiting')], 'documents'],
    ['stays at the documents while one of them is refused', [...most, inState(last, 'refused')], 'documents'],
    ['never skips a step, even if the later ones are done', all('code', 'validate', ...documents), 'identity'],
    ['never skips the code either', all('save', 'validate', ...documents), 'code'],
  ])('%s', (_, items, kind) => expect(plan.steps[reachedStep(plan, items)]?.kind).toBe(kind))
})

describe('what ends the documents', () => {
  test('in reading A is the fifth accepted document', () => {
    expect(reachedStep(complete, all('save', 'code', ...documentsOf('complete')))).toBe(3)
    expect(reachedStep(complete, all('save', 'code', 'validate'))).toBe(2)
  })

  test('in reading B is the accepted validation after the four', () => {
    const sent = all('save', 'code', ...documentsOf('reduced'))
    expect(reachedStep(reduced, sent)).toBe(2)
    expect(reachedStep(reduced, [...sent, itemOf({ requestKey: 'validate', state: 'refused' })])).toBe(2)
    expect(reachedStep(reduced, [...sent, accepted('validate')])).toBe(3)
  })
})

describe('the two readings differ as specified', () => {
  const first = (plan: WizardPlan) => (plan.steps[0]?.kind === 'identity' ? plan.steps[0] : undefined)
  const asked = (plan: WizardPlan) =>
    first(plan)
      ?.groups.flatMap(({ fields }) => fields)
      .sort()
      .join(' ')
  test('reading A asks for eight answers, looks three up and has the attestation', () => {
    const lookedUp = ['matricule', 'prenom', 'nom']
    expect(first(complete)).toMatchObject({ opensWith: 'anneeBac', attests: true, lookedUp })
    expect(asked(complete)).toBe('ae anneeBac nina numAttest numPlace phone serie tuteur')
  })

  test('reading B asks for eight answers, looks nothing up and attests nothing', () => {
    expect(first(reduced)).toMatchObject({ title: 'Informations personnelles', lookedUp: [], attests: false })
    expect(first(reduced)?.opensWith).toBeUndefined()
    expect(asked(reduced)).toBe('dateNaiss matricule nom numAttest numPlace phone prenom tuteur')
  })

  test('each ends with its own words', () => {
    expect([complete.steps[3], reduced.steps[3]]).toMatchObject([{ ending: 'preEnrolled' }, { ending: 'finished' }])
  })
})

test.each([
  ['ArrowRight', 0, 2, 1],
  ['ArrowDown', 1, 2, 2],
  ['ArrowRight', 2, 2, 2],
  ['ArrowRight', 0, 0, 0],
  ['ArrowLeft', 2, 2, 1],
  ['ArrowUp', 1, 2, 0],
  ['ArrowLeft', 0, 2, 0],
  ['Enter', 1, 2, 1],
  ['Home', 1, 2, 1],
  ['Tab', 0, 2, 0],
])('%s at step %i of the %i that may be left leads to %i', (key, shown, reached, next) => {
  expect(stepAfterKey(key, shown, reached)).toBe(next)
})

describe('a student whose last document has just arrived', () => {
  const documentsAt = 2
  const at = (plan: WizardPlan, busy: 'work' | 'advice' | undefined, looked?: { at: number; reached: number }) =>
    shownStep(plan, documentsAt + 1, busy, looked)

  test.each([
    ['is led on', complete, undefined, 3],
    ['is not led away from a photo that is being cropped', complete, 'work', 2],
    ['is not led away from advice', complete, 'advice', 2],
    ['is led on by the button', reduced, 'advice', 3],
    ['is not led away from a photo, not even by the button', reduced, 'work', 2],
  ] as const)('%s', (_, plan, busy, expected) => {
    expect(at(plan, busy)).toEqual({ shown: expected, stays: expected === documentsAt })
  })

  test('looks back until the wizard moves on by itself', () => {
    expect(at(complete, undefined, { at: 0, reached: 3 }).shown).toBe(0)
    expect(at(complete, undefined, { at: 0, reached: 2 }).shown).toBe(3)
  })
})
