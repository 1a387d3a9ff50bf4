import { partOf } from './names.rule.ts'

/**
 * Of what follows an installation, all up to the last part that a device has: what a part imports stands before it
 * (build/stages.ts), maybe cut anew and under names that no version before had.
 */
export function upToLastHad(following: readonly string[], kept: readonly string[]): readonly string[] {
  const had = new Set(kept.map(partOf))
  return following.slice(0, 1 + following.map(path => had.has(partOf(path))).lastIndexOf(true))
}
