/** The status page's three year groups (section 9): the code chooses the base (docs/wire.md). */
export const yearGroups = [
  { code: '2021', libelle: '2021 ou plus' },
  { code: '1920', libelle: '2019-2020' },
  { code: 'anciens', libelle: 'Années antérieures' },
] as const

export type YearGroup = (typeof yearGroups)[number]['code']

/** @returns the year group that a code names, or undefined for a code that no base answers. */
export function yearGroupOf(code: string): YearGroup | undefined {
  return yearGroups.find(group => group.code === code)?.code
}
