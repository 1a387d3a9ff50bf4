/** A file name keeps its stem through the versions; behind it stands the hash of its content. */
const hash = /-[\w-]{8}(?=\.\w+$)/

export const partOf = (path: string): string => path.replace(hash, '')

/** Bounded, since the cache may hold anything, and must not delay an installation. */
const hashedName = /[\w.-]{1,60}-[\w-]{8}\.(?:js|css)/g

/**
 * The text of an older file with the file names of this build: equal to the new file if only names
 * have changed.
 */
export function renamed(text: string, paths: readonly string[]): string {
  const names = paths.map(path => path.slice(path.lastIndexOf('/') + 1))
  const byPart = new Map(names.map(name => [partOf(name), name]))
  return text.replace(hashedName, name => byPart.get(partOf(name)) ?? name)
}
