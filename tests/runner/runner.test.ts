import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from '../run/command.ts'
import { stepOf } from '../run/report.ts'
import { playAgain, playOnce, type Suite, vitest } from '../run/suite.ts'

/** What the runner makes of Vitest itself: files that are red, flaky or broken on purpose, and runs that are stopped. */

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portail-runner-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string) => `tests/runner/fixtures/${name}.fixture.ts`
const config = 'tests/runner/fixtures/vitest.config.ts'

async function settled(names: readonly string[], tries: Suite['tries'] = 3) {
  const suite: Suite = { name: 'fixtures', files: names.map(file), tries, env: { FIXTURES: folder }, config }
  const play = vitest(process.env, join(folder, 'report.json'))
  return playAgain(await playOnce(suite, play), play)
}

test('a file that is broken stays red, and what is red once and green alone afterwards is named', async () => {
  const ran = await settled(['green', 'red', 'flaky', 'hook'])
  const { counts, failures } = stepOf(ran, 0)
  expect(failures).toEqual([
    { file: file('red'), title: 'is wrong each time', fault: expect.stringContaining('the sum') },
  ])
  expect(counts).toEqual({ passed: 4, failed: 1, skipped: 0 })
  expect(ran.flakes.map(({ file, title, fault, atTry }) => [file, title, fault, atTry])).toEqual([
    [file('flaky'), 'is wrong at first', expect.stringContaining('the first time'), 2],
    [file('hook'), '(outside of its tests)', expect.stringContaining('the server did not start'), 2],
  ])
})

test('a worker that dies, and an error outside of every test, are failures that get a second try', async () => {
  const ran = await settled(['green', 'dying', 'outside'])
  expect(stepOf(ran, 0)).toMatchObject({ counts: { passed: 3, failed: 0 }, failures: [] })
  const told = ran.flakes.map(({ fault }) => fault).join('\n')
  expect(told).toContain('nobody waited for it')
  expect(ran.flakes.length).toBeGreaterThanOrEqual(2)
})

test('where there is one try, what is red once is red', async () => {
  const ran = await settled(['flaky', 'green'], 1)
  expect(stepOf(ran, 0).failures).toHaveLength(1)
  expect(ran.flakes).toEqual([])
})

test('a file that does not exist is red, and never nothing', async () => {
  expect(stepOf(await settled(['none'], 1), 0).counts.failed).toBe(1)
})

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe.runIf(process.platform === 'linux')('nothing stays behind of a run', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('that is stopped by %s', async signal => {
    const runner = spawn(
      process.execPath,
      ['--import', 'tsx', join(root, 'tests/runner/fixtures/stopped.ts'), 'leaving'],
      {
        cwd: root,
        env: { ...process.env, FIXTURES: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    let said = ''
    runner.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    const ended = new Promise<number | null>(done => runner.once('close', done))
    const told = join(folder, 'left.json')
    await expect.poll(() => existsSync(told) && readFileSync(told, 'utf8').endsWith('}')).toBe(true)
    const left = JSON.parse(readFileSync(told, 'utf8')) as { pid: number; folder: string }
    expect([isRunning(left.pid), existsSync(left.folder)]).toEqual([true, true])
    runner.kill(signal)
    const code = await ended
    await expect.poll(() => [isRunning(left.pid), existsSync(left.folder)]).toEqual([false, false])
    if (signal !== 'SIGKILL') {
      expect(code).toBe(1)
      expect(said).toContain(`stopped by ${signal}`)
      expect(said).toMatch(/0 passed, \d failed\n$/)
    }
  })
})
