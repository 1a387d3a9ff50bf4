import {
  Altered,
  altered,
  firstPaths,
  freshCopy,
  freshFile,
  keepFile,
  keptBytes,
  openFiles,
} from './files.ts'
import { hadBefore } from './later.ts'
import { rebuiltFile } from './rebuilt.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * On 2G, one file at a time would wait a whole round trip for each. Chromium lets an installing
 * worker have three requests under way: behind a fourth, the lists that the page asks the worker
 * for would wait.
 */
const atOnce = 3

/**
 * Downloads what is missing or damaged, a few files at a time. After a cut, the next try keeps the
 * files that came.
 * @throws TypeError when a file does not come, or is not what was built; the old version then stays
 * in charge
 * @throws Altered
 */
export async function install(): Promise<void> {
  const left = [...firstPaths, ...(await hadBefore())]
  const files = await openFiles()
  const kept = await files.keys()
  const lane = async () => {
    for (let path = left.shift(); path; path = left.shift())
      if (!(await keptBytes(path)))
        await keepInTurn(path, (await rebuiltFile(path, kept)) ?? (await freshFile(path, false)))
  }
  try {
    // After a try that met what is altered in every form, the smallest page tells whether it still
    // is.
    if (await files.match(altered)) await freshCopy('/index.html')
    await Promise.all(Array.from({ length: atOnce }, lane))
  } catch (error) {
    if (error instanceof Altered) {
      left.length = 0
      await tellAltered(files)
    }
    throw error
  }
}

/** No page belongs to this worker yet; one that does not listen yet makes a try of its own. */
async function tellAltered(files: Cache): Promise<void> {
  await files.put(altered, new Response())
  // Where a version is in charge, the portal opens without a network all the same.
  if (self.registration.active) return
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages) page.postMessage({ type: 'ALTERED' })
}

let storing = Promise.resolve()

/**
 * One file at a time, in idle turns: on a phone of few cores the browser compiles what is stored,
 * and a tap goes first.
 */
function keepInTurn(path: string, file: Response): Promise<void> {
  const kept = storing.then(idleTurn).then(() => keepFile(path, file))
  storing = kept.catch(() => undefined)
  return kept
}

const { scheduler } = globalThis as {
  scheduler?: { postTask?(work: () => void, how: object): Promise<void> }
}

const idleTurn = (): Promise<void> =>
  scheduler?.postTask?.(() => undefined, { priority: 'background' }) ??
  new Promise(resolve => setTimeout(resolve))
