import { get, promisifyRequest } from 'idb-keyval'
import { maxUploadBytes } from '../../spec/documents.ts'
import { type StorageTrouble, storeOf, transact } from './database.ts'
import { deviceStore, recallIn } from './device-store.ts'
import { allReceived, receivedPrefix } from './source-files.ts'

/** What is taken of what other apps give. Pure. */

/** A file that came from another app, until the student has said which document it is. */
export interface Received {
  name: string
  type: string
  /** Nothing of what was declined. */
  bytes?: ArrayBuffer
  declined?: Declined
}

/** What the worker could not put on the disk. */
export interface ReceivedFiles {
  all: readonly Received[]
  /** Why, where it is not that a shared device keeps nothing in the clear. */
  trouble?: StorageTrouble
}

export type Declined = 'tooLarge' | 'notAPicture' | 'tooMany'

/** They wait on the disk, and somebody else's page might send more of them than a phone can hold. */
export const mostReceived = 10

const names = /\.(?:jpe?g|png)$/i

/** What is in it is judged later (documents/image/judge.ts); what is refused already is not carried that far. */
export function declinedAs({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): Declined | undefined {
  if (!type.startsWith('image/') && !names.test(name)) return 'notAPicture'
  return size > maxUploadBytes ? 'tooLarge' : undefined
}

/** Nothing is dropped unsaid: what has no room is told in the place of the last. */
export function fitting(all: readonly Received[], waiting: number): Received[] {
  const places = Math.max(0, mostReceived - waiting)
  if (all.length <= places) return [...all]
  const declined = waiting > mostReceived ? [] : [{ name: '', type: '', declined: 'tooMany' as const }]
  return [...all.slice(0, places), ...declined]
}

/**
 * Files that other apps have shared with the portal. They lie beside the picked ones, in the clear and in the order in
 * which they came: a shared device has none of them on its disk.
 */
const sourceFiles = storeOf('originals')

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
  return sourceFiles('readonly', async store => (await promisifyRequest(store.getAllKeys(allReceived()))).map(String))
}

export const receivedAt = (key: string): Promise<Received | undefined> => get(key, sourceFiles)

export function forgetReceived(key: string): Promise<void> {
  return transact(['originals'], async stores => {
    stores.originals.delete(key)
  })
}
