import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { root } from '../../run/command.ts'
import { KnownFlakes } from '../../run/flakes.ts'
import { needsOf } from '../../run/needs.ts'
import { filesOf, onBothDatabases, projectOf, testFiles, tierOf, tiers } from '../../run/tiers.ts'

test.each([
  ['tests/unit/outbox/queue.test.ts', 'quick', 'unit'],
  ['tests/coverage.test.ts', 'quick', 'unit'],
  ['tests/model/model.test.ts', 'quick', 'model'],
  ['tests/model/soak/mutants.test.ts', 'soak', 'mutants'],
  ['provider/tests/codes.test.ts', 'gate', 'server'],
  ['provider/tests/unit/deploy/kit.test.ts', 'quick', 'unit'],
  ['tests/runner/runner.test.ts', 'gate', 'server'],
  ['provider/tests/machine/outages.test.ts', 'machine', 'server'],
  ['provider/tests/soak/fuzz.test.ts', 'soak', 'server'],
  ['tests/e2e/gate/status.test.ts', 'gate', 'e2e'],
  ['tests/e2e/moving/by-file.test.ts', 'browsers', 'e2e'],
  ['tests/e2e/machine/nginx-first-visit.test.ts', 'machine', 'e2e'],
  ['tests/engines/gate/enrolment.test.ts', 'gate', 'engines'],
  ['tests/engines/killed.test.ts', 'browsers', 'engines'],
])('%s is of the tier %s and of the project %s', (file, tier, project) => {
  expect([tierOf(file), projectOf(file)]).toEqual([tier, project])
})

test('every file of tests is found, and each tier has some', () => {
  const files = testFiles()
  expect(files).toContain('tests/unit/run/tiers.test.ts')
  expect(files.filter(file => file.includes('/.output/') || file.includes('node_modules'))).toEqual([])
  for (const tier of Object.keys(tiers) as (keyof typeof tiers)[]) expect(filesOf(tier).length, tier).toBeGreaterThan(0)
  expect(onBothDatabases()).toContain('provider/tests/audit.test.ts')
})

test('what a file needs of a machine is told by what it imports', () => {
  expect(needsOf("import { phones } from '../setup/students.ts'")).toEqual(['chromium'])
  expect(needsOf("import { startCluster } from '../setup/postgres.ts'")).toEqual(['postgres'])
  expect(needsOf("import { startNginx } from '../../../provider/tests/setup/nginx.ts'")).toEqual(['nginx', 'openssl'])
  expect(needsOf("import { builds } from './setup/builds.ts'")).toEqual([])
})

test('each known flake is one of a file that is there', () => {
  const known = v.parse(KnownFlakes, JSON.parse(readFileSync(join(root, 'tests', 'known-flakes.json'), 'utf8')))
  for (const { file } of known) expect(existsSync(join(root, file)), file).toBe(true)
})

test('tests run on the Node that was asked for', () => {
  expect(process.version).toContain(process.env.WANTED_NODE ?? 'v')
})
