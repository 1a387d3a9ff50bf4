import { flush } from './flush.ts'
import type { Item } from './item.ts'
import { listItems } from './items.ts'
import { forgetOrphans, releaseStrays } from './orphans.ts'
import { idle, ports } from './ports.ts'
import { hurryAll } from './queue.ts'

/** One round, of a page or of the worker. @returns what stands in the outbox after it */
export async function sendDue(): Promise<Item[]> {
  await releaseStrays(await listItems())
  await flush(ports)
  const items = await listItems()
  await forgetOrphans(items)
  return items
}

/** The network is back. */
export async function sendNow(): Promise<Item[]> {
  await hurryAll(ports.now())
  return sendDue()
}

/** For what is in no hurry, and leaves the line to what is: until nobody sends. */
export const untilIdle = (signal: AbortSignal): Promise<void> => idle(signal)
