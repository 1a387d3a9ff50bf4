import { blockName, blocksOf, namesIn } from './blocks.rule.ts'
import { firstPaths, freshBlock, hashOf, laterPaths, listed, openFiles } from './files.ts'
import { partOf, renamed } from './names.rule.ts'

/**
 * A file made of the one that another version has left on this device. One changed screen gives nearly all files new names
 * of others, and of its own few blocks: on 2G a student pays for these alone.
 * @returns undefined where nothing here comes to what was built
 */
export async function rebuiltFile(path: string): Promise<Response | undefined> {
  const { integrity, blocks = '' } = listed(path)
  const cache = await openFiles()
  for (const key of await cache.keys()) {
    if (partOf(new URL(key.url).pathname) !== partOf(path)) continue
    const kept = await cache.match(key)
    if (!kept) continue
    const text = renamed(await kept.text(), [...firstPaths, ...laterPaths])
    for (const make of [() => text, () => withNewBlocks(text, namesIn(blocks))]) {
      const bytes = new TextEncoder().encode(await make())
      if ((await hashOf(bytes)) === integrity) return new Response(bytes, { headers: kept.headers })
    }
  }
  return undefined
}

/** The whole file costs less than most of its blocks, and one request. */
async function withNewBlocks(text: string, names: readonly string[]): Promise<string> {
  const known = new Map<string, string>()
  for (const block of blocksOf(text)) known.set(blockName(await hashOf(new TextEncoder().encode(block))), block)
  const missing = names.filter(name => !known.has(name))
  if (missing.length * 2 > names.length) return ''
  for (const name of missing) known.set(name, await freshBlock(name))
  return names.map(name => known.get(name)).join('')
}
