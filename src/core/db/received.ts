import { get, promisifyRequest } from 'idb-keyval'
import { storeOf, transact } from './database.ts'
import { deviceStore, recallIn } from './device-store.ts'
import { allReceived, receivedPrefix } from './originals.ts'
import { fitting, type Received } from './received.rule.ts'

/**
 * Files that other apps have shared with the portal. They lie beside the picked ones, in the clear and in the order in
 * which they came: a shared device has none of them on its disk.
 */
const originals = storeOf('originals')

/** @returns false on a shared device: nothing has been kept then */
export function keepReceived(all: readonly Received[], now: number): Promise<boolean> {
  return transact(['originals', 'device'], async stores => {
    if (await recallIn(stores.device, deviceStore.isShared)) return false
    const waiting = await promisifyRequest(stores.originals.count(allReceived()))
    for (const [place, one] of fitting(all, waiting).entries())
      stores.originals.put(one, `${receivedPrefix}${now}-${place.toString(36)}-${crypto.randomUUID()}`)
    return true
  })
}

/** The oldest first. */
export async function listReceived(): Promise<string[]> {
  return originals('readonly', async store => (await promisifyRequest(store.getAllKeys(allReceived()))).map(String))
}

export const receivedAt = (key: string): Promise<Received | undefined> => get(key, originals)

export function forgetReceived(key: string): Promise<void> {
  return transact(['originals'], async stores => {
    stores.originals.delete(key)
  })
}
