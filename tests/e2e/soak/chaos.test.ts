import { expect, test } from 'vitest'
import { runChaos, totals } from '../../chaos/browser/run.ts'

/** A short piece of `npm run chaos:browser`. */

const seed = Date.now() % 1_000_000

test(`three students finish although their browsers are killed and their network is bad (seed ${seed})`, async () => {
  const outcomes = await runChaos({ enrolments: 3, seed, kills: [2, 3], moves: 0, together: 2, tell: () => undefined })
  expect(totals(outcomes), outcomes.flatMap(({ notes, missing }) => [...notes, ...missing]).join('\n')).toMatchObject({
    finished: 3,
    stored: 3,
    documentsLost: 0,
    sentAgain: 0,
    draftsLost: 0,
  })
}, 240_000)
