import { type Student, withoutZeros } from '../students/students.ts'

export interface NumberedStudent {
  line: number
  student: Student
}

/** Why a line is left out, without anything of the student. */
export interface Problem {
  line: number
  why: string
}

/** What can be taken of a list, and what is left out of it. */
export interface Read {
  students: NumberedStudent[]
  problems: Problem[]
}

const unclear = 'which of them is right, the list does not say'
const placeOf = ({ anneeBac, numPlace, serie, ae }: Student) =>
  [anneeBac, withoutZeros(numPlace), serie, ae].join('|')

/**
 * Leaves out all students who share a matricule or a place: taking the first would let a student be
 * confirmed as another one. Of lines that are alike the first is taken.
 */
export function leaveDoubles({ students, problems }: Read): Read {
  const once = apart(
    students,
    student => JSON.stringify(student),
    other => `repeats line ${other}`,
    1,
  )
  const named = apart(
    once.students,
    ({ matricule }) => matricule,
    other => `same matricule as line ${other}, with other data: ${unclear}`,
  )
  const placed = apart(
    named.students,
    placeOf,
    other =>
      `same place (anneeBac, numPlace without leading zeros, serie, ae) as line ${other}: ${unclear}`,
  )
  const all = [...problems, ...once.problems, ...named.problems, ...placed.problems]
  return { students: placed.students, problems: byLine(all) }
}

export const byLine = (problems: readonly Problem[]): Problem[] =>
  [...problems].sort((one, other) => one.line - other.line)

/** @param kept so many of those with one key stay */
function apart(
  all: readonly NumberedStudent[],
  keyOf: (student: Student) => string,
  why: (other: number) => string,
  kept = 0,
): Read {
  const groups = new Map<string, NumberedStudent[]>()
  for (const one of all) {
    const key = keyOf(one.student)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  const students: NumberedStudent[] = []
  const problems: Problem[] = []
  for (const group of groups.values()) {
    const [first, second] = group
    const stay = second ? kept : 1
    students.push(...group.slice(0, stay))
    for (const one of group.slice(stay)) {
      const other = one === first ? second : first
      problems.push({ line: one.line, why: why(other?.line ?? one.line) })
    }
  }
  return { students, problems }
}
