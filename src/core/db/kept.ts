import { set } from 'idb-keyval'
import { storeOf, writeTogether } from './database.ts'
import { deviceMac, deviceStore, type Kept, type Key, recall } from './device-store.ts'
import { isShared } from './shared-mode.ts'

/** The provider's last replies that still serve without a network. */
const device = storeOf('device')

export function keep<K extends Kept<unknown>>(key: Key<K>, value: K): Promise<void> {
  return set(key, value, device)
}

/** A store that can't be read has kept nothing: the network decides alone. */
export async function keptReply<K extends Kept<unknown>>(key: Key<K>): Promise<K | undefined> {
  try {
    return await recall(key)
  } catch {
    return undefined
  }
}

/**
 * The answer to a student's own question, for reading it offline. The question stands there under this device's key only:
 * a bare hash of eight digits gives them away to whoever tries them all. A shared device keeps no answer at all.
 */
export async function keepReply<T>(question: string, reply: T, at: number): Promise<void> {
  if (await isShared()) return
  const name = await nameOf(question)
  const value: Kept<T> = { reply, at, offset: 0 }
  await writeTogether(['device'], stores => {
    stores.device.delete(deviceStore.bareReplies())
    stores.device.put(value, name)
  })
}

/** What was said of a file before its student has sent something anew does not hold any more. */
export function dropReplies(): Promise<void> {
  return writeTogether(['device'], stores => {
    stores.device.delete(deviceStore.allReplies())
  })
}

export async function replyTo<T>(question: string): Promise<Kept<T> | undefined> {
  const name = await nameOf<T>(question).catch((): undefined => undefined)
  return name === undefined ? undefined : keptReply(name)
}

const nameOf = async <T>(question: string) => deviceStore.reply(await deviceMac(question)) as Key<Kept<T>>
