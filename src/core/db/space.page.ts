import { within } from './within.ts'

/**
 * Bytes: five photos and their source files, at the worst moment. With less free, the disk is
 * nearly full.
 */
const enoughBytes = 30_000_000

let asked: Promise<void> | undefined

/**
 * Asks the browser never to evict the portal's data, once an answer or a photo is stored. The
 * browser may refuse, and Firefox asks the student, so the portal asks only once a page.
 */
export function askToPersist(): Promise<void> {
  asked ??= ask().catch(() => undefined)
  return asked
}

/** Bytes. A browser that has less can open no database, and says so by many names. */
const leastBytes = 2_000_000
/** Milliseconds. */
const soonMs = 1_000

/** Whether the disk fails because it is full, as far as this browser tells (docs/platform.md). */
export const isFull = (): Promise<boolean> =>
  within(isSpaceShort(leastBytes), soonMs).catch(() => false)

async function ask(): Promise<void> {
  const { storage } = navigator
  if (storage?.persist && !(await storage.persisted())) await storage.persist()
}

/**
 * The estimate is coarse (docs/platform.md, "The disk"): it can warn, but only a failed write is
 * certain.
 */
export async function isSpaceShort(least = enoughBytes): Promise<boolean> {
  const estimate = await navigator.storage?.estimate?.()
  if (!estimate?.quota) return false
  return estimate.quota - (estimate.usage ?? 0) < least
}
