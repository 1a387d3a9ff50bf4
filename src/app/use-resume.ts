import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isSealed } from '../core/crypto/sealed-id.ts'
import { findInterruption } from '../core/db/awaiting.ts'
import { listDossiers } from '../core/db/dossiers.ts'

/**
 * A phone that killed the page behind its camera may start the portal at its beginning: the student is taken back to
 * the document that the photo was for. Once, and only from there: any other address was asked for.
 */
export function useResume(path: string): void {
  const navigate = useNavigate()
  const start = useRef(path)
  useEffect(() => {
    if (start.current !== '/home' && start.current !== '/') return
    start.current = ''
    findPlace()
      .then(place => place && navigate({ ...place, replace: true }))
      .catch(reportError)
  }, [navigate])
}

async function findPlace() {
  const { awaiting } = await findInterruption(Date.now())
  if (!awaiting) return undefined
  const enrolment = { to: awaiting.prepares ? '/preparer' : '/register' } as const
  // Only its student can open it: the door asks for the code, and says why.
  if (isSealed(awaiting.dossier)) return enrolment
  const { readable } = await listDossiers()
  const dossier = readable.find(({ id, closed }) => id === awaiting.dossier && !closed)
  if (dossier?.kind === 'enrolment') return enrolment
  const matricule = dossier?.answers.matricule
  return matricule ? ({ to: '/reclamation/$matricule', params: { matricule } } as const) : undefined
}
