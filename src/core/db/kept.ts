import { set } from 'idb-keyval'
import type { LastDates } from '../../spec/window.ts'
import { createState } from '../platform/signals.ts'
import { storeOf, writeTogether } from './database.ts'
import { deviceMac, deviceStore, type Kept, type Key, recall } from './device-store.ts'
import { isShared } from './shared-mode.ts'
import { within } from './within.ts'

/** Stores the provider's last replies, which are still of use without a network. */
const device = storeOf('device')

/**
 * The newest dates that this device has stored for a start without a network, as far as this page
 * knows.
 */
export const keptDates = createState<LastDates | undefined>(undefined)

export function keep<K extends Kept<unknown>>(key: Key<K>, value: K): Promise<void> {
  return set(key, value, device)
}

/**
 * A store that can't be read, or does not answer, counts as empty: then only the network answers.
 */
export async function keptReply<K extends Kept<unknown>>(key: Key<K>): Promise<K | undefined> {
  try {
    return await within(recall(key))
  } catch {
    return undefined
  }
}

/**
 * Stores the answer to a student's own question, to be read offline. The question is stored only as
 * a hash with this device's key: without a key, trying all eight-digit numbers would reveal it. A
 * shared device stores no answer.
 */
export async function keepReply<T>(question: string, reply: T, at: number): Promise<void> {
  if (await isShared()) return
  const name = await nameOf(question)
  const value: Kept<T> = { reply, at, offset: 0 }
  await writeTogether(['device'], stores => {
    stores.device.put(value, name)
  })
}

/** Drops the stored answers: once the student has sent something new, they are outdated. */
export function dropReplies(): Promise<void> {
  return writeTogether(['device'], stores => {
    stores.device.delete(deviceStore.allReplies())
  })
}

export async function replyTo<T>(question: string): Promise<Kept<T> | undefined> {
  const name = await within(nameOf<T>(question)).catch((): undefined => undefined)
  return name === undefined ? undefined : keptReply(name)
}

const nameOf = async <T>(question: string) =>
  deviceStore.reply(await deviceMac(question)) as Key<Kept<T>>
