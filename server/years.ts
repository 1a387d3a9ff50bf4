/** The three groups of the status page (docs/contract.md); each has its base. */
export type YearGroup = '2021' | '1920' | 'anciens'

export const yearGroups: readonly { code: YearGroup; libelle: string; from: number; to: number }[] = [
  { code: '2021', libelle: '2021 ou plus', from: 2021, to: 9999 },
  { code: '1920', libelle: '2019-2020', from: 2019, to: 2020 },
  { code: 'anciens', libelle: 'Années antérieures', from: 0, to: 2018 },
]

export function groupOfYear(year: number): YearGroup {
  return yearGroups.find(({ from, to }) => year >= from && year <= to)?.code ?? 'anciens'
}
