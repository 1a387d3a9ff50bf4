/**
 * Long enough to tell the files of a build apart; the hash of the whole file shows whether its copy
 * is right.
 */
const nameLength = 6

/**
 * Where a copy of a file lies, as `copied` has written it.
 * @param hash the file's, as `sha256-` with base64
 */
export function copyUrl(hash: string): string {
  const name = hash.slice(7, 7 + nameLength)
  return `/assets/copies/${name.replaceAll('+', '-').replaceAll('/', '_')}.txt`
}

const pairs = '<~@^'

/**
 * A text in which nothing on its way finds a page, a place for its own script or an address of
 * mail: two pairs of signs change places. The copy of a copy is the text itself.
 */
export const copied = (text: string): string =>
  text.replace(/[<~@^]/g, sign => pairs.charAt(pairs.indexOf(sign) ^ 1))
