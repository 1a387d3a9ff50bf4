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

/** How long the browser keeps what lies here: for good, until room is short, for a week of which nobody comes. */
export type Lasting = 'kept' | 'room' | 'week'

/**
 * What the browser itself says of it; a private window does not say that it is one, and nobody guesses.
 * @param forgets it is a browser of Apple's, which forgets a site that nobody has installed and nobody opens
 */
export async function howLong(forgets: boolean): Promise<Lasting> {
  if (await navigator.storage?.persisted?.()) return 'kept'
  return forgets ? 'week' : 'room'
}
