import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { broughtFirst, precached, workerScripts } from '../../e2e/setup/builds.ts'
import { field } from '../../e2e/setup/hands.ts'
import { brotli } from './builds.ts'
import type { Context } from './context.ts'
import { type Figure, note, type Runs } from './figures.ts'
import { withBrowser } from './phone.ts'
import type { Site } from './site.ts'
import { sum } from './traffic.ts'
import { firstVisit, type Sight } from './visit.ts'
import { blockedBy } from './watch.ts'

/** What a first visit shows, in the order of the table. */
const kinds: Readonly<Record<string, Omit<Figure, 'name' | 'runs'> & { of(sight: Sight): number | undefined }>> = {
  'first text, /home': { unit: 's', goal: { most: 1.05, against: 'page' }, of: sight => sight.firstText / 1000 },
  'largest text, /home': { unit: 's', goal: { most: 1.05, against: 'page' }, of: sight => sight.largestText / 1000 },
  'layout shift': { unit: '', goal: { most: 0 }, of: sight => sight.shift },
  'blocked time until idle': { unit: 'ms', goal: { most: 30 }, of: sight => blockedBy(sight.tasks) },
  'longest task': { unit: 'ms', of: sight => Math.max(0, ...sight.tasks) },
  'bytes before the largest text': { unit: 'B', goal: { most: 10_000 }, of: sight => sight.bytesBefore },
  'bytes of everything, installed': { unit: 'B', goal: { most: 240_000 }, of: sight => sight.bytesInAll },
  'works offline after, 400 kbit/s': { unit: 's', goal: { most: 7.5 }, of: ({ ready }) => ready && ready / 1000 },
}

/** A first visit to the home page at 400 kbit/s, on an entry phone of 2020. */
export async function firstSight({ sites, runs }: Context): Promise<Figure[]> {
  const figures = Object.entries(kinds).map(([name, kind]) => ({ name, ...kind, runs: {} as Runs }))
  const said = new Set<string>()
  await withBrowser(2020, async browser => {
    // The first visit of all pays for what the browser itself loads once.
    await firstVisit(browser, sites.page, 'usual')
    for (let run = 0; run < runs; run += 1) {
      for (const [subject, site] of compared(sites)) {
        const isPortal = subject === 'portal'
        const sight = await firstVisit(browser, site, 'usual', {
          files: subject === 'page' ? undefined : broughtFirst(site.dir),
          goOn: isPortal && run === 0 ? async page => void said.add(await opensOffline(page, site)) : undefined,
        })
        for (const { runs, of } of figures) {
          const value = of(sight)
          if (value !== undefined) note(runs, subject, value)
        }
        if (!isPortal) continue
        said.add(`the largest text is "${sight.largest}…"`)
        for (const what of [sight.unready, ...sight.moved.map(text => `moved: ${text}`)]) if (what) said.add(what)
      }
    }
  })
  const { dir } = sites.portal
  const weight = (files: readonly string[]): Runs => ({
    portal: [sum([...workerScripts(dir), ...files].map(file => brotli(join(dir, file)).length))],
  })
  return [
    ...figures.map(({ of: _, ...figure }) => figure),
    { name: 'worker and what an enrolment needs, brotli', unit: 'B', runs: weight(broughtFirst(dir)) },
    { name: 'worker and all of its list, brotli', unit: 'B', runs: weight(precached(dir)), note: [...said].join('; ') },
  ]
}

export const compared = (sites: Context['sites']) =>
  (['page', 'portal', 'beside'] as const).flatMap(subject => {
    const site = sites[subject]
    return site ? [[subject, site] as const] : []
  })

/** The two that have scripts. */
export const portals = (sites: Context['sites']) => compared(sites).filter(([subject]) => subject !== 'page')

/** In words: whether the wizard comes up in another tab once the network is cut. */
async function opensOffline(page: Page, site: Site): Promise<string> {
  const other = await page.context().newPage()
  const opened = site.withoutNetwork(async () => {
    await other.goto('/register')
    await field(other, 'anneeBac').waitFor({ timeout: 30_000 })
  })
  return opened
    .then(
      () => 'then /register opened with the network cut',
      fault => `/register DID NOT OPEN without a network: ${fault}`,
    )
    .finally(() => other.close())
}

/** Until it works offline at 150 kbit/s and 800 ms. */
export async function readyOnSlowLine({ sites, runs }: Context): Promise<Figure[]> {
  const taken: Runs = {}
  let late = ''
  await withBrowser(2020, async browser => {
    for (let run = 0; run < runs; run += 1)
      for (const [subject, site] of compared(sites)) {
        if (subject === 'page') continue
        const { ready, unready } = await firstVisit(browser, site, 'slow', { files: broughtFirst(site.dir) })
        if (ready !== undefined) note(taken, subject, ready / 1000)
        if (subject === 'portal' && unready) late = unready
      }
  })
  return [
    { name: 'works offline after, 150 kbit/s and 800 ms', unit: 's', runs: taken, goal: { most: 16.5 }, note: late },
  ]
}
