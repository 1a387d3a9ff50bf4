import { expect, test } from 'vitest'
import { judgeKeptCode } from '../../../../src/features/receipt/kept-code.rule.ts'

const known = { num_place: '1001', serie: 'TSE', ae: 'BKORD', otp: '4821', matricule: 'BKO2026T001' }
const given = { status: 1, msg: 'https://host/recu' }
const refused = { status: 0, msg: 'Aucun récépissé' }
const asksNewCode = { ...refused, codeRequis: true }

test.each([
  ['the kept code gave the receipt', {}, given, undefined],
  ['another code gave it', { otp: '9999' }, given, 'keep'],
  ['the kept code and the kept answers are refused', {}, refused, 'drop'],
  ['the provider asks for a new code', {}, asksNewCode, 'drop'],
  ['… also where the student corrected another answer', { num_place: '7' }, asksNewCode, 'drop'],
  ['the student had written the place number with zeros', { num_place: '001001' }, refused, 'drop'],
  ['the student had changed the place number', { num_place: '7' }, refused, undefined],
  ['the student had changed the series', { serie: 'TLL' }, refused, undefined],
  ['the student had changed the academy', { ae: 'KAYES' }, refused, undefined],
  ['the student had typed another code', { otp: '9999' }, asksNewCode, undefined],
  ['it was about another student, and refused', { matricule: 'BKO2026T002' }, refused, undefined],
  ['it was about another student, and given', { matricule: 'BKO2026T002', otp: '9999' }, given, undefined],
])('%s', (_, change, reply, verdict) => {
  expect(judgeKeptCode(known, { ...known, ...change }, reply)).toBe(verdict)
})
