import type { ReactNode } from 'react'
import { anyPurpose } from '../../core/db/encrypted-dossiers.ts'
import { Loading } from '../../ui/feedback.tsx'
import { useLater } from './shared-device.tsx'
import { useMode, useOpenPurpose } from './use-device.ts'

interface GateProps {
  /** What a dossier must have been opened for to be shown here; undefined where nothing of one is shown. */
  purpose: string | undefined
  /** What a new dossier begins with. */
  answers?: Readonly<Record<string, string>>
  children: ReactNode
}

/**
 * On a shared device nothing is asked, and nothing is shown, before a dossier has been opened with its code. Until the
 * device has been asked, the page stays as it was drawn at build time: what is below waits for the same answer.
 */
export function UnlockGate({ purpose, answers, children }: GateProps) {
  const mode = useMode()
  const open = useOpenPurpose()
  const isOpen = purpose === anyPurpose ? open !== undefined : open === purpose
  const closed = mode === 'shared' && purpose !== undefined && !isOpen
  const later = useLater(closed)
  if (!closed) return children
  return later ? <later.UnlockScreen purpose={purpose} answers={answers} /> : <Loading />
}
