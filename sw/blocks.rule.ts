/** A block has at least 5000 characters and ends before a function: a change in one leaves the others alone. */
const block = /.{5000,}?(?=function |=>\{|$)|.+$/gs

export const blocksOf = (text: string): readonly string[] => text.match(block) ?? []

/**
 * Long enough to tell the blocks of a file apart; the hash of the whole file shows whether it was rebuilt correctly.
 */
const nameLength = 6

/** @param hash the block's hash, as `sha256-` with base64 */
export const blockName = (hash: string): string =>
  hash
    .slice(7, 7 + nameLength)
    .replaceAll('+', '-')
    .replaceAll('/', '_')

export const namesIn = (blocks: string): readonly string[] => blocks.match(/.{6}/g) ?? []

export const blockUrl = (name: string): string => `/assets/blocks/${name}.txt`

/** Where a copy of the file with this hash lies, as `copied` has written it. */
export const copyUrl = (hash: string): string => blockUrl(blockName(hash))

const pairs = '<~@^'

/**
 * A text in which nothing on its way finds a page, a place for its own script or an address of mail: two pairs of signs
 * change places. The copy of a copy is the text itself.
 */
export const copied = (text: string): string => text.replace(/[<~@^]/g, sign => pairs.charAt(pairs.indexOf(sign) ^ 1))
