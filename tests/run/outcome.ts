/** What one run of Vitest came to, as `reporter.ts` writes it down. */

export interface TestOutcome {
  title: string
  state: string
  fault: string
}

export interface FileOutcome {
  /** From the project's root. */
  file: string
  seconds: number
  /** Of its hooks and its suites, of loading it, and outside of every test while it was running. */
  faults: string[]
  tests: TestOutcome[]
}

export interface RunOutcome {
  files: FileOutcome[]
  /** Of which no file is known. */
  faults: string[]
  /** False when it was stopped. */
  whole: boolean
}

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export const isRed = (file: FileOutcome): boolean => failuresOf(file).length > 0

/** A file that could not be loaded, or whose hook failed, has no failed test of its own: it counts as one. */
export function countFile(file: FileOutcome): Counts {
  const of = (state: string) => file.tests.filter(test => test.state === state).length
  return { passed: of('passed'), failed: failuresOf(file).length, skipped: of('skipped') }
}

export interface Failure {
  file: string
  title: string
  fault: string
}

export function failuresOf({ file, tests, faults }: FileOutcome): Failure[] {
  const failed = tests.filter(({ state }) => state === 'failed')
  // What was pending when its file broke has proved nothing.
  const broken = faults.length > 0 || tests.some(({ state }) => state === 'pending')
  if (failed.length > 0) return failed.map(({ title, fault }) => ({ file, title, fault: shortened(fault) }))
  return broken ? [{ file, title: '(outside of its tests)', fault: shortened(faults[0] ?? 'it did not end') }] : []
}

/** In one line, for the end of a long log. */
export const shortened = (fault: string) => fault.split('\n').slice(0, 3).join(' ').slice(0, 300)
