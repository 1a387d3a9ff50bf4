import { useEffect, useState } from 'react'
import { correctionOf, type Dossier, newDossier, saveDossier } from '../../core/db/dossiers.ts'
import { type StorageTrouble, storageTrouble } from '../../core/db/storage-trouble.ts'

/** The dossier in which the corrected photos of a student wait; it is found again after a reload. */
export function useCorrection(matricule: string | undefined) {
  const [dossier, setDossier] = useState<Dossier>()
  const [trouble, setTrouble] = useState<StorageTrouble>()
  useEffect(() => {
    if (!matricule) return
    let left = false
    openCorrection(matricule).then(
      kept => !left && setDossier(kept),
      error => !left && setTrouble(storageTrouble(error)),
    )
    return () => {
      left = true
    }
  }, [matricule])
  return { dossier, trouble }
}

async function openCorrection(matricule: string): Promise<Dossier> {
  const kept = await correctionOf(matricule)
  if (kept) return kept
  const dossier = newDossier('correction', Date.now(), { matricule })
  await saveDossier(dossier)
  return dossier
}
