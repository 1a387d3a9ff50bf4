import { describe, expect, test } from 'vitest'
import { countFile, type FileOutcome, failuresOf } from '../../run/outcome.ts'
import { closingLines, isGreen, stepOf } from '../../run/report.ts'
import { type Play, playAgain, playOnce, type Suite } from '../../run/suite.ts'

test('tests run on the Node that was asked for', () => {
  expect(process.version).toContain(process.env.WANTED_NODE ?? 'v')
})

const outcome = (file: string, states: readonly string[], faults: readonly string[] = []): FileOutcome => ({
  file,
  seconds: 1,
  faults: [...faults],
  tests: states.map((state, index) => ({
    title: `test ${index}`,
    state,
    fault: state === 'failed' ? 'Error: no photo\n    at one.test.ts:1' : '',
  })),
})

describe('a file counts', () => {
  test('what passed, failed and was left out', () => {
    expect(countFile(outcome('a', ['passed', 'failed', 'skipped']))).toEqual({ passed: 1, failed: 1, skipped: 1 })
  })
  test('as one failure where it could not be loaded or a hook of it failed', () => {
    expect(countFile(outcome('a', ['passed'], ['SyntaxError: no such export']))).toMatchObject({ passed: 1, failed: 1 })
    expect(countFile(outcome('a', ['passed', 'pending'])).failed).toBe(1)
  })
  test('and names each failure by its first words', () => {
    expect(failuresOf(outcome('a', ['passed', 'failed']))).toEqual([
      { file: 'a', title: 'test 1', fault: 'Error: no photo     at one.test.ts:1' },
    ])
    expect(failuresOf(outcome('a', [], ['SyntaxError: x']))).toEqual([
      { file: 'a', title: '(outside of its tests)', fault: 'SyntaxError: x' },
    ])
  })
})

const suite: Suite = { name: 'journeys', files: ['a', 'b'], tries: 3 }
/** Plays what is said here, one run after the other. */
function playing(...runs: ({ ok: boolean; files?: FileOutcome[]; faults?: string[] } | undefined)[]) {
  const asked: string[][] = []
  const play: Play = async (_, files) => {
    asked.push([...files])
    const next = runs.shift()
    return { ok: next?.ok ?? false, outcome: next && { files: [], faults: [], ...next, whole: true } }
  }
  return { play, asked }
}
const green = (...names: string[]) => ({ ok: true, files: names.map(name => outcome(name, ['passed'])) })

describe('what was red', () => {
  test('is played alone, twice at most, and stays red where it is red each time', async () => {
    const red = { ok: false, files: [outcome('a', ['failed'])] }
    const { play, asked } = playing(
      { ok: false, files: [outcome('a', ['failed']), outcome('b', ['passed'])] },
      red,
      red,
    )
    const ran = await playAgain(await playOnce(suite, play), play)
    expect(asked).toEqual([['a', 'b'], ['a'], ['a']])
    expect([stepOf(ran, 0).counts, ran.flakes]).toEqual([{ passed: 1, failed: 1, skipped: 0 }, []])
  })

  test('is named where it is green at its third try', async () => {
    const red = { ok: false, files: [outcome('a', ['failed'])] }
    const { play } = playing(
      { ok: false, files: [outcome('a', ['failed']), outcome('b', ['passed'])] },
      red,
      green('a'),
    )
    const ran = await playAgain(await playOnce(suite, play), play)
    expect(stepOf(ran, 0).counts).toEqual({ passed: 2, failed: 0, skipped: 0 })
    expect(ran.flakes).toMatchObject([{ file: 'a', title: 'test 0', atTry: 3 }])
  })

  test('is played again as a whole where no file answers for it', async () => {
    for (const first of [
      undefined,
      { ...green('a', 'b'), faults: ['the screen did not start'] },
      { ...green('a', 'b'), ok: false },
    ]) {
      const { play, asked } = playing(first, green('a', 'b'))
      const ran = await playAgain(await playOnce(suite, play), play)
      expect(asked).toEqual([
        ['a', 'b'],
        ['a', 'b'],
      ])
      expect([stepOf(ran, 0).counts.failed, ran.flakes.length]).toEqual([0, 1])
    }
  })

  test('has each failure named that its file had', async () => {
    const { play } = playing(
      { ok: false, files: [outcome('a', ['failed', 'failed']), outcome('b', ['passed'])] },
      green('a'),
    )
    expect((await playAgain(await playOnce(suite, play), play)).flakes.map(({ title }) => title)).toEqual([
      'test 0',
      'test 1',
    ])
  })

  test('is red where it is a file that nobody heard of again', async () => {
    const { play } = playing(green('a'), green(), green())
    const ran = await playAgain(await playOnce(suite, play), play)
    expect(stepOf(ran, 0).failures).toEqual([expect.objectContaining({ file: 'b', fault: 'it was not run' })])
  })
})

describe('the closing line of a run', () => {
  const step = (passed: number, failed: number, skipped = 0) => ({
    name: 'journeys',
    seconds: 2,
    counts: { passed, failed, skipped },
    failures: [],
  })
  const last = (...steps: ReturnType<typeof step>[]) =>
    closingLines({ steps, files: [], flakes: [], known: [], seconds: 3, elsewhere: [] }).at(-1)

  test('is the last, and says what passed, failed and was left out', () => {
    expect(last(step(2, 0), step(1, 1))).toBe('3 passed, 1 failed')
    expect(last(step(2, 0, 4))).toBe('2 passed, 0 failed, 4 skipped')
  })
  test('belongs to a run that is green where something passed and nothing failed', () => {
    expect([isGreen([step(1, 0)]), isGreen([step(1, 1)]), isGreen([step(0, 0)]), isGreen([])]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
  test('comes after what is flaky, what is left out and what is proved elsewhere', () => {
    const lines = closingLines({
      steps: [step(1, 0)],
      files: [],
      flakes: [
        { file: 'tests/a.test.ts', title: 'a journey', fault: 'Timeout', atTry: 2 },
        { file: 'tests/a.test.ts', title: 'another', fault: 'Timeout', atTry: 3 },
      ],
      known: [{ file: 'tests/a.test.ts', title: 'another', since: '2026-11-25', cause: 'the camera comes late' }],
      seconds: 3,
      leftOut: { what: ['Firefox'], command: 'sudo apt-get install firefox-esr' },
      elsewhere: [{ command: 'npm run test:soak', files: 3, holds: 'chaos' }],
    })
    expect(lines).toEqual([
      '✓ journeys (2.0 s)',
      '',
      'flaky: 2',
      '  tests/a.test.ts › a journey: Timeout (green at try 2; new)',
      '  tests/a.test.ts › another: Timeout (green at try 3; known since 2026-11-25: the camera comes late)',
      '',
      'Left out, since this machine lacks it: Firefox. To have it:',
      '  sudo apt-get install firefox-esr',
      '',
      'Proved elsewhere:',
      '  npm run test:soak (3 files): chaos',
      '',
      'Took 3.0 s.',
      '1 passed, 0 failed',
    ])
  })

  test('names the command that repeats a red file alone, and each file that takes more than a minute', () => {
    const failures = [1, 2].map(at => ({ file: 'tests/e2e/a.test.ts', title: `journey ${at}`, fault: '' }))
    const lines = closingLines({
      steps: [{ ...step(0, 2), failures }],
      files: [
        ...Array.from({ length: 12 }, (_, at) => ({ file: `${at}`, seconds: 70 - at })),
        { file: 'fast', seconds: 1 },
      ],
      flakes: [],
      known: [],
      seconds: 3,
      elsewhere: [],
    })
    expect(lines.filter(line => line.includes('npm test -- '))).toEqual(['    alone: npm test -- tests/e2e/a.test.ts'])
    expect(lines.filter(line => line.includes('over a minute'))).toHaveLength(10)
    expect(lines.join()).not.toContain('fast')
  })
})
