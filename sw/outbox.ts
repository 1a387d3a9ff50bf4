import { flush } from '../src/outbox/flush.ts'
import { forgetOrphans } from '../src/outbox/orphans.ts'
import { ports } from '../src/outbox/ports.ts'
import { hurryAll, listItems } from '../src/outbox/queue.ts'

/**
 * Background Sync has woken the worker: the network is back, and no page may be open.
 * @throws Error while something still waits, so that the browser wakes us again
 */
export async function sendWaiting(lastChance: boolean): Promise<void> {
  await hurryAll(ports.now())
  await flush(ports)
  const items = await listItems()
  await forgetOrphans(items)
  const waiting = items.filter(item => item.state === 'waiting')
  if (waiting.length > 0 && !lastChance) throw new Error(`${waiting.length} requests still wait for the network.`)
}
