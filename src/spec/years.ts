import { currentYears, olderYears, previousYears } from './text.ts'

/**
 * The status page's three year groups (section 9): the code chooses the base (docs/contract.md).
 */
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

interface Choice {
  code: string
  libelle: string
}

/**
 * docs/contract.md: if the list did not load or names no base, the specification's three choices
 * replace it.
 */
export function knownYears(list: readonly Choice[] | undefined): readonly Choice[] {
  const known = list?.filter(({ code }) => yearGroupOf(code))
  return known?.length ? known : yearGroups
}

/**
 * The bac years of each group, ends included (docs/contract.md). For the server and its check only.
 */
export const yearRanges: Readonly<Record<YearGroup, readonly [from: number, to: number]>> = {
  '2021': [2021, 9999],
  '1920': [2019, 2020],
  anciens: [0, 2018],
}

/** @returns the group of a bac year; a year that no group has is of the oldest */
export function groupOfYear(year: number): YearGroup {
  return (
    yearGroups.find(({ code }) => year >= yearRanges[code][0] && year <= yearRanges[code][1])
      ?.code ?? 'anciens'
  )
}
