import { firstPaths, freshFile, keepFile, keptBytes, openFiles } from './files.ts'
import { hadBefore } from './later.ts'
import { rebuiltFile } from './rebuilt.ts'

/**
 * On 2G a file at a time would wait a whole round trip for each. Chromium lets an installing worker have three requests
 * under way, and the lists that the page asks it for would wait behind a fourth.
 */
const atOnce = 3

/**
 * Brings what is not there whole, a few at a time. After a cut, the next try keeps the files that came.
 * @throws TypeError when a file does not come, or is not what was built; the old version then stays in charge
 */
export async function install(): Promise<void> {
  const left = [...firstPaths, ...(await hadBefore())]
  const kept = await (await openFiles()).keys()
  const lane = async () => {
    for (let path = left.shift(); path; path = left.shift())
      if (!(await keptBytes(path)))
        await keepFile(path, (await rebuiltFile(path, kept)) ?? (await freshFile(path, false)))
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
