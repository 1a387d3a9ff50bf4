import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { broughtFirst, precached, workerScripts } from '../../e2e/setup/builds.ts'
import { brotli } from './builds.ts'
import { type Context, note, type Part, type Runs, served } from './context.ts'
import type { Figure } from './figures.ts'
import { withBrowser } from './phone.ts'
import { proveOffline } from './ready.ts'
import { sum } from './traffic.ts'
import { firstVisit, type Sight } from './visit.ts'

/** What a task may last before it is felt. */
const unfelt = 50

const kinds = {
  first: (sight: Sight) => sight.firstText / 1000,
  largest: (sight: Sight) => sight.largestText / 1000,
  shift: (sight: Sight) => sight.shift,
  blocked: (sight: Sight) => sum(sight.tasks.map(ms => Math.max(0, ms - unfelt))),
  longest: (sight: Sight) => Math.max(0, ...sight.tasks),
  before: (sight: Sight) => sight.bytesBefore,
  inAll: (sight: Sight) => sight.bytesInAll,
  ready: (sight: Sight) => (sight.ready === undefined ? undefined : sight.ready / 1000),
}
type Kind = keyof typeof kinds

/** A first visit to the home page at 400 kbit/s, on an entry phone of 2020. */
export const firstSight: Part = async context => {
  const taken = Object.fromEntries(Object.keys(kinds).map(kind => [kind, {}])) as Record<Kind, Runs>
  const said = { largest: '', moved: '' }
  let confirmationCode = 'opening /register with the network cut was not tried'
  await withBrowser(2020, async browser => {
    const visit = ([subject, site, dir]: ReturnType<typeof served>[number], proving = false) =>
      firstVisit(browser, site, {
        line: 'usual',
        files: subject === 'page' ? undefined : broughtFirst(dir),
        goOn: proving
          ? async page => {
              confirmationCode = await proveOffline(page, context.sites.portal).then(
                () => 'then /register opened with the network cut',
                error => `NOT PROVED, /register did not open with the network cut: ${String(error).split('\n')[0]}`,
              )
            }
          : undefined,
      })
    // The first visit of all pays for what the browser itself loads once.
    const builds = served(context)
    for (const one of builds) if (one[0] === 'page') await visit(one)
    for (let run = 0; run < context.runs; run += 1) {
      for (const one of builds) {
        const [subject] = one
        const sight = await visit(one, subject === 'portal' && run === 0)
        if (subject === 'portal') {
          confirmationCode = sight.unready || confirmationCode
          said.largest = `the portal's is "${sight.largest}…"`
          if (sight.moved.length > 0) said.moved = `moved: ${[...new Set(sight.moved)].slice(0, 4).join(' · ')}`
        }
        for (const kind of Object.keys(kinds) as Kind[]) {
          const value = kinds[kind](sight)
          if (value !== undefined) note(taken[kind], subject, value)
        }
      }
    }
  })
  return figures(context, taken, { ...said, proof: confirmationCode })
}

/** What cannot be said in a number. */
type Said = Record<'largest' | 'moved' | 'proof', string>

const encodedSize = (dir: string, files: readonly string[]) =>
  sum([...workerScripts(dir), ...files].map(file => brotli(readFileSync(join(dir, file))).length))

function figures({ dirs }: Context, taken: Record<Kind, Runs>, said: Said): Figure[] {
  return [
    { name: 'first text, /home', unit: 's', runs: taken.first, goal: { most: 1.05, against: 'page' } },
    {
      name: 'largest text, /home',
      unit: 's',
      runs: taken.largest,
      goal: { most: 1.05, against: 'page' },
      note: said.largest,
    },
    { name: 'layout shift', unit: '', runs: taken.shift, goal: { most: 0 }, note: said.moved },
    { name: 'blocked time until idle', unit: 'ms', runs: taken.blocked, goal: { most: 30 } },
    { name: 'longest task', unit: 'ms', runs: taken.longest },
    { name: 'bytes before the largest text', unit: 'B', runs: taken.before, goal: { most: 10_000 } },
    { name: 'bytes of everything, installed', unit: 'B', runs: taken.inAll, goal: { most: 240_000 } },
    listFigure('the worker and what an enrolment needs, brotli', dirs, broughtFirst),
    listFigure('the worker and its list, brotli', dirs, precached),
    { name: 'works offline after, 400 kbit/s', unit: 's', runs: taken.ready, goal: { most: 7.5 }, note: said.proof },
  ]
}

const listFigure = (
  name: string,
  { portal, ordinary }: Context['dirs'],
  filesIn: (dir: string) => string[],
): Figure => ({
  name,
  unit: 'B',
  runs: { portal: [encodedSize(portal, filesIn(portal))], ordinary: [encodedSize(ordinary, filesIn(ordinary))] },
})

/** Until it works offline at 150 kbit/s and 800 ms. */
export const readyOnSlowLine: Part = async context => {
  const runs: Runs = {}
  let late = ''
  await withBrowser(2020, async browser => {
    for (let run = 0; run < context.runs; run += 1) {
      for (const [subject, site, dir] of served(context)) {
        if (subject === 'page') continue
        const files = broughtFirst(dir)
        const { ready, unready } = await firstVisit(browser, site, { line: 'slow', files })
        if (ready !== undefined) note(runs, subject, ready / 1000)
        if (subject === 'portal' && unready) late = unready
      }
    }
  })
  return [{ name: 'works offline after, 150 kbit/s and 800 ms', unit: 's', runs, goal: { most: 16.5 }, note: late }]
}
