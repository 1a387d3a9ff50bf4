import type { Dossier } from '../core/db/dossier.ts'
import type { Step } from '../features/enrolment/wizard.ts'

/**
 * The dossiers that a photo from another app may be for: an enrolment at its documents step; else, by their last touch,
 * a correction and an enrolment whose documents are prepared in advance. Pure.
 * @param mine the newest first
 * @param step the current step of the enrolment that is not closed
 * @returns the first dossier that wants a photo gets it; empty if none was begun
 */
export function dossiersFor(mine: readonly Dossier[], step: Step | undefined): Dossier[] {
  const draft = mine.find(({ kind, closed }) => kind === 'enrolment' && !closed)
  if (draft && step?.kind === 'documents') return [draft]
  const correction = mine.find(({ kind }) => kind === 'correction')
  const open = mine.filter(one => one === correction || (one === draft && step?.kind !== 'done'))
  return draft && step?.kind === 'done' ? [...open, draft] : open
}
