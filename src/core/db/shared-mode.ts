import { get, promisifyRequest } from 'idb-keyval'
import { isEncrypted, notify, onNotice } from '../crypto/keyring.ts'
import { createState } from '../platform/signals.ts'
import { needDisk } from './connection.ts'
import { storeOf, transact, writeTogether } from './database.ts'
import { deviceStore, recallIn } from './device-store.ts'
import { letGoFirst } from './let-go.ts'
import { markShared, wasShared } from './marker.ts'
import { allReceived } from './source-files.ts'

/**
 * "Appareil partagé": the device passes from student to student. Stored for the device, not in a
 * dossier.
 */
const flag = deviceStore.isShared

export type Mode = 'unknown' | 'shared' | 'own'

const mode = createState<Mode>('unknown')

export const { get: currentMode, subscribe: watchMode } = mode

export async function readMode(): Promise<Mode> {
  // Before the disk answers, if it does.
  if (mode.get() === 'unknown' && wasShared()) mode.set('shared')
  mode.set((await readFlag().catch(wasShared)) ? 'shared' : 'own')
  return mode.get()
}

/**
 * In a new database, or one that the browser has wiped, the marker decides; a page stores what it
 * says, since the worker can't read it.
 */
async function readFlag(): Promise<boolean> {
  const known: unknown = await get(flag, storeOf('device', true))
  const marked = wasShared()
  if (typeof known === 'boolean') return known
  // A worker reads no marker: for it, a damaged flag hides a shared device.
  if (marked === undefined) return known !== undefined
  // If that can't be written, the marker still tells it next time.
  await rememberMode(marked).catch(() => undefined)
  return marked
}

function rememberMode(shared: boolean): Promise<void> {
  return transact(['device'], async stores => {
    // Another tab may just have changed the mode.
    if (typeof (await recallIn(stores.device, flag)) !== 'boolean') stores.device.put(shared, flag)
  })
}

/** The mode; waits until it has been read from disk. */
export const knownMode = async (): Promise<Mode> =>
  mode.get() === 'unknown' ? readMode() : mode.get()

/** Reads the disk again, for code that is about to write. */
export const isShared = (): Promise<boolean> => readFlag()

/**
 * From now on nothing is stored unencrypted. The same write deletes the answers to students'
 * questions, the confirmed codes, and the photos from other apps that no document has used yet,
 * since it is unknown whose they are.
 */
export async function shareDevice(): Promise<void> {
  const share = () =>
    writeTogether(['device', 'sourceFiles'], stores => {
      stores.sourceFiles.delete(allReceived())
      stores.device.put(true, flag)
      stores.device.delete(deviceStore.allReplies())
      stores.device.delete(deviceStore.allCodes())
    })
  await letGoFirst(({ owner }) => !isEncrypted(owner), share)
  markShared(true)
  mode.set('shared')
  notify({ kind: 'mode' })
}

/** @returns false while an encrypted dossier is on the device: only its student can open it */
export async function ownDevice(): Promise<boolean> {
  needDisk()
  const free = await transact(['device', 'dossiers'], async stores => {
    const ids = await promisifyRequest(stores.dossiers.getAllKeys())
    if (ids.some(id => isEncrypted(String(id)))) return false
    // Writes false instead of deleting: a tab that reads before the marker is removed must not set
    // it to shared again.
    stores.device.put(false, flag)
    return true
  })
  if (!free) return false
  markShared(false)
  mode.set('own')
  notify({ kind: 'mode' })
  return true
}

onNotice(({ kind }) => {
  if (kind === 'mode') void readMode()
})
