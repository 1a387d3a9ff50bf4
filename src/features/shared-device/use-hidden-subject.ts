import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { askFor } from './subject.ts'
import { useMode } from './use-device.ts'

/** A link may bring the number in its address. On a shared device it is taken out again once the file is there. */
export function useHiddenSubject(identifier: string, loaded: boolean): void {
  const navigate = useNavigate()
  const shared = useMode() === 'shared'
  useEffect(() => {
    if (!shared || !loaded || !identifier) return
    void navigate({ to: '/reclamation/$matricule', params: { matricule: askFor(identifier) }, replace: true })
  }, [shared, loaded, identifier, navigate])
}
