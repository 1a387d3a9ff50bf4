/** A part keeps its name through the versions; behind it stands the hash of what it is in one of them. */
const hash = /-[\w-]{8}(?=\.\w+$)/

export const partOf = (path: string): string => path.replace(hash, '')

/** Bounded: what lies among the files may be anything, and must not hold an installation up. */
const hashedName = /[\w.-]{1,60}-[\w-]{8}\.(?:js|css)/g

/** The text of a part as it would be if nothing had changed since but the names of the parts that it asks for. */
export function renamed(text: string, paths: readonly string[]): string {
  const names = paths.map(path => path.slice(path.lastIndexOf('/') + 1))
  const byPart = new Map(names.map(name => [partOf(name), name]))
  return text.replace(hashedName, name => byPart.get(partOf(name)) ?? name)
}
