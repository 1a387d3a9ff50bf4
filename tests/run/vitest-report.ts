import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import * as v from 'valibot'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

const Report = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(
        v.object({
          fullName: v.string(),
          status: v.string(),
          failureMessages: v.optional(v.nullable(v.array(v.string()))),
        }),
      ),
    }),
  ),
})

/** Counts what Vitest's JSON reporter wrote; `exitedWell` is what its exit code said. */
export function countReport(json: unknown, exitedWell: boolean): Counts {
  const report = v.parse(Report, json)
  // A file that can't be loaded, or whose hook fails, has no failed test of its own: it still counts.
  const brokenFiles = report.testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'),
  ).length
  const passed = report.numPassedTests
  const skipped = report.numPendingTests + report.numTodoTests
  const failed = report.numFailedTests + brokenFiles
  const silent = failed === 0 && (!exitedWell || passed === 0)
  return { passed, failed: silent ? 1 : failed, skipped }
}

/** A line or two for each failure: whoever sees only the end of a long log still learns what it was. */
export function failuresIn(json: unknown, root: string): string[] {
  return v.parse(Report, json).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter(test => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${shortened(message)}`] : []
    return failed.map(test => `${file} > ${test.fullName}: ${shortened(test.failureMessages?.[0] ?? '')}`)
  })
}

const shortened = (message: string) => message.split('\n').slice(0, 3).join(' ').slice(0, 400)

/** A report that is missing or unreadable is one failure: the runner died before it could tell. */
export function readReport(file: string, exitedWell: boolean, root: string): Counts & { failures: string[] } {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    return { ...countReport(report, exitedWell), failures: failuresIn(report, root) }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [] }
  }
}
