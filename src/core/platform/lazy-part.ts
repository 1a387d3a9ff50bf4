/**
 * The one way to load what a page does not need at once (docs/architecture.md, "From a screen to
 * its folder").
 */

/**
 * Milliseconds until a part that did not come is asked for once more: perhaps only a packet was
 * lost.
 */
const soonMs = 500

/** Milliseconds between two tries of a part that is still wanted; each wait is twice the last. */
export const againMs = 5_000
const longestMs = 60_000

/** A part has not come, nor did it when it was asked for again. */
export class MissingPart extends Error {}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/**
 * @param load an `import()`, of which the build makes a chunk (build/stages.ts)
 * @throws MissingPart for a sentence with a button, which calls this again
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    await pause(soonMs)
  }
  return load().catch(cause => {
    throw new MissingPart('A part of the portal did not come.', { cause })
  })
}

/**
 * Loads a part that something goes on without: tries until it comes, or until the signal aborts.
 */
export async function awaitPart<T>(
  load: () => Promise<T>,
  signal?: AbortSignal,
  onMissing?: () => void,
): Promise<T | undefined> {
  for (let waitMs = againMs; !signal?.aborted; waitMs = Math.min(2 * waitMs, longestMs)) {
    const part = await loadPart(load).catch(onMissing ?? (() => undefined))
    if (part) return part
    await pause(waitMs)
  }
  return undefined
}

/**
 * Whether the server no longer has a file of this build. A captive portal or a missing network does
 * not prove it.
 */
export async function isBuildGone(file: string): Promise<boolean> {
  const { status } = await fetch(file, { method: 'HEAD', cache: 'no-store' })
  return status === 404 || status === 410
}
