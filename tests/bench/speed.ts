import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { alive } from './speed/alive.ts'
import { buildBeside, buildSites, output } from './speed/builds.ts'
import type { Context, Part } from './speed/context.ts'
import { cuts } from './speed/cuts.ts'
import { type Figure, ratioOf, table, verdictOf } from './speed/figures.ts'
import { firstSight, readyOnSlowLine } from './speed/first-sight.ts'
import { lighthouse } from './speed/lighthouse.ts'
import { offline } from './speed/offline.ts'
import { calibratePhones, phoneClasses, phones } from './speed/phone.ts'
import { Site } from './speed/site.ts'
import { update } from './speed/update.ts'

/**
 * `npm run bench -- [--runs 5] [--only alive,ready] [--lighthouse] [--beside COMMIT]`: how fast the portal is on a 2G line
 * and slow phones, beside its page without scripts and another commit. Lighthouse is asked only where it is named.
 */

const parts: Readonly<Record<string, Part>> = {
  alive,
  'first-sight': firstSight,
  ready: readyOnSlowLine,
  update,
  cuts,
  lighthouse,
  offline,
}

const { values: asked } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string' },
    lighthouse: { type: 'boolean', default: false },
    beside: { type: 'string' },
  },
})
const runs = Number(asked.runs)
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a number from 1 on.')
const usual = Object.keys(parts).filter(name => name !== 'offline' && (name !== 'lighthouse' || asked.lighthouse))
const only = (asked.only?.split(',') ?? usual).map(name => {
  const part = parts[name]
  if (!part) throw new Error(`"${name}" is no part of the bench: ${Object.keys(parts).join(', ')}.`)
  return { name, part }
})

/** One part that can't be measured must not cost the others theirs; it still has its line in the table. */
async function measured({ name, part }: (typeof only)[number], context: Context): Promise<Figure[]> {
  const since = Date.now()
  try {
    const figures = await part(context)
    console.log(`${name}: ${((Date.now() - since) / 1000).toFixed(0)} s`)
    return figures
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.log(`${name}: could not be measured. ${reason}`)
    return [{ name, unit: '', runs: {}, goal: { most: 0 }, note: reason }]
  }
}

// Ctrl-C ends what was started, too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const dirs = buildSites()
const beside = asked.beside && buildBeside(asked.beside)
const calibration = await calibratePhones()
const sites: Context['sites'] = {
  portal: await Site.open(dirs.portal),
  page: await Site.open(dirs.page),
  ...(beside && { beside: await Site.open(beside) }),
}
const figures: Figure[] = []
// What else is at work on this machine makes every figure worse, and the ratios uncertain.
const loads = [loadavg()[0] ?? 0]
for (const part of only) {
  figures.push(...(await measured(part, { sites, runs })))
  loads.push(loadavg()[0] ?? 0)
}
for (const site of Object.values(sites)) await site?.close()

const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
const commit = git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--', ':/') ? ' and changes' : '')
console.log(`\nCommit ${commit}, medians of ${runs}. 400 ms and 400 kbit/s, an entry phone of 2020 unless said.`)
for (const phone of phones) {
  const { rate, index } = calibration[phone]
  console.log(
    `Entry phone of ${phone}: benchmarkIndex ${phoneClasses[phone]}; here ${index.toFixed(0)}, slowed ${rate.toFixed(1)} times.`,
  )
}
console.log(`Load of this machine, ${cpus().length} processors: ${loads.map(load => load.toFixed(1)).join(', ')}.`)
console.log(
  `page: the drawn page without scripts.${asked.beside ? ` beside: the portal as of ${asked.beside}.` : ''}\n`,
)
console.log(table(figures))
const results = figures.map(figure => ({ ...figure, ratio: ratioOf(figure), verdict: verdictOf(figure) }))
const told = { commit, at: new Date().toISOString(), runs, calibration, loads, figures: results }
writeFileSync(join(output, '..', 'bench-speed.json'), JSON.stringify(told, null, 1))
