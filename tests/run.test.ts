import { describe, expect, test } from 'vitest'
import { countReport, failuresIn, readReport } from './run/vitest-report.ts'

const report = (
  passed: number,
  failed: number,
  files: Array<{ status: string; tests: string[]; message?: string }>,
  skipped = 0,
) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: skipped,
  numTodoTests: 0,
  testResults: files.map(({ status, tests, message }) => ({
    name: '/portal/tests/one.test.ts',
    status,
    message,
    assertionResults: tests.map((status, index) => ({
      fullName: `test ${index}`,
      status,
      failureMessages: status === 'failed' ? ['Error: no photo\n    at one.test.ts:1'] : [],
    })),
  })),
})

test('tests run on the Node that was asked for', () => {
  expect(process.version).toContain(process.env.WANTED_NODE ?? 'v')
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
  test('the runner wrote no report', () => expect(readReport('nowhere.json', true, '/portal').failed).toBe(1))
})

test('each failure is named with its file and its first words', () => {
  const files = [
    { status: 'failed', tests: ['passed', 'failed'] },
    { status: 'failed', tests: [], message: 'SyntaxError: no such export' },
    { status: 'passed', tests: ['passed'] },
  ]
  expect(failuresIn(report(2, 1, files), '/portal')).toEqual([
    expect.stringMatching(/^tests\/one\.test\.ts > test 1: Error: no photo/),
    'tests/one.test.ts: SyntaxError: no such export',
  ])
})
