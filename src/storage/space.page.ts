/** Five photos and their originals, at the worst moment; below it a full disk is near. Bytes. */
const enoughBytes = 30_000_000

/** Asks the browser not to clean us away. It may say no; it is asked once something is worth keeping. */
export async function askToPersist(): Promise<void> {
  const { storage } = navigator
  if (!storage?.persist || (await storage.persisted())) return
  await storage.persist()
}

/** The estimate is coarse (docs/platform.md, "The disk"): it can warn, but only a failed write knows. */
export async function isSpaceShort(): Promise<boolean> {
  const estimate = await navigator.storage?.estimate?.()
  if (!estimate?.quota) return false
  return estimate.quota - (estimate.usage ?? 0) < enoughBytes
}
