import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStandIn } from '../../e2e/setup/stand-in.ts'
import { Dice } from './dice.ts'
import { enrolUnderFire, type Outcome } from './enrolment.ts'
import { chaosStudent, studentsCsv } from './student.ts'

export interface Chaos {
  enrolments: number
  seed: number
  /** How often each browser is killed, at least and at most. */
  kills: readonly [number, number]
  /** How often each student goes on on another phone, at most. */
  moves: number
  /** Enrolments at the same time. */
  together: number
  tell(outcome: Outcome, number: number): void
}

/** Runs whole enrolments against a stand-in of their own. The same seed gives the same bad luck, not the same instants. */
export async function runChaos({ enrolments, seed, kills, moves, together, tell }: Chaos): Promise<Outcome[]> {
  const students = Array.from({ length: enrolments }, (_, index) => chaosStudent(index))
  const standIn = await startStandIn()
  const outcomes: Outcome[] = []
  try {
    const folder = mkdtempSync(join(tmpdir(), 'bacheliers-'))
    writeFileSync(join(folder, 'students.csv'), studentsCsv(students))
    const imported = await standIn.provider('import', join(folder, 'students.csv'))
    rmSync(folder, { recursive: true })
    if (imported.code !== 0) throw new Error(imported.output)
    const waiting = students.map((student, index) => ({ student, dice: new Dice(seed + index) }))
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const outcome = await enrolUnderFire(next.student, standIn, next.dice, next.dice.whole(...kills), moves)
        outcomes.push(outcome)
        tell(outcome, outcomes.length)
      }
    }
    await Promise.all(Array.from({ length: together }, work))
    return outcomes
  } finally {
    await standIn.dispose()
  }
}

export function totals(outcomes: readonly Outcome[]) {
  const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + count(outcome), 0)
  return {
    finished: outcomes.filter(({ finished }) => finished).length,
    documentsLost: sum(({ documentsLost }) => documentsLost),
    sentAgain: sum(({ sentAgain }) => sentAgain),
    draftsLost: sum(({ draftsLost }) => draftsLost),
    kills: sum(({ kills }) => kills),
    moves: sum(({ moves }) => moves),
    uploads: sum(({ uploads }) => uploads),
  }
}
