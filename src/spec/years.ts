import { currentYears, olderYears, previousYears } from './text.ts'

/** The status page's three year groups (section 9): the code chooses the base (docs/contract.md). */
export const yearGroups = [
  { code: '2021', libelle: currentYears },
  { code: '1920', libelle: previousYears },
  { code: 'anciens', libelle: olderYears },
] as const

export type YearGroup = (typeof yearGroups)[number]['code']

/** @returns the year group that a code names, or undefined for a code that no base answers. */
export function yearGroupOf(code: string): YearGroup | undefined {
  return yearGroups.find(group => group.code === code)?.code
}
