import { promisifyRequest } from 'idb-keyval'
import { documentTypes } from '../../spec/documents.ts'
import { dropKey, isEncrypted, notify } from '../crypto/keyring.ts'
import { needDisk, storeNames } from './connection.ts'
import { transact, writeTogether } from './database.ts'
import { deviceStore, recallIn } from './device-store.ts'
import type { Dossier } from './dossier.ts'
import { letGoFirst, ofDossier } from './let-go.ts'
import { clearMarkers, unmarkKept } from './marker.ts'
import { sourceFileKey } from './source-files.ts'

/** The fields of a queued request that erasing needs, whichever build wrote it. */
interface Queued {
  id?: string
  dossier?: string
  held?: true
}

let erased = false

/**
 * Whether everything was erased: what this page still holds in memory must not be written again.
 */
export const isErased = (): boolean => erased

export function stopKeeping(): void {
  erased = true
}

/** Call once the screens that held the erased data are gone, so that the next student may begin. */
export function keepAgain(): void {
  erased = false
}

const everywhere = ['dossiers', 'sourceFiles', 'device', 'queue', 'payloads'] as const

/**
 * Erases the draft, its key, its source files with their counts, its code and its saved receipt, in
 * one transaction. Its queued requests are still sent, unless `all` erases them too, or the dossier
 * was transferred and the other device sends them.
 */
export async function eraseDossier(id: string, all = false): Promise<void> {
  const erase = () =>
    transact(everywhere, async ({ dossiers, sourceFiles, device, queue, payloads }) => {
      const row: Partial<Dossier> | undefined = await promisifyRequest(dossiers.get(id))
      const queued: (Queued | null)[] = await promisifyRequest(queue.getAll())
      // Also requests that only another build can read: nothing of the student may stay.
      for (const { id: item, dossier, held } of queued.map(row => row ?? {}))
        if (item !== undefined && dossier === id && (all || (row?.transferred && held))) {
          queue.delete(item)
          payloads.delete(item)
        }
      dossiers.delete(id)
      for (const document of documentTypes) {
        sourceFiles.delete(sourceFileKey(id, document))
        device.delete(deviceStore.attempts(id, document))
      }
      device.delete(deviceStore.receiptsOf(id))
      device.delete(deviceStore.code(id))
      device.delete(deviceStore.guessKey(id))
      const awaiting = await recallIn(device, deviceStore.awaiting)
      if (awaiting?.dossier === id) device.delete(deviceStore.awaiting)
      return (await promisifyRequest(dossiers.count())) === 0
    })
  const empty = await letGoFirst(ofDossier(id), erase)
  dropKey(id)
  if (isEncrypted(id)) notify({ kind: 'locked' })
  if (empty) unmarkKept()
}

/**
 * Empties every store and removes every marker. The portal's own cached files stay: they hold no
 * personal data.
 * @throws DOMException if the disk refused: everything is still there, and may be written to
 */
export async function eraseEverything(): Promise<void> {
  // What the student means lies there.
  needDisk()
  stopKeeping()
  notify({ kind: 'erased' })
  try {
    await letGoFirst(
      () => true,
      () =>
        writeTogether(storeNames, stores => {
          for (const name of storeNames) stores[name].clear()
        }),
    )
  } catch (error) {
    keepAgain()
    throw error
  }
  clearMarkers()
}
