import { setTimeout as after } from 'node:timers/promises'
import { clear, type Link, type Shape } from '../../link/link.ts'
import type { Dice } from './dice.ts'

/** What a student's network may be like for a while. Rates in bytes per second, delays in milliseconds. */
const skies: readonly [Partial<Shape>, ...Partial<Shape>[]] = [
  {},
  {},
  { up: 60_000, down: 120_000, delay: 60 },
  { up: 12_000, down: 24_000, delay: 150 },
  { up: 0, down: 0 },
  { network: 'gone' },
  { network: 'gone' },
  { network: 'captive' },
]

const calls = /^POST /
const uploads = /^POST .*files\/upload$/

/** Changes the link at random until it is told to stop; then all is well again. */
export async function badWeather(link: Link, dice: Dice, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    if (dice.happens(0.4)) void link.cut(dice.happens(0.5) ? uploads : calls, dice.happens(0.4) ? 'body' : 'answer')
    if (dice.happens(0.2)) link.dropAll()
    await link.set({ ...clear, ...dice.pick(skies) })
    await after(dice.between(150, 1_500), undefined, { signal: stop }).catch(() => undefined)
  }
  link.cutNothing()
  await link.set(clear)
}
