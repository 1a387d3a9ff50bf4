import { readFileSync } from 'node:fs'
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
  testResults: v.array(v.object({ status: v.string(), assertionResults: v.array(v.object({ status: v.string() })) })),
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

/** A report that is missing or unreadable is one failure: the runner died before it could tell. */
export function readReport(file: string, exitedWell: boolean): Counts {
  try {
    return countReport(JSON.parse(readFileSync(file, 'utf8')), exitedWell)
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}
