/**
 * Section 2, the status code of a file: one row a code. Its sentences:
 * `src/features/status/text.ts`.
 */

interface FileStatus {
  tone: 'danger' | 'warning' | 'success'
  /** Whether the reply is about a file; if not, the student has to correct the entries. */
  found: boolean
  /** What the student can do about it. */
  offers: 'correction' | 'receipt' | 'help' | undefined
}

const fileStatuses = {
  [-1]: { tone: 'danger', found: false, offers: 'help' },
  0: { tone: 'danger', found: true, offers: 'correction' },
  1: { tone: 'warning', found: true, offers: undefined },
  2: { tone: 'success', found: true, offers: 'receipt' },
  3: { tone: 'danger', found: false, offers: 'help' },
  /** Any other code: about a file (docs/contract.md), and never shown as good news. */
  other: { tone: 'danger', found: true, offers: 'help' },
} as const satisfies Record<number | 'other', FileStatus>

export type FileStatusCode = keyof typeof fileStatuses

/** The known codes of replies about a file, or of those about none. */
export const fileCodes = (found: boolean): number[] =>
  Object.keys(fileStatuses)
    .map(Number)
    .filter(code => !Number.isNaN(code) && fileStatusOf(code).found === found)

export const fileStatusCode = (status: number): FileStatusCode =>
  status in fileStatuses ? (status as FileStatusCode) : 'other'

export const fileStatusOf = (status: number): FileStatus => fileStatuses[fileStatusCode(status)]
