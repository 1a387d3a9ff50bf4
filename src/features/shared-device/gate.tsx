import { anyPurpose } from '../../core/db/encrypted-dossiers.ts'
import type { Elements } from '../../ui/elements.tsx'
import { Loading } from '../../ui/feedback.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { loadLater } from './shared-device.tsx'
import { useMode, useOpenPurpose } from './use-device.ts'

interface GateProps {
  /** Purpose for which a dossier must be open; undefined where the page shows nothing of one. */
  purpose: string | undefined
  /** Answers that a new dossier starts with. */
  answers?: Readonly<Record<string, string>>
  children: Elements
}

/**
 * A shared device shows and requests nothing before the student opens a dossier with its code.
 * Until the disk has been read the page stays as prerendered: its children wait for the same
 * answer.
 */
export function UnlockGate({ purpose, answers, children }: GateProps) {
  const mode = useMode()
  const open = useOpenPurpose()
  const isOpen = purpose === anyPurpose ? open !== undefined : open === purpose
  const closed = mode === 'shared' && purpose !== undefined && !isOpen
  const { part: later, retry } = useLazyPart(loadLater, closed)
  if (!closed) return children
  return later ? (
    <later.UnlockScreen purpose={purpose} answers={answers} />
  ) : (
    <Loading retry={retry} />
  )
}
