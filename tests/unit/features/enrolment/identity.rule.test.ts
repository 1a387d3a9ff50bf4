import { describe, expect, test } from 'vitest'
import { newDossier } from '../../../../src/core/db/dossiers.ts'
import { standOfIdentity } from '../../../../src/features/enrolment/identity.rule.ts'
import { wizards } from '../../../../src/features/enrolment/wizards.ts'
import { itemOf } from '../../setup/items.ts'
import { filled } from './filled.ts'

const first = wizards.complete.steps[0]
if (first?.kind !== 'identity') throw new Error('The wizard begins with something else.')
const step = first

const attested = { ...filled, nom: 'TRAORÉ', attestation: 'oui' }
const stand = (answers: Record<string, string>, { ended = false, waiting = false, lookedUp = '' } = {}) =>
  standOfIdentity(
    step,
    { ...newDossier('enrolment', 1, answers), ...(lookedUp && { lookedUp }) },
    ended,
    waiting ? itemOf({ requestKey: 'save', state: 'waiting' }) : undefined,
  )

describe('the first step', () => {
  test('opens with the year', () => {
    expect(stand({}).opened).toBe(false)
    expect(stand({ anneeBac: '2025' }).opened).toBe(true)
  })

  test('is locked while its save waits, and once it has ended', () => {
    const locked = [{}, { waiting: true }, { ended: true }].map(how => stand(attested, how).locked)
    expect(locked).toEqual([false, true, true])
  })

  test('asks who was found until that is answered, and never where nothing can be changed', () => {
    expect(stand(attested).asking).toBe(true)
    expect(stand({ ...attested, confirmed: 'oui' }).asking).toBe(false)
    expect(stand(attested, { waiting: true }).asking).toBe(false)
  })

  test('says that nobody was found only of a lookup that was answered', () => {
    expect(stand({}).declined).toBe(false)
    expect(stand({}, { lookedUp: '{}' }).declined).toBe(true)
    expect(stand(attested, { lookedUp: '{}' }).declined).toBe(false)
  })

  test('is complete with every field, the person and the attestation', () => {
    const { faults, complete: done } = stand(attested)
    expect([faults, done]).toEqual([[], true])
    for (const name of ['phone', 'matricule', 'attestation'])
      expect(stand({ ...attested, [name]: '' }).complete, name).toBe(false)
    expect(stand(attested, { ended: true }).complete).toBe(false)
  })
})
