/** At least so many characters, and on to where something begins: what changes in one block leaves the others as they are. */
const block = /.{5000,}?(?=function |=>\{|$)|.+$/gs

export const blocksOf = (text: string): readonly string[] => text.match(block) ?? []

/** Long enough to tell the blocks of a file apart; the file's own hash says whether it came out right. */
const nameLength = 6

/** @param hash of the block, as `sha256-` with base64 */
export const blockName = (hash: string): string =>
  hash
    .slice(7, 7 + nameLength)
    .replaceAll('+', '-')
    .replaceAll('/', '_')

export const namesIn = (blocks: string): readonly string[] => blocks.match(/.{6}/g) ?? []

export const blockUrl = (name: string): string => `/assets/blocks/${name}.txt`
