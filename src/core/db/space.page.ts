/** Five photos and their originals, at the worst moment; below it a full disk is near. Bytes. */
const enoughBytes = 30_000_000

let asked: Promise<void> | undefined

/**
 * Asks the browser not to clean us away, once something is at stake: an answer or a photo is kept. It may say no, and
 * Firefox asks the student: once a page is enough.
 */
export function askToPersist(): Promise<void> {
  asked ??= ask().catch(() => undefined)
  return asked
}

async function ask(): Promise<void> {
  const { storage } = navigator
  if (storage?.persist && !(await storage.persisted())) await storage.persist()
}

/** The estimate is coarse (docs/platform.md, "The disk"): it can warn, but only a failed write knows. */
export async function isSpaceShort(): Promise<boolean> {
  const estimate = await navigator.storage?.estimate?.()
  if (!estimate?.quota) return false
  return estimate.quota - (estimate.usage ?? 0) < enoughBytes
}
