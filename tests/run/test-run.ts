import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { type Command, root, run, stopAll } from './command.ts'
import { comesTooOften, KnownFlakes, PastRun } from './flakes.ts'
import { closingLines, isGreen, type Report, type Step, stepOf } from './report.ts'
import { type Play, playAgain, playOnce, type Ran, type Suite, vitest } from './suite.ts'
import { openWorkplace, type Workplace } from './workplace.ts'

const output = join(root, 'tests', '.output')
/** One JSON object a line, over all runs of this checkout, or wherever a CI keeps it between its clones. */
const history = process.env.TESTS_HISTORY ?? join(output, 'runs.log')
const knownFlakes = join(root, 'tests', 'known-flakes.json')

const secondsSince = (moment: number) => (performance.now() - moment) / 1000

/** One run from its first step to its closing line. A failure never stops the rest. */
export class TestRun {
  readonly #started = performance.now()
  readonly #workplace: Workplace = openWorkplace()
  readonly #play: Play
  readonly #steps: Step[] = []
  readonly #ran: { ran: Ran; seconds: number }[] = []
  #leftOut: Report['leftOut']
  #elsewhere: Report['elsewhere'] = []
  #isClosing = false

  /**
   * @param name what it runs: flakes are counted over runs of the same name
   * @param minutes what it may take: a hang is a failure with a report, not a job that a machine cuts without a word
   */
  constructor(
    private readonly name: string,
    minutes: number,
  ) {
    mkdirSync(output, { recursive: true })
    this.#play = vitest(this.#workplace.env, join(this.#workplace.folder, 'report.json'))
    const stop = (why: string) => {
      stopAll()
      this.fail(why)
      void this.close()
    }
    setTimeout(() => stop(`it took longer than ${minutes} minutes`), minutes * 60_000).unref()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => stop(`stopped by ${signal}`))
  }

  /** A command whose success is one thing that passed. */
  async step(name: string, command: Omit<Command, 'output'>): Promise<boolean> {
    const since = performance.now()
    const ok = await run({ env: this.#workplace.env, ...command, output: 'held' })
    process.stdout.write(`${ok ? '✓' : '✗'} ${name} (${secondsSince(since).toFixed(1)} s)\n`)
    if (ok)
      this.#add({ name, seconds: secondsSince(since), counts: { passed: 1, failed: 0, skipped: 0 }, failures: [] })
    else this.fail(name, since)
    return ok
  }

  /** What failed without a test: it is red, and has no second try. */
  fail(name: string, since = this.#started): void {
    this.#add({ name, seconds: secondsSince(since), counts: { passed: 0, failed: 1, skipped: 0 }, failures: [] })
  }

  #add(step: Step): void {
    this.#steps.push(step)
  }

  /** One after the other, each sharing the processors among its files. */
  async suite(suite: Suite): Promise<void> {
    if (suite.files.length === 0) return
    const since = performance.now()
    process.stdout.write(`\n▶ ${suite.name} (${suite.files.length} files)\n`)
    const ran = await playOnce(suite, this.#play)
    this.#ran.push({ ran, seconds: secondsSince(since) })
  }

  /** Once all else is quiet: whatever was red and may be tried again. */
  async tryAgain(): Promise<void> {
    for (const one of this.#ran) {
      if (one.ran.suite.tries === 1 || stepOf(one.ran, 0).counts.failed === 0) continue
      const since = performance.now()
      process.stdout.write(`\n▶ again: ${one.ran.suite.name}\n`)
      one.ran = await playAgain(one.ran, this.#play)
      one.seconds += secondsSince(since)
    }
  }

  leaveOut(what: readonly string[], command: string): void {
    this.#leftOut = { what, command }
  }

  tellElsewhere(tiers: Report['elsewhere']): void {
    this.#elsewhere = tiers
  }

  /** Ends the process: with 0 where something passed and nothing failed. */
  async close(): Promise<void> {
    if (this.#isClosing) return
    this.#isClosing = true
    const flakes = this.#ran.flatMap(({ ran }) => ran.flakes)
    const past = pastRuns().filter(({ name }) => name === this.name)
    for (const { file, title } of flakes.filter(flake => comesTooOften(flake, past)))
      this.fail(`flaky in three of twenty runs: ${file} › ${title}`)
    const steps = [...this.#steps, ...this.#ran.map(({ ran, seconds }) => stepOf(ran, seconds))]
    const told = { at: new Date().toISOString(), name: this.name, green: isGreen(steps), flakes }
    appendFileSync(history, `${JSON.stringify(told)}\n`)
    await this.#workplace.clear()
    const lines = closingLines({
      steps,
      files: this.#ran.flatMap(({ ran }) => ran.files),
      flakes,
      known: v.parse(KnownFlakes, JSON.parse(readFileSync(knownFlakes, 'utf8'))),
      seconds: secondsSince(this.#started),
      leftOut: this.#leftOut,
      elsewhere: this.#elsewhere,
    })
    process.stdout.write(`\n${lines.join('\n')}\n`, () => process.exit(isGreen(steps) ? 0 : 1))
  }
}

/** Those that can be read: a run that was killed may have left half a line. */
function pastRuns(): PastRun[] {
  try {
    return readFileSync(history, 'utf8').split('\n').flatMap(pastRun)
  } catch {
    return []
  }
}

function pastRun(line: string): PastRun[] {
  try {
    return [v.parse(PastRun, JSON.parse(line))]
  } catch {
    return []
  }
}
