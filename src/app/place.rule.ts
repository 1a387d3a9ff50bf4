import type { Dossier } from '../core/db/dossier.ts'
import type { Step } from '../features/enrolment/wizard.ts'

/**
 * Which of the dossiers on this device a photo from another app is for: an enrolment that has come to its documents; else
 * what was touched last, the correction of a file or the enrolment whose documents are prepared meanwhile. Pure.
 * @param mine the newest first
 * @param step at which the enrolment stands that is not closed
 * @returns the first of them that wants a photo has it; none where none was begun
 */
export function dossiersFor(mine: readonly Dossier[], step: Step | undefined): Dossier[] {
  const draft = mine.find(({ kind, closed }) => kind === 'enrolment' && !closed)
  if (draft && step?.kind === 'documents') return [draft]
  const correction = mine.find(({ kind }) => kind === 'correction')
  const open = mine.filter(one => one === correction || (one === draft && step?.kind !== 'done'))
  return draft && step?.kind === 'done' ? [...open, draft] : open
}
