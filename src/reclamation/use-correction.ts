import { useEffect, useState } from 'react'
import { correctionOf, newDossier, saveDossier } from '../storage/dossiers.ts'
import { type StorageTrouble, storageTrouble } from '../storage/storage-trouble.ts'

/** The dossier in which the corrected photos of a student wait; it is found again after a reload. */
export function useCorrection(matricule: string | undefined) {
  const [dossier, setDossier] = useState<string>()
  const [trouble, setTrouble] = useState<StorageTrouble>()
  useEffect(() => {
    if (!matricule) return
    let left = false
    openCorrection(matricule).then(
      id => !left && setDossier(id),
      error => !left && setTrouble(storageTrouble(error)),
    )
    return () => {
      left = true
    }
  }, [matricule])
  return { dossier, trouble }
}

async function openCorrection(matricule: string): Promise<string> {
  const kept = await correctionOf(matricule)
  if (kept) return kept.id
  const dossier = newDossier('correction', Date.now(), { matricule })
  await saveDossier(dossier)
  return dossier.id
}
