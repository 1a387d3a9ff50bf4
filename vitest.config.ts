import { defineConfig } from 'vitest/config'

/** In milliseconds: what a test looks out for comes late on a busy machine, and is wrong only when it does not come. */
const expectation = { poll: { timeout: 15_000 } }

// One runner for everything: pure rules in Node, journeys against the built portal in a real Chromium.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          expect: expectation,
          include: [
            'tests/unit/**/*.test.ts',
            'tests/model/**/*.test.ts',
            'tests/server/**/*.test.ts',
            'tests/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'e2e',
          expect: expectation,
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/setup/global.ts'],
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'engines',
          expect: expectation,
          include: ['tests/engines/**/*.test.ts'],
          globalSetup: ['tests/engines/setup/global.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
