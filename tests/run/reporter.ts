import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule, TestRunEndReason } from 'vitest/node'
import type { FileOutcome, RunOutcome, TestOutcome } from './outcome.ts'

type Fault = { message?: unknown; VITEST_TEST_PATH?: unknown }

/** Vitest's own JSON report names no error outside of tests: this one does, and says which file was running. */
export class Recorder implements Reporter {
  constructor(private readonly report: string) {}

  onTestRunEnd(modules: readonly TestModule[], faults: readonly Fault[], reason: TestRunEndReason): void {
    const outcome: RunOutcome = {
      files: modules.map(fileOutcome),
      faults: faults.map(({ message, VITEST_TEST_PATH: path }) => ({
        message: String(message),
        ...(typeof path === 'string' && { file: path }),
      })),
      whole: reason !== 'interrupted',
    }
    writeFileSync(this.report, JSON.stringify(outcome))
  }
}

function fileOutcome(module: TestModule): FileOutcome {
  const suites = [...module.children.allSuites()]
  return {
    file: module.moduleId,
    seconds: Math.round(module.diagnostic().duration / 100) / 10,
    faults: [module, ...suites].flatMap(one => one.errors().map(({ message }) => message)),
    tests: [...module.children.allTests()].map(testOutcome),
  }
}

function testOutcome(test: TestCase): TestOutcome {
  const { state, errors = [] } = test.result()
  return { title: test.fullName, state, fault: errors[0]?.message ?? '' }
}
