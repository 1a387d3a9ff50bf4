import { get, set } from 'idb-keyval'
import { storeOf } from './database.ts'

/** The provider's last replies that still serve without a network. Nothing personal is kept here. */
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
