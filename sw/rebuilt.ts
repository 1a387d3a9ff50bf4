import { blockName, blocksOf, namesIn } from './blocks.rule.ts'
import { firstPaths, freshBlock, hashOf, laterPaths, listed, openFiles } from './files.ts'
import { partOf, renamed } from './names.rule.ts'

/** In characters. No file of the portal is so long, and script in a page can lay anything among the files. */
const longest = 500_000

/**
 * A file made of those that other versions have left on this device. One changed screen gives nearly all files new names of
 * others, and of its own few blocks: on 2G a student pays for these alone.
 * @param kept the keys of what lies among the files
 * @returns undefined where nothing here comes to what was built
 */
export async function rebuiltFile(path: string, kept: readonly Request[]): Promise<Response | undefined> {
  const { integrity, blocks = '' } = listed(path)
  try {
    const texts = await olderTexts(path, kept)
    for (const text of texts) if ((await hashOfText(text)) === integrity) return new Response(text)
    const text = await withNewBlocks(texts, namesIn(blocks))
    return text && (await hashOfText(text)) === integrity ? new Response(text) : undefined
  } catch {
    // A broken entry, or a block that did not come: the whole file may.
    return undefined
  }
}

const hashOfText = (text: string) => hashOf(new TextEncoder().encode(text))

/** What lies there of this part, as it would be if nothing but names had changed. */
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

/** Many blocks of their own cost more than the whole file, which is one request and compresses better. */
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
