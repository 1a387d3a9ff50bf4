import { get, set } from 'idb-keyval'
import { storeOf } from './database.ts'

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

/** The answer to a student's own question, for reading it offline; the question itself stands there as a hash only. */
export async function keepAnswer<T>(question: string, reply: T, at: number): Promise<void> {
  await keep(await hashed(question), { reply, at, offset: 0 })
}

export async function answerTo<T>(question: string): Promise<Kept<T> | undefined> {
  return keptReply<T>(await hashed(question))
}

async function hashed(question: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(question))
  return `answer/${Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')}`
}
