import { currentMode } from '../../core/db/shared-mode.ts'

/**
 * Whose file the update page is about. On a shared device it stays out of the address, which browsers write down for the
 * next one to read; a reload forgets it then, and the student asks again.
 */
const hidden = '-'
let subject: string | undefined

/** @returns what to put into the address */
export function askFor(identifier: string): string {
  if (currentMode() !== 'shared') return identifier
  subject = identifier
  return hidden
}

export const subjectOf = (parameter: string): string => (parameter === hidden ? (subject ?? '') : parameter)

export function forgetSubject(): void {
  subject = undefined
}
