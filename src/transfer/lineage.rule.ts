import type { Dossier } from '../storage/dossier.ts'
import type { Parcel } from './parcel.ts'

/** What a dossier is known by on all its devices. */
export const lineageOf = ({ id, lineage }: Dossier): string => lineage ?? id

/** When its answers were written last: taking it in is no change of them. */
export const answersWritten = ({ savedAt, taken }: Dossier): number => (taken?.at === savedAt ? taken.savedAt : savedAt)

/** The same dossier, or another one of the same student; the closest first. */
export function counterpart(mine: readonly Dossier[], { lineage, dossier }: Parcel): Dossier | undefined {
  const { matricule } = dossier.answers
  const isStudents = ({ kind, answers }: Dossier) =>
    kind === dossier.kind && !!matricule && answers.matricule === matricule
  return mine.find(one => lineageOf(one) === lineage) ?? mine.find(isStudents)
}
