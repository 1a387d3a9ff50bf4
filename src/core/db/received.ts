import { get, promisifyRequest } from 'idb-keyval'
import { maxUploadBytes } from '../../spec/documents.ts'
import { isDamage } from './damage.ts'
import { type StorageTrouble, storeOf, transact } from './database.ts'
import { deviceStore, recallIn } from './device-store.ts'
import { allReceived, receivedPrefix } from './source-files.ts'

/** A file that came from another app, until the student has said which document it is. */
export interface Received {
  name: string
  type: string
  /** Missing if the file was declined. */
  bytes?: ArrayBuffer
  declined?: Declined
}

/** The files that the worker could not write to disk. */
export interface ReceivedFiles {
  all: readonly Received[]
  /** Why the write failed; undefined where nothing may be stored unencrypted. */
  trouble?: StorageTrouble
}

export type Declined = 'tooLarge' | 'notAPicture' | 'tooMany' | 'unread'

/**
 * The files wait on the disk, and a page of another site might post more of them than a phone can
 * hold.
 */
export const mostReceived = 10

const names = /\.(?:jpe?g|png)$/i

/** Declines by name, type and size; the content is judged later (documents/image/judge.ts). */
export function findDecline({
  name,
  type,
  size,
}: Pick<File, 'name' | 'type' | 'size'>): Declined | undefined {
  if (!type.startsWith('image/') && !names.test(name)) return 'notAPicture'
  return size > maxUploadBytes ? 'tooLarge' : undefined
}

/** The files that there is room for; a last entry tells the student that the rest was declined. */
export function fitReceived(all: readonly Received[], waiting: number): Received[] {
  const places = Math.max(0, mostReceived - waiting)
  if (all.length <= places) return [...all]
  const declined =
    waiting > mostReceived ? [] : [{ name: '', type: '', declined: 'tooMany' as const }]
  return [...all.slice(0, places), ...declined]
}

/**
 * Files that other apps have shared with the portal. They are stored beside the source files,
 * unencrypted and in the order in which they came, on a device that a page has found to be one
 * student's own.
 */
const sourceFiles = storeOf('sourceFiles', true)

/**
 * @returns false on a shared device, and until a page has said that it is none: nothing is stored
 * then
 */
export function keepReceived(all: readonly Received[], now: number): Promise<boolean> {
  return transact(['sourceFiles', 'device'], async stores => {
    if ((await recallIn(stores.device, deviceStore.isShared)) !== false) return false
    const waiting = await promisifyRequest(stores.sourceFiles.count(allReceived()))
    for (const [place, one] of fitReceived(all, waiting).entries())
      stores.sourceFiles.put(
        one,
        `${receivedPrefix}${now}-${place.toString(36)}-${crypto.randomUUID()}`,
      )
    return true
  })
}

/** The oldest first. */
export async function listReceived(): Promise<string[]> {
  return sourceFiles('readonly', async store =>
    (await promisifyRequest(store.getAllKeys(allReceived()))).map(String),
  )
}

/** A file that the device has lost is told as one that could not be read. */
export async function readReceived(key: string): Promise<Received | undefined> {
  const lost: Received = { name: '', type: '', declined: 'unread' }
  const row = await get<Received | undefined>(key, sourceFiles).catch((error: unknown) => {
    if (!isDamage(error)) throw error
    return lost
  })
  return row && !row.declined && !(row.bytes instanceof ArrayBuffer) ? lost : row
}

export function forgetReceived(key: string): Promise<void> {
  return transact(['sourceFiles'], async stores => {
    stores.sourceFiles.delete(key)
  })
}
