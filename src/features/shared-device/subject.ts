import { currentMode } from '../../core/db/shared-mode.ts'

/**
 * Identifies the file that the update page shows. On a shared device it stays out of the address,
 * since the next student could read it in the browser's history; after a reload the student has to
 * ask again.
 */
const hidden = '-'
let subject: string | undefined

/** @returns the route parameter for the address */
export function askFor(identifier: string): string {
  if (currentMode() !== 'shared') return identifier
  subject = identifier
  return hidden
}

export const subjectOf = (parameter: string): string =>
  parameter === hidden ? (subject ?? '') : parameter

export function forgetSubject(): void {
  subject = undefined
}
