import { partOf } from './names.rule.ts'

/**
 * The lazy files up to the last one that the device already has: a file's imports stand before it
 * (build/stages.ts), perhaps split anew and under names that no earlier version had.
 */
export function upToLastHad(
  following: readonly string[],
  kept: readonly string[],
): readonly string[] {
  const had = new Set(kept.map(partOf))
  return following.slice(0, 1 + following.map(path => had.has(partOf(path))).lastIndexOf(true))
}

/** Those that the device already has, perhaps by other names. */
export function thoseHad(paths: readonly string[], kept: readonly string[]): readonly string[] {
  const had = new Set(kept.map(partOf))
  return paths.filter(path => had.has(partOf(path)))
}
