import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { alive } from './speed/alive.ts'
import { type Phase, readArguments } from './speed/arguments.ts'
import { buildBeside } from './speed/beside.ts'
import { buildSites } from './speed/builds.ts'
import type { Context, Part } from './speed/context.ts'
import { cuts } from './speed/cuts.ts'
import { enrolment } from './speed/enrolment.ts'
import { type Figure, figureOf, ratioOf, untaken, verdictOf } from './speed/figures.ts'
import { firstSight, readyOnSlowLine } from './speed/first-sight.ts'
import { grown } from './speed/grown.ts'
import { lighthouse as lighthousePart } from './speed/lighthouse.ts'
import { memory } from './speed/memory.ts'
import { calibratePhones, slowEverythingBy } from './speed/phone.ts'
import { phoneClasses, phones } from './speed/phone-class.ts'
import { offlineStart, secondVisit } from './speed/return.ts'
import { openSite } from './speed/site.ts'
import { smooth } from './speed/smooth.ts'
import { table } from './speed/table.ts'
import { taps } from './speed/taps.ts'
import { uncut } from './speed/uncut.ts'
import { update } from './speed/update.ts'

/** `npm run bench`: how fast the portal is beside a page without scripts and beside an ordinary build of itself. */

const output = join(import.meta.dirname, '..', '.output')

const parts: Record<Phase, Part> = {
  alive,
  'first-sight': firstSight,
  ready: readyOnSlowLine,
  taps,
  offline: offlineStart,
  again: secondVisit,
  update,
  smooth,
  grown,
  enrolment,
  cuts,
  uncut,
  memory,
  lighthouse: lighthousePart,
}

/** One part that can't be measured must not cost the others theirs. */
async function measured(phase: Phase, context: Context): Promise<Figure[]> {
  const since = Date.now()
  try {
    const figures = await parts[phase](context)
    console.log(`${phase}: ${((Date.now() - since) / 1000).toFixed(0)} s`)
    return figures
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.log(`${phase}: could not be measured. ${reason}`)
    return [untaken(phase, reason)]
  }
}

/** The commit, and whether what was measured differs from it. */
function version(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--', ':/') ? ' and changes' : '')
  } catch {
    return 'unknown'
  }
}

// Ctrl-C ends what was started, too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const { runs, only, full, lighthouse, npmStart, slowBy, beside: commitBeside } = readArguments(process.argv.slice(2))
slowEverythingBy(slowBy)
const dirs = { ...buildSites(), beside: commitBeside && buildBeside(commitBeside) }
const calibration = await calibratePhones()
const [portal, page, ordinary] = await Promise.all([
  openSite(dirs.portal, npmStart ? 'start.ts' : undefined),
  openSite(dirs.page),
  openSite(dirs.ordinary),
])
const beside = dirs.beside ? await openSite(dirs.beside) : undefined
const context: Context = { dirs, sites: { portal, page, ordinary, beside }, runs, full, lighthouse }
const figures: Figure[] = []
// Whoever else is at work on this machine makes every figure worse, and the ratios uncertain.
const loads: number[] = []
const note = () => loads.push(loadavg()[0] ?? 0)
note()
for (const phase of only) {
  figures.push(...(await measured(phase, context)))
  note()
}
for (const site of [portal, page, ordinary, beside]) await site?.close()

const commit = version()
console.log(
  `\nCommit ${commit}, medians of ${runs}. 400 ms and 400 kbit/s, an entry phone of 2020 (${slowBy}) where nothing else is said.`,
)
for (const phone of phones) {
  const { rate, index } = calibration[phone]
  console.log(
    `Entry phone of ${phone}: benchmarkIndex ${phoneClasses[phone]}; here ${index.toFixed(0)}, slowed ${rate.toFixed(1)} times.`,
  )
}
console.log(`Load of this machine, ${cpus().length} processors: ${loads.map(load => load.toFixed(1)).join(', ')}.`)
if (npmStart) console.log('The portal is built and served as npm start does it.')
console.log('(a): the same page without scripts. (b): the same code as an ordinary build.')
if (commitBeside) console.log(`beside: the portal as of ${commitBeside}.`)
console.log('')
console.log(table(figures))
const results = figures.map(figure => ({
  ...figure,
  portal: figureOf(figure, 'portal'),
  ratio: ratioOf(figure),
  verdict: verdictOf(figure),
}))
mkdirSync(output, { recursive: true })
const file = join(output, 'bench-speed.json')
writeFileSync(
  file,
  JSON.stringify({ commit, at: new Date().toISOString(), runs, slowBy, calibration, loads, figures: results }, null, 1),
)
