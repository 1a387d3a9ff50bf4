import { sendInParts } from '../src/core/api/send-in-parts.ts'
import { setPartsLoader } from '../src/core/api/whole-or-parts.ts'
import { copyDue } from '../src/core/db/second-place.ts'
import { mayGo } from '../src/outbox/item.ts'
import { sendNow } from '../src/outbox/send.ts'

setPartsLoader(async () => ({ sendInParts }))

/**
 * Background Sync has woken the worker: the network is back, and perhaps no page is open.
 * @throws Error while something still waits, so that the browser wakes the worker again
 */
export async function sendWaiting(lastChance: boolean): Promise<void> {
  const waiting = (await sendNow()).filter(mayGo)
  await copyDue()
  if (waiting.length > 0 && !lastChance)
    throw new Error(`${waiting.length} requests still wait for the network.`)
}
