import { allPaths, hashOfText, listed, openFiles } from './files.ts'
import { partOf, renamed } from './names.rule.ts'

/**
 * In characters: no file of the portal is longer, while a script in a page can put anything into
 * this cache.
 */
const longest = 500_000

/**
 * Makes a file of one that an earlier version left on this device. After one changed screen most
 * files differ only in the names of other files: on 2G a student downloads that screen alone.
 * @param kept the keys of the cached files
 * @returns undefined where no result has the hash of the built file
 */
export async function rebuiltFile(
  path: string,
  kept: readonly Request[],
): Promise<Response | undefined> {
  const { integrity } = listed(path)
  const cache = await openFiles()
  for (const key of kept) {
    if (partOf(new URL(key.url).pathname) !== partOf(path)) continue
    // One that the disk does not give must not fail the update: the file may still come from the
    // network.
    const old = await textOf(cache.match(key)).catch(() => undefined)
    if (!old || old.length >= longest) continue
    const text = renamed(old, allPaths)
    if ((await hashOfText(text)) === integrity) return new Response(text)
  }
  return undefined
}

const textOf = async (found: Promise<Response | undefined>) => (await found)?.text()
