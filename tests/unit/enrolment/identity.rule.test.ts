import { describe, expect, test } from 'vitest'
import { standOfIdentity } from '../../../src/enrolment/identity.rule.ts'
import { wizards } from '../../../src/enrolment/wizards.ts'
import { newDossier } from '../../../src/storage/dossiers.ts'
import { itemOf } from '../setup/items.ts'

const first = wizards.complete.steps[0]
if (first?.kind !== 'identity') throw new Error('The wizard begins with something else.')
const step = first

const filled = {
  anneeBac: '2025',
  tuteur: 'Moussa',
  numAttest: '204518',
  phone: '76543210',
  numPlace: '42',
  serie: 'TSE',
  ae: 'BAMAKO',
  matricule: 'MA2025AT42AB',
  prenom: 'Awa',
  nom: 'TRAORÉ',
  attestation: 'oui',
}
const stand = (answers: Record<string, string>, { ended = false, waiting = false, lookedUp = '' } = {}) =>
  standOfIdentity(
    step,
    { ...newDossier('enrolment', 1, answers), ...(lookedUp && { lookedUp }) },
    ended,
    waiting ? itemOf({ slot: 'save', state: 'waiting' }) : undefined,
  )

describe('the first step', () => {
  test('opens with the year', () => {
    expect(stand({}).opened).toBe(false)
    expect(stand({ anneeBac: '2025' }).opened).toBe(true)
  })

  test('is locked while its save waits, and once it has ended', () => {
    expect([{}, { waiting: true }, { ended: true }].map(how => stand(filled, how).locked)).toEqual([false, true, true])
  })

  test('asks who was found until that is answered, and never where nothing can be changed', () => {
    expect(stand(filled).asking).toBe(true)
    expect(stand({ ...filled, confirmed: 'oui' }).asking).toBe(false)
    expect(stand(filled, { waiting: true }).asking).toBe(false)
  })

  test('says that nobody was found only of a lookup that was answered', () => {
    expect(stand({}).declined).toBe(false)
    expect(stand({}, { lookedUp: '{}' }).declined).toBe(true)
    expect(stand(filled, { lookedUp: '{}' }).declined).toBe(false)
  })

  test('is complete with every field, the person and the attestation', () => {
    const { missing, complete: done } = stand(filled)
    expect([missing, done]).toEqual([[], true])
    for (const name of ['phone', 'matricule', 'attestation'])
      expect(stand({ ...filled, [name]: '' }).complete, name).toBe(false)
    expect(stand(filled, { ended: true }).complete).toBe(false)
  })
})
