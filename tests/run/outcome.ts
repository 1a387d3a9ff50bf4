import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import * as v from 'valibot'

/** What one run of Vitest came to, as `reporter.ts` wrote it down. */

const Test = v.object({ title: v.string(), state: v.string(), fault: v.string() })
const File = v.object({
  file: v.string(),
  seconds: v.number(),
  /** Of its hooks and its suites, and of loading it. */
  faults: v.array(v.string()),
  tests: v.array(Test),
})
const Run = v.object({
  files: v.array(File),
  /** Errors outside of every test, with the file that was running where Vitest knows it. */
  faults: v.array(v.object({ message: v.string(), file: v.optional(v.string()) })),
  /** False when it was stopped. */
  whole: v.boolean(),
})

export type TestOutcome = v.InferOutput<typeof Test>
export type FileOutcome = v.InferOutput<typeof File>
export type RunOutcome = v.InferOutput<typeof Run>

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** @returns undefined where there is no report: the runner died before it could tell */
export function readOutcome(report: string, root: string): RunOutcome | undefined {
  try {
    const { files, faults, whole } = v.parse(Run, JSON.parse(readFileSync(report, 'utf8')))
    const named = faults.filter(fault => files.some(({ file }) => file === fault.file))
    return {
      files: files.map(one => ({
        ...one,
        file: relative(root, one.file),
        faults: [...one.faults, ...named.filter(({ file }) => file === one.file).map(({ message }) => message)],
      })),
      faults: faults.filter(fault => !named.includes(fault)),
      whole,
    }
  } catch {
    return undefined
  }
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
const shortened = (fault: string) => fault.split('\n').slice(0, 3).join(' ').slice(0, 300)
