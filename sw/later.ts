import { awaitIdle } from '../src/outbox/turn.ts'
import {
  freshFile,
  isThere,
  keepFile,
  laterPaths,
  openFiles,
  partial,
  wantedPaths,
} from './files.ts'
import { thoseHad, upToLastHad } from './had.rule.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * The lazy files follow the installation when the link is idle; until then each is loaded when a
 * page asks for it.
 */

/**
 * Lazy files that an installation brings all the same, so that what the student could do offline
 * before an update still works after it. A device without the mark has had all files, which may be
 * split differently by now.
 */
export async function hadBefore(): Promise<readonly string[]> {
  const files = await openFiles()
  if (!self.registration.active) {
    await files.put(partial, new Response())
    return []
  }
  const kept = (await files.keys()).map(({ url }) => new URL(url).pathname)
  const later = (await files.match(partial)) ? upToLastHad(laterPaths, kept) : laterPaths
  return [...later, ...thoseHad(wantedPaths, kept)]
}

let bringing = Promise.resolve()

/**
 * A file that does not come now is tried again at the next visit, or when a page asks for it. Each
 * visit makes a try of its own, since a running one may be about to fail.
 */
export function bringLater(): Promise<void> {
  bringing = bringing.then(bring).catch(() => undefined)
  return bringing
}

/** One file at a time; pauses while the outbox sends, and stops once there is an update. */
async function bring(): Promise<void> {
  const { registration } = self
  const over = new AbortController()
  // The update takes charge only once the event that waits for this function has ended
  // (docs/platform.md).
  registration.onupdatefound = () => over.abort()
  for (const path of laterPaths) {
    if (await isThere(path)) continue
    // The update would not install a lazy file that it has not seen here, and would delete it.
    if (registration.installing || registration.waiting) return
    await awaitIdle(over.signal)
    await keepFile(path, await freshFile(path, false, over.signal))
  }
  await (await openFiles()).delete(partial)
}
