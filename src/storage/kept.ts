import { get, set } from 'idb-keyval'
import { storeOf, writeTogether } from './database.ts'
import { deviceMac } from './device-keys.ts'
import { answersPrefix, isShared } from './shared-mode.ts'

/** The provider's last replies that still serve without a network. */
const kept = storeOf('kept')

export interface Kept<T> {
  reply: T
  /** Milliseconds, by this device's clock. */
  at: number
  /** What to add to this device's clock to have the provider's. */
  offset: number
}

export function keep<T>(name: string, value: Kept<T>): Promise<void> {
  return set(name, value, kept)
}

/** A store that can't be read has kept nothing: the network decides alone. */
export async function keptReply<T>(name: string): Promise<Kept<T> | undefined> {
  try {
    return await get<Kept<T>>(name, kept)
  } catch {
    return undefined
  }
}

/**
 * The answer to a student's own question, for reading it offline. The question stands there under this device's key only:
 * a bare hash of eight digits gives them away to whoever tries them all. A shared device keeps no answer at all.
 */
export async function keepAnswer<T>(question: string, reply: T, at: number): Promise<void> {
  if (await isShared()) return
  const name = await nameOf(question)
  const value: Kept<T> = { reply, at, offset: 0 }
  await writeTogether(['kept'], stores => {
    stores.kept.delete(bareHashes())
    stores.kept.put(value, name)
  })
}

export async function answerTo<T>(question: string): Promise<Kept<T> | undefined> {
  const name = await nameOf(question).catch((): undefined => undefined)
  return name === undefined ? undefined : keptReply<T>(name)
}

const nameOf = async (question: string) => `${answersPrefix}-mac/${await deviceMac(question)}`

/** What earlier versions kept. */
const bareHashes = () => IDBKeyRange.bound('answer/', 'answer/\uffff')
