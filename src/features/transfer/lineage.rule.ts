import { answeredAt, type Dossier, knowing } from '../../core/db/dossier.ts'
import type { Parcel } from './parcel.ts'

/** As it is on whichever device, by the id that it began with: taking it in was no change of its answers. */
export function itself(stored: Dossier): Dossier {
  const { lineage, taken: _, touched: __, parcels: ___, ...dossier } = stored
  return { ...dossier, id: lineage ?? dossier.id, savedAt: answeredAt(stored) }
}

/** The same dossier, or another one of the same student; the closest first. */
export function counterpart(mine: readonly Dossier[], { id, kind, answers }: Dossier): Dossier | undefined {
  const { matricule } = answers
  return (
    mine.find(one => itself(one).id === id) ??
    mine.find(one => one.kind === kind && !!matricule && one.answers.matricule === matricule)
  )
}

/** It counts as touched now, and what is known here of earlier parcels stays known. */
export function cameIn(dossier: Dossier, parcel: Parcel, before: Dossier, now: number): Dossier {
  const { id } = parcel.dossier.handed
  const taken = { id, at: now, savedAt: dossier.savedAt }
  return { ...dossier, savedAt: now, taken, parcels: knowing(before, id, false) }
}

/** Whether this parcel was made here, or has come before. What earlier builds wrote knows the last one only. */
export function knownAs({ parcels, handed, taken }: Dossier, id: string): 'made' | 'taken' | undefined {
  const known = parcels?.find(parcel => parcel.id === id)
  if (known) return known.made ? 'made' : 'taken'
  if (handed?.id === id) return 'made'
  return taken?.id === id ? 'taken' : undefined
}
