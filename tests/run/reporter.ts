import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, TestRunEndReason } from 'vitest/node'
import { root } from './command.ts'
import type { FileOutcome, RunOutcome, TestOutcome } from './outcome.ts'

type Fault = { message?: unknown; VITEST_TEST_PATH?: unknown }

/** Vitest's own JSON report names no error outside of tests: this one does, and says which file was running. */
export class Recorder implements Reporter {
  constructor(private readonly report: string) {}

  onTestRunEnd(modules: readonly TestModule[], faults: readonly Fault[], reason: TestRunEndReason): void {
    const outcome: RunOutcome = { files: modules.map(fileOutcome), faults: [], whole: reason !== 'interrupted' }
    for (const { message, VITEST_TEST_PATH: path } of faults) {
      const file = outcome.files.find(one => one.file === relative(root, String(path ?? '')))
      const told = (file ?? outcome).faults
      told.push(String(message))
    }
    writeFileSync(this.report, JSON.stringify(outcome))
  }
}

function fileOutcome(module: TestModule): FileOutcome {
  const suites = [...module.children.allSuites()]
  return {
    file: relative(root, module.moduleId),
    seconds: Math.round(module.diagnostic().duration / 100) / 10,
    faults: [module, ...suites].flatMap(one => one.errors().map(({ message }) => message)),
    tests: [...module.children.allTests()].map(testOutcome),
  }
}

function testOutcome(test: TestCase): TestOutcome {
  const { state, errors = [] } = test.result()
  return { title: test.fullName, state, fault: errors[0]?.message ?? '' }
}
