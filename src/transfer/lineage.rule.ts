import type { Dossier } from '../storage/dossier.ts'

/** As it is on whichever device, by the id that it began with: taking it in was no change of its answers. */
export function itself({ lineage, taken, ...dossier }: Dossier): Dossier {
  const savedAt = taken?.at === dossier.savedAt ? taken.savedAt : dossier.savedAt
  return { ...dossier, id: lineage ?? dossier.id, savedAt }
}

/** The same dossier, or another one of the same student; the closest first. */
export function counterpart(mine: readonly Dossier[], { id, kind, answers }: Dossier): Dossier | undefined {
  const { matricule } = answers
  return (
    mine.find(one => itself(one).id === id) ??
    mine.find(one => one.kind === kind && !!matricule && one.answers.matricule === matricule)
  )
}
