import { defineConfig } from 'vitest/config'

// One runner for everything: pure rules in Node, journeys against the built portal in a real Chromium.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
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
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/setup/global.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
