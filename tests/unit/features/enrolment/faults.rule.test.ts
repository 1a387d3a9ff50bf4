import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newDossier } from '../../../../src/core/db/dossiers.ts'
import { faultsOf, summaryOf } from '../../../../src/features/enrolment/faults.rule.ts'
import { standOfIdentity } from '../../../../src/features/enrolment/identity.rule.ts'
import { wizards } from '../../../../src/features/enrolment/wizards.ts'
import { filled } from './filled.ts'

const [first] = wizards.complete.steps
if (first?.kind !== 'identity') throw new Error('The wizard begins with something else.')
const step = first
const whole = { ...filled, attestation: 'oui', confirmed: 'oui' }

const faults = (answers: Record<string, string>) => faultsOf(step, answers)
const told = (answers: Record<string, string>) => faults(answers).map(({ label, message }) => `${label} : ${message}`)

describe('what keeps the first step from being confirmed', () => {
  test('is nothing once it is whole', () => expect(faults(whole)).toEqual([]))

  test('is the year alone, as long as it keeps the others closed', () => {
    expect(told({})).toEqual(['Année du baccalauréat : à choisir'])
  })

  test('is named in the order of the form: what is missing by what is to be done, what is wrong by its fault', () => {
    expect(told({ ...whole, serie: '', numAttest: ' ', phone: '7000000', attestation: '' })).toEqual([
      'Série : à choisir',
      "Numéro de l'attestation du bac : à remplir",
      'Numéro de téléphone : Pas moins de 8 chiffres.',
      "Attestation sur l'honneur : à cocher",
    ])
  })

  test('is an optional number that is wrong, and never one that is not there', () => {
    expect(faults({ ...whole, nina: 'AB' }).map(({ name, empty }) => [name, empty])).toEqual([['nina', false]])
    expect(faults({ ...whole, nina: '' })).toEqual([])
  })

  test('is the search, once its four answers are there', () => {
    const { matricule: _, prenom: __, nom: ___, ...unfound } = whole
    expect(told(unfound)).toEqual(['Numéro matricule : à trouver par la recherche'])
    expect(told({ ...unfound, ae: '' })).toEqual(["Académie d'enseignement : à choisir"])
    expect(told({ ...whole, matricule: 'COURT' })).toEqual(['Numéro matricule : Pas moins de 11 chiffres/lettres.'])
  })

  test('is no name that the list has left out, as long as it has the other', () => {
    expect(told({ ...whole, prenom: '' })).toEqual([])
    expect(told({ ...whole, nom: ' ' })).toEqual([])
    expect(told({ ...whole, prenom: '', nom: ' ' })).toEqual(['Nom : absent de la liste des bacheliers'])
  })

  test('is always told of a form that is not complete', () => {
    const names = Object.keys(whole).filter(name => name !== 'confirmed')
    fc.assert(
      fc.property(fc.subarray(names), fc.constantFrom(undefined, '', ' ', '?'), (left, value) => {
        const answers = { ...whole, ...Object.fromEntries(left.map(name => [name, value])) } as typeof whole
        const { complete } = standOfIdentity(step, newDossier('enrolment', 1, answers), false, undefined)
        expect(faults(answers).length > 0).toBe(!complete)
      }),
    )
  })
})

test.each([
  [{ serie: '', numAttest: '', phone: '7' }, 'Il manque 2 réponses, 1 est à corriger'],
  [{ serie: '' }, 'Il manque 1 réponse'],
  [{ phone: '7', nina: '8' }, '2 réponses sont à corriger'],
  [{ ae: '', phone: '7', nina: '8' }, 'Il manque 1 réponse, 2 sont à corriger'],
])('the summary counts what is missing and what is to be corrected: %j', (change, summary) => {
  expect(summaryOf(faults({ ...whole, ...change }))).toBe(summary)
})
