import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { root } from '../../run/command.ts'
import { comesTooOften, KnownFlakes, type PastRun } from '../../run/flakes.ts'

const flake = { file: 'tests/e2e/a.test.ts', title: 'a journey' }
const quiet: PastRun = { name: 'gate', flakes: [] }
const loud: PastRun = { name: 'gate', flakes: [flake, { file: flake.file, title: 'another' }] }
const runs = (one: PastRun, count: number): PastRun[] => Array.from({ length: count }, () => one)

test.each([
  ['never before', [...runs(quiet, 30)], false],
  ['once before', [loud, ...runs(quiet, 5)], false],
  ['twice before', [loud, ...runs(quiet, 17), loud], true],
  ['twice before, but once longer ago than nineteen runs', [loud, ...runs(quiet, 18), loud], false],
])('what was flaky %s and is so again', (_, past, tooOften) => {
  expect(comesTooOften(flake, past)).toBe(tooOften)
  expect(comesTooOften({ ...flake, title: 'a third' }, past)).toBe(false)
})

test('each known flake is one of a file that is there', () => {
  const known = v.parse(KnownFlakes, JSON.parse(readFileSync(join(root, 'tests', 'known-flakes.json'), 'utf8')))
  for (const { file } of known) expect(existsSync(join(root, file)), file).toBe(true)
})
