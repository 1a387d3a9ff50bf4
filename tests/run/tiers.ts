import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './command.ts'

/** Which tests a command runs: a file's folder says it. `quick` is part of `npm test`, which is the tier `gate`. */
export type Tier = 'quick' | 'gate' | 'browsers' | 'machine' | 'soak'

export const tiers: Readonly<Record<Tier, { command: string; holds: string }>> = {
  quick: { command: 'npm run quick', holds: 'types, lint, pure rules, the model on few schedules' },
  gate: { command: 'npm test', holds: 'quick; the provider, the contract, the budgets, a dozen journeys' },
  browsers: { command: 'npm run test:browsers', holds: 'every other journey, in three engines' },
  machine: {
    command: 'npm run test:machine',
    holds:
      'PostgreSQL, nginx, outages, a full disk, several processes, backup, the newer Node, broken files of a browser',
  },
  soak: {
    command: 'npm run test:soak',
    holds: 'the model on all schedules and its mutants, fuzz, chaos, what reads real time or memory',
  },
}

/** @param file from the project's root */
export function tierOf(file: string): Tier {
  const isProvider = file.startsWith('provider/')
  const folders = file.split('/').slice(isProvider ? 2 : 1, -1)
  if (folders.includes('soak')) return 'soak'
  if (folders.includes('machine')) return 'machine'
  const [kind] = folders
  if (kind === 'e2e' || kind === 'engines') return folders.includes('gate') ? 'gate' : 'browsers'
  return (isProvider && kind !== 'unit') || kind === 'runner' ? 'gate' : 'quick'
}

/** As `vitest.config.ts` has them. */
export type Project = 'unit' | 'model' | 'mutants' | 'server' | 'e2e' | 'engines'

export function projectOf(file: string): Project {
  const [home, kind] = file.split('/')
  if (home === 'provider') return file.startsWith('provider/tests/unit/') ? 'unit' : 'server'
  if (kind === 'model') return tierOf(file) === 'soak' ? 'mutants' : 'model'
  if (kind === 'runner') return 'server'
  return kind === 'e2e' || kind === 'engines' ? kind : 'unit'
}

/** All files of tests, from the project's root. */
export function testFiles(): string[] {
  return ['tests', 'provider/tests']
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('.test.ts') && !name.startsWith('.output') && !name.includes('node_modules'))
        .map(name => `${folder}/${name.replaceAll('\\', '/')}`),
    )
    .sort()
}

export const filesOf = (tier: Tier, ...projects: Project[]): string[] =>
  testFiles().filter(file => tierOf(file) === tier && (projects.length === 0 || projects.includes(projectOf(file))))

/** Those of `npm test` that `npm run test:machine` asks again, against a PostgreSQL server. */
export const onBothDatabases = (): string[] =>
  filesOf('gate', 'server').filter(file => readFileSync(join(root, file), 'utf8').includes('eachDatabase('))
