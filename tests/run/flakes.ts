import * as v from 'valibot'
import type { Failure } from './outcome.ts'

/** Which flakes are known, and which come too often to be borne. Pure. */

type Named = Pick<Failure, 'file' | 'title'>

/** `tests/known-flakes.json`: each with its cause, and the day since when it is known. */
export const KnownFlakes = v.array(
  v.strictObject({ file: v.string(), title: v.string(), since: v.pipe(v.string(), v.isoDate()), cause: v.string() }),
)
export type KnownFlake = v.InferOutput<typeof KnownFlakes>[number]

/** One run as `runs.log` tells it, a line each. */
export const PastRun = v.object({
  name: v.string(),
  flakes: v.array(v.object({ file: v.string(), title: v.string() })),
})
export type PastRun = v.InferOutput<typeof PastRun>

export const isSame = (one: Named, other: Named): boolean => one.file === other.file && one.title === other.title

/** A flake three times in so many runs is red: who has waited for its cause has waited long enough. */
const lately = 20
const tooOften = 3

/** @param past earlier runs, the newest last */
export function comesTooOften(flake: Named, past: readonly PastRun[]): boolean {
  const before = past.slice(1 - lately).filter(({ flakes }) => flakes.some(one => isSame(one, flake)))
  return before.length + 1 >= tooOften
}

/** What is known of it, in a few words. */
export function knowledgeOf(flake: Named, known: readonly KnownFlake[]): string {
  const one = known.find(other => isSame(other, flake))
  return one ? `known since ${one.since}: ${one.cause}` : 'new'
}
