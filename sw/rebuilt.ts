import { blockName, blocksOf, namesIn } from './blocks.rule.ts'
import { firstPaths, freshBlock, hashOfText, laterPaths, listed, openFiles } from './files.ts'
import { partOf, renamed } from './names.rule.ts'

/** In characters: no file of the portal is longer, while a script in a page can put anything into this cache. */
const longest = 500_000

/**
 * Builds a file from those that earlier versions left on this device. After one changed screen nearly all files differ
 * only in the names of other files, and in few blocks of their own: on 2G a student downloads only these.
 * @param kept the keys of the cached files
 * @returns undefined where no result has the hash of the built file
 */
export async function rebuiltFile(path: string, kept: readonly Request[]): Promise<Response | undefined> {
  const { integrity, blocks = '' } = listed(path)
  try {
    const texts = await olderTexts(path, kept)
    for (const text of texts) if ((await hashOfText(text)) === integrity) return new Response(text)
    const text = await withNewBlocks(texts, namesIn(blocks))
    return text && (await hashOfText(text)) === integrity ? new Response(text) : undefined
  } catch {
    // A damaged entry, or a block that did not come: the whole file may still come.
    return undefined
  }
}

/** The cached versions of this file, with the file names of this build put in. */
async function olderTexts(path: string, kept: readonly Request[]): Promise<readonly string[]> {
  const cache = await openFiles()
  const texts: string[] = []
  for (const key of kept) {
    if (partOf(new URL(key.url).pathname) !== partOf(path)) continue
    const text = await (await cache.match(key))?.text().catch(() => undefined)
    if (text && text.length < longest) texts.push(renamed(text, [...firstPaths, ...laterPaths]))
  }
  return texts
}

/** If many blocks are new, the whole file costs less: it is one request and compresses better. */
async function withNewBlocks(texts: readonly string[], names: readonly string[]): Promise<string | undefined> {
  if (texts.length === 0 || names.length === 0) return undefined
  const known = new Map<string, string>()
  for (const block of texts.flatMap(blocksOf)) known.set(blockName(await hashOfText(block)), block)
  const missing = names.filter(name => !known.has(name))
  if (missing.length * 3 > names.length) return undefined
  const bring = async (name: string) => known.set(name, await freshBlock(name))
  await Promise.all(missing.map(bring))
  return names.map(name => known.get(name)).join('')
}
