import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule, TestRunEndReason } from 'vitest/node'
import type { FileOutcome, RunOutcome, TestOutcome } from './outcome.ts'

type Fault = { message?: unknown; VITEST_TEST_PATH?: unknown }

/** Vitest's own JSON report names neither the project of a file nor errors outside of tests: this one does. */
export default class Recorder implements Reporter {
  readonly #file = process.env.TESTS_REPORT ?? ''

  onTestRunEnd(modules: readonly TestModule[], faults: readonly Fault[], reason: TestRunEndReason): void {
    const outcome: RunOutcome = {
      files: modules.map(fileOutcome),
      // Vitest says of most of them which file was running; that file's own tests may all have passed.
      faults: faults.map(({ message, VITEST_TEST_PATH: path }) => ({
        message: String(message),
        ...(typeof path === 'string' && { file: path }),
      })),
      whole: reason !== 'interrupted',
    }
    writeFileSync(this.#file, JSON.stringify(outcome))
  }
}

function fileOutcome(module: TestModule): FileOutcome {
  const suites = [...module.children.allSuites()]
  return {
    file: module.moduleId,
    project: module.project.name,
    seconds: Math.round(module.diagnostic().duration / 100) / 10,
    faults: [module, ...suites].flatMap(one => one.errors().map(({ message }) => message)),
    tests: [...module.children.allTests()].map(testOutcome),
  }
}

function testOutcome(test: TestCase): TestOutcome {
  const { state, errors = [] } = test.result()
  return { title: test.fullName, state, fault: errors[0]?.message ?? '' }
}
