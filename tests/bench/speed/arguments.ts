/** The parts of the bench, in the order in which they run. */
export const phases = [
  'alive',
  'first-sight',
  'ready',
  'taps',
  'offline',
  'again',
  'update',
  'smooth',
  'grown',
  'enrolment',
  'cuts',
  'uncut',
  'memory',
  'lighthouse',
] as const
export type Phase = (typeof phases)[number]

/**
 * What is slowed: the page's own thread as DevTools and Lighthouse do it, each process of the browser, or all of them
 * together as on a phone with a single core.
 */
export const slowings = ['devtools', 'process', 'browser'] as const
export type Slowing = (typeof slowings)[number]

export interface Choice {
  runs: number
  only: readonly Phase[]
  /** Waits for the five sourceFiles to pass the slow line, instead of reckoning the rest from its pace. */
  full: boolean
  lighthouse: boolean
  /** The portal is built and served by what `npm start` runs, and not by a production start. */
  npmStart: boolean
  slowBy: Slowing
  /** Another commit, built and measured in the same run by the parts that compare. */
  beside: string | undefined
}

export const usage = `npm run bench -- [--quick] [--runs 5] [--only ${phases.slice(0, 3).join(',')},…] [--full] [--lighthouse] [--npm-start] [--beside COMMIT] [--slow-by ${slowings.join('|')}]`

/** @throws Error in words for whoever typed them */
export function readArguments(given: readonly string[]): Choice {
  const choice: Choice = {
    runs: 5,
    only: phases,
    full: false,
    lighthouse: false,
    npmStart: false,
    slowBy: 'devtools',
    beside: undefined,
  }
  const rest = [...given]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--quick') choice.runs = 1
    else if (word === '--full') choice.full = true
    else if (word === '--lighthouse') choice.lighthouse = true
    else if (word === '--npm-start') choice.npmStart = true
    else if (word === '--slow-by') choice.slowBy = readSlowing(rest.shift())
    else if (word === '--beside') choice.beside = readCommit(rest.shift())
    else if (word === '--runs') choice.runs = readRuns(rest.shift())
    else if (word === '--only') choice.only = readPhases(rest.shift())
    else throw new Error(`"${word}" is not known.\n${usage}`)
  }
  return choice
}

function readRuns(word: string | undefined): number {
  const runs = Number(word)
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs takes a number from 1 on.\n${usage}`)
  return runs
}

function readSlowing(word: string | undefined): Slowing {
  const slowing = slowings.find(known => known === word)
  if (!slowing) throw new Error(`--slow-by takes ${slowings.join(', ')}.\n${usage}`)
  return slowing
}

function readCommit(word = ''): string {
  if (!/^[\da-f]{7,40}$/.test(word)) throw new Error(`--beside takes a commit.\n${usage}`)
  return word
}

/** In the order in which they were named. */
function readPhases(word = ''): Phase[] {
  return word.split(',').map(name => {
    const phase = phases.find(known => known === name)
    if (!phase) throw new Error(`"${name}" is no part of the bench: ${phases.join(', ')}.`)
    return phase
  })
}
