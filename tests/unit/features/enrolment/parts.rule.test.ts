import { describe, expect, test } from 'vitest'
import type { Dossier } from '../../../../src/core/db/dossier.ts'
import { changedParts, laidOver } from '../../../../src/features/enrolment/identity.rule.ts'
import { lookupKey } from '../../../../src/features/enrolment/wizard.ts'

/** Two tabs show one draft: only what a tab has changed itself is written over what the other one has. */

const question = { anneeBac: '2025', numPlace: '345', serie: 'TSE', ae: 'BKO' }
const awa = { matricule: 'ML202600042', prenom: 'Awa', nom: 'Traoré' }
const oumar = { matricule: 'ML202600099', prenom: 'Oumar', nom: 'Traoré' }

const draft = (answers: Record<string, string>, more: Partial<Dossier> = {}): Dossier => ({
  ...{ id: 'a', kind: 'enrolment', shape: 1, createdAt: 1, savedAt: 1 },
  answers,
  ...more,
})
const found = (person: Record<string, string>, asked: Record<string, string>, more = {}) =>
  draft({ ...asked, ...person, ...more }, { lookedUp: lookupKey({ ...question, ...asked }) })
/** What lies there once this tab, which saw `before`, has made `after` of it. */
const merged = (stored: Dossier, before: Dossier, after: Dossier) =>
  laidOver(stored, after, new Set(changedParts(before, after)))

describe('what a tab has changed', () => {
  test('is an answer that was given, taken back or is another one', () => {
    const parts = changedParts(
      draft({ phone: '1', nina: 'x', otp: '1234' }),
      draft({ phone: '2', nina: 'x', tuteur: 'CNI' }),
    )
    expect(parts.sort()).toEqual(['otp', 'phone', 'tuteur'])
    expect(changedParts(draft({ phone: '1' }), draft({ phone: '1' }, { savedAt: 9 }))).toEqual([])
  })

  test('is that the dossier was closed', () => {
    expect(changedParts(draft({}), draft({}, { closed: true }))).toEqual(['closed'])
  })

  test('is a person as a whole, and whether it was confirmed', () => {
    const whole = ['confirmed', 'lookedUp', 'matricule', 'nom', 'prenom']
    expect(changedParts(found(awa, question), found(oumar, question)).sort()).toEqual(whole)
    expect(changedParts(found(awa, question), found(awa, question, { confirmed: 'oui' })).sort()).toEqual(whole)
    expect(changedParts(found(awa, question), found(awa, question))).toEqual([])
  })

  test('is one name alone where names are typed (reading B)', () => {
    const [before, after] = [draft({ nom: 'Traore', prenom: 'Awa' }), draft({ nom: 'Traoré', prenom: 'Awa' })]
    expect(changedParts(before, after)).toEqual(['nom'])
  })
})

describe('a draft on the disk', () => {
  test('keeps the other tab’s answers beside this one’s', () => {
    const before = draft({ phone: '76000000', numAttest: '1' })
    const stored = draft({ phone: '76000000', numAttest: '204518', nina: 'ML1' }, { savedAt: 7 })
    const after = draft({ phone: '76543210', numAttest: '1' })
    expect(merged(stored, before, after)).toEqual(
      draft({ phone: '76543210', numAttest: '204518', nina: 'ML1' }, { savedAt: 7 }),
    )
  })

  test('loses what this tab took back, and no trace of it stays that an older build could not read', () => {
    const next = merged(draft({ otp: '1234', phone: '1' }), draft({ otp: '1234' }), draft({}))
    expect(next.answers).toEqual({ phone: '1' })
    expect(Object.keys(next.answers)).toEqual(['phone'])
    expect('closed' in next || 'lookedUp' in next).toBe(false)
  })

  test('stays closed where the other tab has closed it', () => {
    expect(merged(draft({}, { closed: true }), draft({}), draft({ phone: '1' }))).toEqual(
      draft({ phone: '1' }, { closed: true }),
    )
  })

  test('has the person that the other tab has found, when this one has changed none of the four answers', () => {
    const after = draft({ ...question, phone: '76543210' })
    const next = merged(found(awa, question, { confirmed: 'oui' }), draft(question), after)
    expect(next).toEqual(found(awa, question, { confirmed: 'oui', phone: '76543210' }))
  })

  test('has no person, and asks anew, when the tabs have changed two of the four answers', () => {
    const before = found(awa, question)
    const theirs = found(oumar, { ...question, serie: 'TLL' })
    const mine = found(awa, { ...question, numPlace: '9' }, { confirmed: 'oui' })
    const next = merged(theirs, before, mine)
    expect(next).toEqual(draft({ ...question, serie: 'TLL', numPlace: '9' }))
  })

  test('has no person when this tab has changed an answer while the other found somebody', () => {
    const next = merged(found(awa, question), draft(question), draft({ ...question, numPlace: '9' }))
    expect(next).toEqual(draft({ ...question, numPlace: '9' }))
  })

  test('never has one person’s number beside another one’s name', () => {
    const next = merged(found(oumar, { ...question, numPlace: '9' }), draft(question), found(awa, question))
    // Nothing of the question was changed here, so it is the other tab's, and this tab's person belongs to another one.
    expect(next).toEqual(draft({ ...question, numPlace: '9' }))
  })
})
