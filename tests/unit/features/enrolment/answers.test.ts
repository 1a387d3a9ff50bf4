import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as schemas from '../../../../src/core/api/schemas.ts'
import { faultsOf } from '../../../../src/features/enrolment/faults.rule.ts'
import {
  applyAnswer,
  applyLookup,
  askedFields,
  type Entries,
  enrolmentBody,
  type IdentityStep,
  isAttested,
  lookupRequest,
  type WizardPlan,
} from '../../../../src/features/enrolment/wizard.ts'
import { wizards } from '../../../../src/features/enrolment/wizards.ts'

function identityOf({ steps: [first] }: WizardPlan): IdentityStep {
  if (first?.kind !== 'identity') throw new Error('A wizard begins with the student.')
  return first
}
const stepA = identityOf(wizards.complete)
const stepB = identityOf(wizards.reduced)

const question = { anneeBac: '2025', numPlace: '345', serie: 'TSE', ae: 'BKO' }
const person = { matricule: 'ML202600042', prenom: 'Awa', nom: "N'Diaye" }
const typed = { ...question, tuteur: 'CNI', numAttest: '12', phone: '76123456', nina: '' }
const answersA = { ...typed, ...person }
const answersB = {
  ...{ phone: '76123456', matricule: 'ML202600042', numPlace: '345', numAttest: '12' },
  ...{ nom: 'Traoré', prenom: 'Awa', dateNaiss: '2007-05-04', tuteur: 'CNI' },
}
const key = JSON.stringify(lookupRequest(typed))
const faultyOf = (step: IdentityStep, answers: Record<string, string>) =>
  faultsOf(step, { ...answers, attestation: 'oui' }).map(({ name }) => name)

describe.each([
  ['complete', stepA, answersA],
  ['reduced', stepB, answersB],
] as const)('the first step of the %s wizard', (_, step, answers) => {
  const needed = askedFields(step).filter(name => name !== 'nina')
  test('misses nothing once every answer is right', () => expect(faultyOf(step, answers)).toEqual([]))

  test('misses everything but the NINA number at the beginning, or what opens it', () => {
    expect(faultyOf(step, {})).toEqual(step.opensWith ? [step.opensWith] : needed)
  })

  test.each(needed)('misses %s alone', name => {
    expect(faultyOf(step, { ...answers, [name]: '' })).toEqual([name])
  })

  test('sends exactly the fields of the contract, without blanks at their ends', () => {
    const body = enrolmentBody(step, { ...answers, nom: ' Traoré ', otp: '1234', attestation: 'oui' })
    expect(body).toEqual({ ...answers, nom: 'Traoré' })
    expect(v.is(schemas.enrolmentBody, body)).toBe(true)
  })
})

describe('the contract’s field names, once more by hand', () => {
  const names = (step: IdentityStep) => Object.keys(enrolmentBody(step, {})).sort().join(' ')
  test.each([
    ['A', stepA, 'ae anneeBac matricule nina nom numAttest numPlace phone prenom serie tuteur'],
    ['B', stepB, 'dateNaiss matricule nom numAttest numPlace phone prenom tuteur'],
  ])('reading %s', (_, step, expected) => expect(names(step)).toBe(expected))
})

describe('a name that the lookup has filled in', () => {
  test('is not judged by the rules for typing, the student could not change it', () => {
    expect(faultyOf(stepA, { ...answersA, nom: 'Traoré (fils)' })).toEqual([])
    expect(faultyOf(stepB, { ...answersB, nom: 'Traoré (fils)' })).toEqual(['nom'])
  })
  test('may be the only one, and is sent as the list has it; the matricule must be one', () => {
    for (const name of ['prenom', 'nom']) {
      const one = { ...answersA, [name]: '' }
      expect(faultyOf(stepA, one)).toEqual([])
      expect(enrolmentBody(stepA, one)).toMatchObject({ [name]: '' })
      expect(v.is(schemas.enrolmentBody, enrolmentBody(stepA, one))).toBe(true)
    }
    expect(faultyOf(stepA, { ...answersA, nom: '', prenom: ' ' })).toEqual(['nom'])
    expect(faultyOf(stepA, { ...answersA, matricule: 'ml1' })).toEqual(['matricule'])
  })
})

test.each([
  ['reading A wants it', stepA, {}, false],
  ['reading A has it', stepA, { attestation: 'oui' }, true],
  ['reading A had it taken back', stepA, { attestation: '' }, false],
  ['reading B has none', stepB, {}, true],
])('the attestation: %s', (_, step, answers, attested) => expect(isAttested(step, answers)).toBe(attested))

describe('the lookup', () => {
  test('asks once all four answers are there', () => {
    expect(lookupRequest(typed)).toEqual(question)
    expect(v.is(schemas.lookupBody, lookupRequest(typed))).toBe(true)
  })

  test.each(Object.keys(question))('does not ask without %s, nor for a place number that is none', name => {
    for (const none of ['', ' ']) expect(lookupRequest({ ...question, [name]: none })).toBeUndefined()
    expect(lookupRequest({ ...question, numPlace: '34a' })).toBeUndefined()
  })

  test('is not repeated; the student fills the three fields, and nobody clears them', () => {
    expect(applyLookup({ answers: typed }, stepA, key, person)).toEqual({ answers: answersA, lookedUp: key })
    expect(applyLookup({ answers: answersA }, stepA, key)).toEqual({ answers: typed, lookedUp: key })
  })

  test('whose person was declined is not asked again until an answer changes', () => {
    const found = applyLookup({ answers: typed }, stepA, key, person)
    const declined = applyLookup(found, stepA, found.lookedUp ?? '')
    expect(declined).toEqual({ answers: typed, lookedUp: key })
    expect(JSON.stringify(lookupRequest(declined.answers))).toBe(declined.lookedUp)
    expect(applyAnswer(declined, stepA, 'numPlace', '346').lookedUp).toBeUndefined()
  })
})

describe('a student who changes an answer after the lookup', () => {
  const entries: Entries = { answers: answersA, lookedUp: key }

  test.each(Object.keys(question))('loses the person that was found for another %s', name => {
    const { [name as keyof typeof typed]: _old, ...rest } = typed
    expect(applyAnswer(entries, stepA, name, 'XY')).toEqual({ answers: { ...rest, [name]: 'XY' }, lookedUp: undefined })
  })

  test.each(['phone', 'tuteur', 'numAttest', 'nina', 'attestation'])('keeps the person when it is %s', name => {
    expect(applyAnswer(entries, stepA, name, 'x')).toEqual({ answers: { ...answersA, [name]: 'x' }, lookedUp: key })
  })

  test.each(Object.entries(question))('keeps the person when %s is still "%s"', (name, value) => {
    expect(applyAnswer(entries, stepA, name, value)).toEqual(entries)
  })

  test('keeps in reading B what was typed, since nothing is looked up there', () => {
    const changed = applyAnswer({ answers: answersB }, stepB, 'numPlace', '9')
    expect(changed.answers).toEqual({ ...answersB, numPlace: '9' })
  })

  test('changes a copy: what is on the screen stays as it was', () => {
    applyAnswer(entries, stepA, 'numPlace', '9')
    expect(entries.answers).toEqual(answersA)
  })
})
