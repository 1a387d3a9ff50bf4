import { untilIdle } from '../src/outbox/send.ts'
import { freshFile, isThere, keepFile, laterPaths, openFiles, partial } from './files.ts'
import { upToLastHad } from './had.rule.ts'

declare const self: ServiceWorkerGlobalScope

/** What an enrolment can do without follows its installation when the line is idle; until then it comes when it is wanted. */

/**
 * What an installation brings all the same: whatever could be done without a network before an update can be done after
 * it. A device without the mark has had everything, and everything may be cut into other parts by now.
 */
export async function hadBefore(): Promise<readonly string[]> {
  const files = await openFiles()
  if (!self.registration.active) {
    await files.put(partial, new Response())
    return []
  }
  if (!(await files.match(partial))) return laterPaths
  const kept = (await files.keys()).map(({ url }) => new URL(url).pathname)
  return upToLastHad(laterPaths, kept)
}

let bringing = Promise.resolve()

/**
 * What does not come now is asked for again at the next visit, or once it is wanted. Each visit has a try of its own: one
 * that is under way may be about to fail.
 */
export function bringLater(): Promise<void> {
  bringing = bringing.then(bring).catch(() => undefined)
  return bringing
}

/** One file at a time, and none while something is being sent, or once there is an update. */
async function bring(): Promise<void> {
  const { registration } = self
  const over = new AbortController()
  // It takes over only once the event that waits for this has ended (docs/platform.md).
  registration.onupdatefound = () => over.abort()
  for (const path of laterPaths) {
    if (await isThere(path)) continue
    // What an update has not seen here it would not bring, and would let go of.
    if (registration.installing || registration.waiting) return
    await untilIdle(over.signal)
    await keepFile(path, await freshFile(path, false, over.signal))
  }
  await (await openFiles()).delete(partial)
}
