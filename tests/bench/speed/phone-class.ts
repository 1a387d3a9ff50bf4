import type { CDPSession, Page } from 'playwright-core'

/**
 * Two phones of 60 dollars, by Lighthouse's `benchmarkIndex`, whose loop is below. 264 is what Chrome's DevTools take for
 * a low-tier phone (a Moto G Power of 2022, of the same cores as an entry phone of 2020), 125 is where Lighthouse's own
 * table begins to say "low-end" (between a Moto G4 and a Galaxy J2, of 2016).
 */
export const phoneClasses = { 2020: 264, 2016: 125 } as const
export type PhoneClass = keyof typeof phoneClasses

export const phones = Object.keys(phoneClasses).map(Number).sort().reverse() as PhoneClass[]

/** How many times slower this machine's browser has to be for each class, and what it then reaches. */
export type Calibration = Readonly<Record<PhoneClass, { rate: number; index: number }>>

/** Runs in the page: strings that are garbage at once, and copies of arrays, for half a second each. */
function benchmarkIndex(): number {
  const perSecond = (work: (turn: number) => void) => {
    const start = Date.now()
    let turns = 0
    while (turns % 10 !== 0 || Date.now() - start < 500) {
      work(turns)
      turns += 1
    }
    return turns / 10 / ((Date.now() - start) / 1000)
  }
  const strings = perSecond(() => {
    let text = ''
    for (let at = 0; at < 10_000; at += 1) text += 'a'
    if (text.length === 1) throw new Error('This keeps the loop from being left out.')
  })
  const [one, other] = [0, 1].map(() => Array.from({ length: 100_000 }, (_, at) => at)) as [number[], number[]]
  const copies = perSecond(turn => {
    const [from, to] = turn % 2 === 0 ? [one, other] : [other, one]
    for (let at = 0; at < from.length; at += 1) to[at] = from[at] as number
  })
  return (strings + copies) / 2
}

const measured = async (page: Page, session: CDPSession, rate: number) => {
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  const script = `globalThis.__name ??= target => target;(${benchmarkIndex.toString()})()`
  const values: number[] = []
  for (let run = 0; run < 3; run += 1) values.push(await page.evaluate(script))
  return values.sort((a, b) => a - b)[1] as number
}

/** How far the index of a slowed page may lie from its class, as a part of it. */
const tolerance = 0.1
const mostTries = 5

/** @throws Error where this machine is slower than the phone, or does not get near it */
export async function calibrate(page: Page): Promise<Calibration> {
  const session = await page.context().newCDPSession(page)
  const full = await measured(page, session, 1)
  const found: Partial<Record<PhoneClass, { rate: number; index: number }>> = {}
  for (const phone of phones) {
    const wanted = phoneClasses[phone]
    if (full < wanted)
      throw new Error(`This machine has an index of ${full.toFixed(0)}, less than a phone of ${phone}.`)
    let rate = full / wanted
    let index = await measured(page, session, rate)
    for (let tries = 1; tries < mostTries && Math.abs(index / wanted - 1) > tolerance; tries += 1) {
      rate = Math.max(1, (rate * index) / wanted)
      index = await measured(page, session, rate)
    }
    found[phone] = { rate, index }
  }
  await session.detach()
  return found as Calibration
}
