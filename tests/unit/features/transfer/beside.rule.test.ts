import { expect, test } from 'vitest'
import type { Dossier } from '../../../../src/core/db/dossier.ts'
import { newDossier } from '../../../../src/core/db/dossiers.ts'
import { besideOf } from '../../../../src/features/transfer/merge.rule.ts'
import { answers } from './setup.ts'

const coming = { ...newDossier('enrolment', 100, answers), id: 'a' }
const here = (change: Record<string, string> = {}, about: Partial<Dossier> = {}): Dossier => {
  return { ...newDossier('enrolment', 50, { ...answers, ...change }), ...about }
}
const other = { phone: '66000000' }

test.each([
  ['nothing', [], {}],
  ['the same dossier', [here()], {}],
  ['the same number, with a blank', [here({ phone: '76123456 ' })], {}],
  ['the same student, without a number yet', [here({ phone: '' })], {}],
  ['the same student, with another number', [here(other)], other],
  [
    'the same dossier, with another number and before its student was found',
    [here({ ...other, matricule: '' }, { originId: 'a' })],
    other,
  ],
  ['the same student in an enrolment that has ended', [here(other, { closed: true })], other],
  ['a correction of the same student', [here(other, { kind: 'correction' })], {}],
  ['somebody else', [here({ ...other, matricule: 'ML202600099' })], {}],
] as const)('beside %s', (_, mine, { phone }: { phone?: string }) => {
  expect(besideOf(mine, coming).phone).toBe(phone)
})

test.each([
  ['nothing', [], false],
  ['the same student', [here()], false],
  ['one that was not begun', [here({}, { answers: {} })], false],
  ['somebody else’s', [here({ matricule: 'ML202600099' })], true],
  ['somebody else’s that has ended', [here({ matricule: 'ML202600099' }, { closed: true })], false],
] as const)('an enrolment waits behind it: %s', (_, mine, waits) => {
  expect(besideOf(mine, coming).waits).toBe(waits)
})
