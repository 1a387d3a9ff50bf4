import { afterAll, beforeAll, test } from 'vitest'
import { eventually } from '../e2e/setup/device.ts'
import { type StandIn, startStandIn } from '../e2e/setup/stand-in.ts'
import { alive, answerIn, choose, installed } from './setup/hands.ts'
import { inEachEngine } from './setup/journeys.ts'

let provider: StandIn
beforeAll(async () => {
  provider = await startStandIn()
})
afterAll(() => provider.dispose())

/** Whether a page that is left was just at work on its disk is a matter of milliseconds. */
const times = 12

inEachEngine(students => {
  test('a student who leaves a page while it is at work finds the next one alive, and the draft', async () => {
    // What the page was loading when it was left.
    students.allow(/A ServiceWorker intercepted the request/)
    const tab = await students.visit({ lasting: true })
    await tab.open(`${provider.url}/register`)
    await choose(tab, 'anneeBac', '2026')
    await installed(tab)
    for (let left = 0; left < times; left += 1) {
      await tab.open(`${provider.url}/home`)
      await alive(tab)
      await tab.open(`${provider.url}/register`)
      await alive(tab)
    }
    await eventually(() => answerIn(tab, 'anneeBac')).toBe('2026')
  })
})
