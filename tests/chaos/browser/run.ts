import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Dice } from './dice.ts'
import { enrolUnderFire, type Outcome } from './enrolment.ts'
import { missingOf } from './stored.ts'
import { type ChaosStudent, chaosStudent, studentsCsv } from './student.ts'
import { type StartTarget, startAlone, type Target } from './target.ts'

export interface Chaos {
  enrolments: number
  seed: number
  /** How often each browser is killed, at least and at most. */
  kills: readonly [number, number]
  /** How often each student goes on on another phone, at most. */
  moves: number
  /** Enrolments at the same time. */
  together: number
  /** What they enrol at; a stand-in of their own if nothing else is named. */
  start?: StartTarget
  tell(outcome: Outcome, number: number): void
}

/** One whole enrolment, and what the provider lacks of it after all of them. */
export interface Judged extends Outcome {
  missing: string[]
}

/** Runs whole enrolments. The same seed gives the same bad luck, not the same instants. */
export async function runChaos(chaos: Chaos): Promise<Judged[]> {
  const { enrolments, seed, kills, moves, together, start = startAlone, tell } = chaos
  const students = Array.from({ length: enrolments }, (_, index) => chaosStudent(index))
  const folder = mkdtempSync(join(tmpdir(), 'bacheliers-'))
  const list = join(folder, 'students.csv')
  writeFileSync(list, studentsCsv(students))
  const target = await start(list, new Dice(seed - 1))
  const outcomes: Outcome[] = []
  try {
    const waiting = students.map((student, index) => ({ student, dice: new Dice(seed + index) }))
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const outcome = await enrolUnderFire(next.student, target, next.dice, next.dice.whole(...kills), moves)
        outcomes.push(outcome)
        tell(outcome, outcomes.length)
      }
    }
    await Promise.all(Array.from({ length: together }, work))
    await target.calm()
    return await compared(outcomes, students, target)
  } finally {
    await target.stop()
    rmSync(folder, { recursive: true })
  }
}

/** Once nothing happens any more: what was stored in time may have been lost since. */
async function compared(
  outcomes: readonly Outcome[],
  students: readonly ChaosStudent[],
  target: Target,
): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const outcome of outcomes) {
    const { matricule, finished, kept } = outcome
    const student = students.find(one => one.matricule === matricule)
    const missing = finished && student ? missingOf(student, kept, await target.stored(matricule)) : []
    judged.push({ ...outcome, missing })
  }
  return judged
}

export function totals(outcomes: readonly Judged[]) {
  const sum = (count: (outcome: Judged) => number) => outcomes.reduce((total, outcome) => total + count(outcome), 0)
  return {
    finished: outcomes.filter(({ finished }) => finished).length,
    stored: outcomes.filter(({ finished, missing }) => finished && missing.length === 0).length,
    documentsLost: sum(({ documentsLost }) => documentsLost),
    sentAgain: sum(({ sentAgain }) => sentAgain),
    draftsLost: sum(({ draftsLost }) => draftsLost),
    kills: sum(({ kills }) => kills),
    moves: sum(({ moves }) => moves),
    uploads: sum(({ uploads }) => uploads),
  }
}
