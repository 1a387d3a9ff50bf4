import type { Dossier } from '../../../src/core/db/dossiers.ts'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, vi } from 'vitest'
import { lock } from '../../../src/core/crypto/keyring.ts'
import { writeTogether } from '../../../src/core/db/database.ts'
import { readMode } from '../../../src/core/db/shared-mode.ts'

/** As a browser wipes it; the open connection must give way. */
export function wipeDevice(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase('portail')
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
}

/** As they are named on phones. */
const storeNames = ['dossiers', 'sourceFiles', 'queue', 'payloads', 'device'] as const
export type Disk = Record<(typeof storeNames)[number], Record<string, unknown>>

/** Everything that is on the device, read past the code under test. */
export function readDisk(): Promise<Disk> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('portail')
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const database = request.result
      const disk: Disk = { dossiers: {}, sourceFiles: {}, queue: {}, payloads: {}, device: {} }
      const transaction = database.transaction([...storeNames], 'readonly')
      for (const name of storeNames) {
        const cursor = transaction.objectStore(name).openCursor()
        cursor.onsuccess = () => {
          if (!cursor.result) return
          disk[name][String(cursor.result.key)] = cursor.result.value
          cursor.result.continue()
        }
      }
      transaction.oncomplete = () => {
        database.close()
        resolve(disk)
      }
    }
  })
}

/** Makes the stores, so that a disk can be read before anything was kept. */
export function openDevice(): Promise<void> {
  return writeTogether(['device'], () => {})
}

/** What is on the device, whichever writes it comes from. */
export async function readContent(): Promise<Disk> {
  const disk = await readDisk()
  for (const store of Object.values(disk))
    for (const row of Object.values(store)) if (typeof row === 'object' && row) Reflect.deleteProperty(row, 'revision')
  return disk
}

/** A dossier as a screen has read it. */
export async function readDossier(id: string): Promise<Dossier> {
  return (await readDisk()).dossiers[id] as Dossier
}

/** Another phone: nothing is on it, and no dossier is open. */
export async function freshDevice(): Promise<void> {
  lock()
  await wipeDevice()
  await openDevice()
  await readMode()
}

/** Such a phone before each test of the file. Its browser has no Web Locks: this tab is alone with itself. */
export function onFreshDevice(): void {
  beforeEach(async () => {
    vi.stubGlobal('navigator', {})
    await freshDevice()
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })
}
