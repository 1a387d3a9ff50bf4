import type { Step } from '../enrolment/wizard.ts'
import type { Dossier } from '../storage/dossier.ts'

/**
 * Which of the dossiers on this device a photo from another app is for: an enrolment that has come to its documents; else
 * what was touched last, the correction of a file or the enrolment whose documents are prepared meanwhile. Pure.
 * @param mine the newest first
 * @param step at which the enrolment stands that is not closed
 * @returns undefined where none was begun
 */
export function dossierFor(mine: readonly Dossier[], step: Step | undefined): Dossier | undefined {
  const draft = mine.find(({ kind, closed }) => kind === 'enrolment' && !closed)
  if (step?.kind === 'documents') return draft
  const open = mine.find(one => one.kind === 'correction' || (one === draft && step?.kind !== 'done'))
  return open ?? draft
}
