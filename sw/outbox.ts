import { mayGo } from '../src/outbox/item.ts'
import { sendNow } from '../src/outbox/send.ts'

/**
 * Background Sync has woken the worker: the network is back, and no page may be open.
 * @throws Error while something still waits, so that the browser wakes us again
 */
export async function sendWaiting(lastChance: boolean): Promise<void> {
  const waiting = (await sendNow()).filter(mayGo)
  if (waiting.length > 0 && !lastChance) throw new Error(`${waiting.length} requests still wait for the network.`)
}
