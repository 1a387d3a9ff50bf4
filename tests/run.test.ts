import { describe, expect, test } from 'vitest'
import { countReport, readReport } from './run/vitest-report.ts'

const report = (passed: number, failed: number, files: Array<{ status: string; tests: string[] }>, skipped = 0) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: skipped,
  numTodoTests: 0,
  testResults: files.map(({ status, tests }) => ({ status, assertionResults: tests.map(status => ({ status })) })),
})

describe('the closing line of a run is honest when', () => {
  test('everything passed, and some was left out', () => {
    const json = report(2, 0, [{ status: 'passed', tests: ['passed', 'passed'] }], 1)
    expect(countReport(json, true)).toEqual({ passed: 2, failed: 0, skipped: 1 })
  })
  test('a test failed', () => {
    const json = report(1, 1, [{ status: 'failed', tests: ['passed', 'failed'] }])
    expect(countReport(json, false)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })
  test('a file could not be loaded', () => {
    const json = report(1, 0, [
      { status: 'passed', tests: ['passed'] },
      { status: 'failed', tests: [] },
    ])
    expect(countReport(json, false)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })
  test('no test was found', () => expect(countReport(report(0, 0, []), true).failed).toBe(1))
  test('an error outside of all tests ended it', () => {
    expect(countReport(report(1, 0, [{ status: 'passed', tests: ['passed'] }]), false).failed).toBe(1)
  })
  test('the runner wrote no report', () => expect(readReport('nowhere.json', true).failed).toBe(1))
})
