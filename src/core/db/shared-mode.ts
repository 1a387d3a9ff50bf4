import { promisifyRequest } from 'idb-keyval'
import { isEncrypted, notify, onNotice } from '../crypto/keyring.ts'
import { createState } from '../platform/signals.ts'
import { transact, writeTogether } from './database.ts'
import { deviceStore, recall, recallIn } from './device-store.ts'
import { markShared, wasShared } from './marker.ts'
import { allReceived } from './source-files.ts'

/** "Appareil partagé": the device passes from student to student. Remembered by the device, not by a student. */
const flag = deviceStore.isShared

export type Mode = 'unknown' | 'shared' | 'own'

const mode = createState<Mode>('unknown')

export const { get: currentMode, subscribe: watchMode } = mode

export async function readMode(): Promise<Mode> {
  mode.set((await readFlag().catch(wasShared)) ? 'shared' : 'own')
  return mode.get()
}

/** A browser that threw the database away has left the mark: the device was shared, and knows it again from now on. */
async function readFlag(): Promise<boolean> {
  const known = await recall(flag)
  if (known !== undefined || !wasShared()) return known === true
  // Where that can't be written, the mark goes on telling it.
  await rememberShared().catch(() => undefined)
  return true
}

function rememberShared(): Promise<void> {
  return transact(['device'], async stores => {
    // Another tab may just have turned it off.
    if ((await recallIn(stores.device, flag)) === undefined) stores.device.put(true, flag)
  })
}

/** For whoever must not begin before it is known. */
export const knownMode = async (): Promise<Mode> => (mode.get() === 'unknown' ? readMode() : mode.get())

/** Asked of the disk, for whoever is about to write. */
export const isShared = (): Promise<boolean> => readFlag()

/**
 * From now on nothing is kept in the clear. Gone with the same write: the answers to students' questions, and the photos of
 * other apps that have no place yet, since nobody knows whose they are.
 */
export async function shareDevice(): Promise<void> {
  await writeTogether(['device', 'originals'], stores => {
    stores.originals.delete(allReceived())
    stores.device.put(true, flag)
    stores.device.delete(deviceStore.allReplies())
  })
  markShared(true)
  mode.set('shared')
  notify({ kind: 'mode' })
}

/** @returns false while a sealed dossier is on the device: its student alone can open it */
export async function ownDevice(): Promise<boolean> {
  const free = await transact(['device', 'dossiers'], async stores => {
    const ids = await promisifyRequest(stores.dossiers.getAllKeys())
    if (ids.some(id => isEncrypted(String(id)))) return false
    // Said, and not only forgotten: a tab that asks before the mark is gone must not share the device again.
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
