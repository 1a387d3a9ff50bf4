import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isServerCurrent, serverBuilder } from '../provider/tests/setup/built.ts'
import {
  type Build,
  buildArguments,
  buildEnvironment,
  builds,
  elsewhereBuild,
  isCurrent,
  nextBuild,
} from './e2e/setup/builds.ts'
import { isRoot } from './e2e/setup/chromium.ts'
import { root, run as runCommand } from './run/command.ts'
import { installing, isThere, missingOf, type NeedName, needs, needsOf } from './run/needs.ts'
import { TestRun } from './run/test-run.ts'
import { filesOf, onBothDatabases, projectOf, testFiles, tierOf, tiers } from './run/tiers.ts'

/** `npm test` and its tiers (docs/testing.md): `run.ts gate`, `run.ts browsers` and so on. */

const [, , asked = 'gate', ...words] = process.argv

/** In minutes. */
const limits = { check: 10, quick: 10, gate: 45, browsers: 90, machine: 60, soak: 24 * 60, all: 240 }
if (!(asked in limits)) throw new Error(`There is no "${asked}": ${Object.keys(limits).join(', ')}.`)

const run = new TestRun([asked, ...words].join(' '), limits[asked as keyof typeof limits])

/** Side by side, and each in one piece: whoever changed something sees all that it broke at once. */
const check = () =>
  Promise.all([
    ...['tsconfig.json', 'sw/tsconfig.json', 'tests/tsconfig.json', 'provider/tsconfig.json'].map(file =>
      run.step(`tsc -p ${file}`, { bin: 'tsc', args: ['-p', file] }),
    ),
    run.step('biome check', { bin: 'biome', args: ['check', '.'] }),
  ])

const wantedBy = (file: string): NeedName[] => needsOf(readFileSync(join(root, file), 'utf8'))
const isEngines = (file: string) => file.startsWith('tests/engines/')

/** Both engines run the same files, each as far as the machine has it. */
const canRun = (file: string) =>
  isEngines(file) ? isThere('firefox') || isThere('webkit') : wantedBy(file).every(isThere)

/**
 * Installs what these files need, where that can be done, and says what is left out for want of it. A CI that has to see
 * everything sets TESTS_DEMAND=everything: there it is red.
 */
async function bring(files: readonly string[]): Promise<void> {
  const wanted = [
    ...new Set(files.flatMap(file => (isEngines(file) ? (['firefox', 'webkit'] as const) : wantedBy(file)))),
  ]
  const withSpare: NeedName[] = wanted.includes('chromium') ? [...wanted, 'shell'] : wanted
  if (missingOf(withSpare).length > 0 && isRoot() && existsSync('/etc/debian_version')) {
    process.stdout.write(
      `▶ installing ${missingOf(withSpare)
        .map(name => needs[name].name)
        .join(', ')}\n`,
    )
    await runCommand({ ...installing(missingOf(withSpare)), output: 'held' })
  }
  const missing = missingOf(wanted)
  if (missing.length === 0) return
  const what = missing.map(name => needs[name].name)
  if (process.env.TESTS_DEMAND === 'everything') run.fail(`this machine lacks ${what.join(', ')}`)
  const packages = missing.flatMap(name => needs[name].packages)
  run.leaveOut(what, `sudo apt-get install --no-install-recommends ${packages.join(' ')}   # on Debian`)
}

const build = (name: string, target: Build) =>
  run.step(`vite build (${name})`, { bin: 'vite', args: buildArguments(target), env: buildEnvironment(target) })

const buildServer = async () => isServerCurrent() || run.step('build the provider', serverBuilder)

/** @returns whether there is something to drive: journeys over an older build would prove nothing */
async function buildAll(wanted: readonly (readonly [string, Build])[]): Promise<boolean> {
  const portals = wanted.map(([name, target]) => isCurrent(target) || build(name, target))
  const done = await Promise.all([buildServer(), ...portals])
  return done.every(Boolean)
}

const [complete, reduced, next, elsewhere] = [
  ['complete', builds.complete],
  ['reduced', builds.reduced],
  ['next version', nextBuild],
  ['provider elsewhere', elsewhereBuild],
] as const

/** A twentieth of the schedules: a fault that is there shows in most of them, and the soak plays them all. */
const fewSchedules = { MODEL_RUNS: '100' }

const onPglite = { TESTS_DATABASE: 'pglite' }

const unit = () => run.suite({ name: 'unit, model', files: filesOf('quick'), tries: 1, env: fewSchedules })

/** With a second try for what starts browsers, servers and clusters. */
const patient = (name: string, files: readonly string[], env = {}) =>
  run.suite({ name, files: files.filter(canRun), tries: 3, env })

const provider = (on = '', env = {}) =>
  patient(`provider, contract${on}`, filesOf('gate', 'server'), { ...onPglite, ...env })

async function quick() {
  await Promise.all([check(), unit()])
}

/** `npm test -- documents offline/drafts`: the files of any tier in whose path one of these words stands. */
async function some() {
  const files = testFiles().filter(file => words.some(word => file.includes(word)))
  if (files.length === 0) return run.fail(`no file of tests is called ${words.join(' or ')}`)
  await bring(files.filter(file => tierOf(file) !== 'quick'))
  const isBuilt = await buildAll(files.some(isJourney) ? [complete, reduced, next, elsewhere] : [])
  if (!isBuilt) return
  await run.suite({ name: 'unit, model', files: files.filter(isPure), tries: 1 })
  await patient('provider', files.filter(isOnPglite), onPglite)
  await patient(
    'servers, clusters, journeys',
    files.filter(file => !isPure(file) && !isOnPglite(file)),
  )
}

const isJourney = (file: string) => ['e2e', 'engines'].includes(projectOf(file))
const isPure = (file: string) => tierOf(file) === 'quick'
const isOnPglite = (file: string) => filesOf('gate', 'server').includes(file)

async function gate() {
  if (words.length > 0) return some()
  await Promise.all([check(), bring(filesOf('gate', 'e2e', 'engines'))])
  const [isBuilt] = await Promise.all([buildAll([complete, reduced, next]), unit()])
  if (!isBuilt) return
  await provider()
  await patient('a dozen journeys', filesOf('gate', 'e2e'))
  await patient('an enrolment in Firefox and WebKit', filesOf('gate', 'engines'))
}

async function browsers() {
  await bring(filesOf('browsers'))
  if (!(await buildAll([complete, reduced, next, elsewhere]))) return
  await patient('journeys', filesOf('browsers', 'e2e'))
  await patient('journeys in Firefox and WebKit', filesOf('browsers', 'engines'))
}

async function machine() {
  await bring([...filesOf('machine'), ...onBothDatabases()])
  if (!(await buildAll([complete, reduced, next]))) return
  await patient('servers and clusters', filesOf('machine', 'server'))
  await patient('provider, contract on PostgreSQL', onBothDatabases(), { TESTS_DATABASE: 'postgres' })
  await patient('behind nginx', filesOf('machine', 'e2e'))
  await newer()
}

/**
 * The Node that the README advises, beside the machine's. In a folder of its own: in the project's node_modules it would
 * be what every script of npm starts with.
 */
async function newer(): Promise<void> {
  const folder = join(root, 'tests', 'newer-node')
  if (!(await run.step('npm ci (the newer Node)', { bin: 'npm', args: ['ci', '--prefix', folder] }))) return
  const PATH = [join(folder, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const env = { PATH, WANTED_NODE: 'v24.' }
  await run.suite({
    name: 'unit, model (the newer Node)',
    files: filesOf('quick'),
    tries: 1,
    env: { ...fewSchedules, ...env },
  })
  await provider(' (the newer Node)', env)
}

/** What milliseconds decide holds in each order: the soak takes so many turns that it sees more of them. */
const manyTurns = { files: ['tests/engines/left.test.ts'], env: { TURNS: '30' } }

async function soak() {
  await bring([...filesOf('soak'), ...manyTurns.files])
  if (!(await buildAll([complete, reduced, next]))) return
  for (let round = 0; round < Number(words[0] ?? 1); round += 1) {
    await run.suite({
      name: 'model, mutants',
      files: [...filesOf('quick', 'model'), ...filesOf('soak', 'mutants')],
      tries: 1,
    })
    await patient('hostile and slow clients', filesOf('soak', 'server'))
    await patient('chaos, memory', filesOf('soak', 'e2e'))
    await patient('pages that are left, in Firefox and WebKit', manyTurns.files, manyTurns.env)
  }
}

async function all() {
  await gate()
  await browsers()
  await machine()
  await soak()
}

/** What `npm test` leaves to others. */
const others = (['browsers', 'machine', 'soak'] as const).map(tier => ({ ...tiers[tier], files: filesOf(tier).length }))

if (asked === 'gate' && words.length === 0) run.tellElsewhere(others)
await { check, quick, gate, browsers, machine, soak, all }[asked as keyof typeof limits]()
await run.tryAgain()
await run.close()
