import { firstPaths, freshFile, keepFile, keptBytes, openFiles } from './files.ts'
import { hadBefore } from './later.ts'
import { rebuiltFile } from './rebuilt.ts'

/**
 * On 2G, one file at a time would wait a whole round trip for each. Chromium lets an installing worker have three
 * requests under way: behind a fourth, the lists that the page asks the worker for would wait.
 */
const atOnce = 3

/**
 * Downloads what is missing or damaged, a few files at a time. After a cut, the next try keeps the files that came.
 * @throws TypeError when a file does not come, or is not what was built; the old version then stays in charge
 */
export async function install(): Promise<void> {
  const left = [...firstPaths, ...(await hadBefore())]
  const kept = await (await openFiles()).keys()
  const lane = async () => {
    for (let path = left.shift(); path; path = left.shift())
      if (!(await keptBytes(path)))
        await keepInTurn(path, (await rebuiltFile(path, kept)) ?? (await freshFile(path, false)))
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

let storing = Promise.resolve()

/** One file at a time, in idle turns: on a phone of few cores the browser compiles what is stored, and a tap goes first. */
function keepInTurn(path: string, file: Response): Promise<void> {
  const kept = storing.then(idleTurn).then(() => keepFile(path, file))
  storing = kept.catch(() => undefined)
  return kept
}

const { scheduler } = globalThis as { scheduler?: { postTask?(work: () => void, how: object): Promise<void> } }

const idleTurn = (): Promise<void> =>
  scheduler?.postTask?.(() => undefined, { priority: 'background' }) ?? new Promise(resolve => setTimeout(resolve))
