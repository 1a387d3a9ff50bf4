import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { patienceMs } from './tests/patience.ts'
import { Recorder } from './tests/run/reporter.ts'

/**
 * In milliseconds: what a test looks out for comes late on a busy machine, and is wrong only when
 * it does not come.
 */
const expectation = { poll: { timeout: patienceMs } }

/**
 * Vitest would leave one processor to itself; it hardly needs it, and of two that is half of the
 * machine.
 */
const maxWorkers = availableParallelism()

/** In milliseconds: a hang fails, a machine that has other things to do does not. */
const testTimeout = 120_000

/**
 * Tests in Node: what starts a process or a server is no unit test, and the faults that the model
 * must notice take long.
 */
const inNode = (name: string, include: string[], globalSetup: string[] = []) => ({
  test: {
    name,
    include,
    globalSetup,
    expect: expectation,
    maxWorkers,
    testTimeout,
    hookTimeout: testTimeout,
  },
})

const { TESTS_REPORT: report } = process.env

// One runner for everything: pure rules in Node, journeys against the built portal in real
// browsers.
export default defineConfig({
  test: {
    reporters: ['default', ...(report ? [new Recorder(report)] : [])],
    projects: [
      inNode('unit', ['{tests,provider/tests}/unit/**/*.test.ts', 'tests/*.test.ts']),
      inNode('model', ['tests/model/model.test.ts', 'tests/model/damage.test.ts']),
      inNode('mutants', ['tests/model/soak/mutants.test.ts']),
      {
        test: {
          ...inNode(
            'server',
            ['provider/tests/**/*.test.ts', 'tests/runner/*.test.ts'],
            ['provider/tests/setup/global.ts'],
          ).test,
          exclude: ['provider/tests/unit/**'],
        },
      },
      {
        test: {
          name: 'engines',
          expect: expectation,
          include: ['tests/engines/**/*.test.ts'],
          globalSetup: ['tests/engines/setup/global.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        test: {
          name: 'e2e',
          expect: expectation,
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/setup/global.ts'],
          // A journey waits for a network now and then: one more than there are processors keeps
          // them busy. Nothing that journeys import remembers anything beyond its file, so that it
          // need not be loaded for each anew.
          maxWorkers: maxWorkers + 1,
          sequence: { groupOrder: 1 },
          isolate: false,
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
    ],
  },
})
