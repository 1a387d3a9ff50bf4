import type { SampleStudent } from './visitor.ts'

/** What somebody does who wants the whole list of students, and what a honest student does once. */

/** Names that an address is told at most in a day, before anybody has confirmed a code there. */
export const mostNames = 400

export const isFound = ({ status }: { status: unknown }) => status === 1

/** Counts seat numbers upwards, twenty at a time. */
export async function harvest(
  victims: readonly SampleStudent[],
  each: (student: SampleStudent, index: number) => unknown,
): Promise<void> {
  for (let at = 0; at < victims.length; at += 20)
    await Promise.all(victims.slice(at, at + 20).map((student, step) => each(student, at + step)))
}
