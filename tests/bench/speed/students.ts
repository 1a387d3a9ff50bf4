import type { Answers } from '../../e2e/setup/hands.ts'

/** Students of the stand-in's sample data (provider/src/sample/students.csv). */
const students = [
  ['2026', '1001', 'TSE', 'BKORD'],
  ['2026', '1002', 'TSEXP', 'BKORG'],
  ['2026', '1003', 'TLL', 'KAYES'],
  ['2026', '1004', 'SBT', 'SIKASSO'],
  ['2026', '1005', 'TSECO', 'SEGOU'],
  ['2026', '1006', 'TSS', 'MOPTI'],
  ['2026', '1007', 'TAL', 'KATI'],
  ['2026', '1009', 'TSE', 'BKORD'],
  ['2026', '1010', 'TSE', 'BKORD'],
] as const

const taken = new WeakMap<object, number>()

/** The next of whom the provider at this site has no enrolment yet. Answers to reading A's first step. */
export function nextStudent(site: object): Answers & { phone: string } {
  const at = taken.get(site) ?? 0
  taken.set(site, at + 1)
  const student = students[at]
  if (!student) throw new Error('the sample data has no more students')
  const [anneeBac, numPlace, serie, ae] = student
  return { anneeBac, tuteur: 'NINA', numAttest: '204518', phone: `765432${10 + at}`, numPlace, serie, ae }
}
