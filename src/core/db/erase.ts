import { promisifyRequest } from 'idb-keyval'
import { documentTypes } from '../../spec/documents.ts'
import { dropKey, isEncrypted, notify } from '../crypto/keyring.ts'
import { storeNames } from './connection.ts'
import { transact, writeTogether } from './database.ts'
import { deviceStore, recallIn } from './device-store.ts'
import type { Dossier } from './dossier.ts'
import { unmark } from './marker.ts'
import { sourceFileKey } from './source-files.ts'

/** What must be known of a request, whichever build has made it. */
interface Queued {
  id?: string
  dossier?: string
  held?: true
}

let erased = false

/** Everything was erased in this page: what it still holds must not be written again. */
export const isErased = (): boolean => erased

export function stopKeeping(): void {
  erased = true
}

/** The screens that held what was erased are gone; the next student may begin. */
export function keepAgain(): void {
  erased = false
}

const ofDossier = ['dossiers', 'originals', 'device', 'queue', 'payloads'] as const

/**
 * The draft, its key, its picked files and what was kept for them, its receipt's copy, in one step. What waits in the
 * queue still goes, unless `all` is given up; but what was handed over is the other device's to send.
 */
export async function eraseDossier(id: string, all = false): Promise<void> {
  const empty = await transact(ofDossier, async ({ dossiers, originals: sourceFiles, device, queue, payloads }) => {
    const row: Partial<Dossier> | undefined = await promisifyRequest(dossiers.get(id))
    const queued: Queued[] = await promisifyRequest(queue.getAll())
    // Also what only another build can read: nothing of a student may stay.
    for (const { id: item, dossier, held } of queued)
      if (item !== undefined && dossier === id && (all || (row?.handed && held))) {
        queue.delete(item)
        payloads.delete(item)
      }
    dossiers.delete(id)
    for (const document of documentTypes) {
      sourceFiles.delete(sourceFileKey(id, document))
      device.delete(deviceStore.attempts(id, document))
    }
    device.delete(deviceStore.receiptsOf(id))
    device.delete(deviceStore.guessKey(id))
    const awaiting = await recallIn(device, deviceStore.awaiting)
    if (awaiting?.dossier === id) device.delete(deviceStore.awaiting)
    return (await promisifyRequest(dossiers.count())) === 0
  })
  dropKey(id)
  if (isEncrypted(id)) notify({ kind: 'locked' })
  if (empty) unmark()
}

/**
 * Every store, every mark. The portal's own files stay: they hold nothing of anybody.
 * @throws DOMException when the disk did not let it: everything is there still, and may be written to
 */
export async function eraseEverything(): Promise<void> {
  stopKeeping()
  notify({ kind: 'erased' })
  try {
    await writeTogether(storeNames, stores => {
      for (const name of storeNames) stores[name].clear()
    })
  } catch (error) {
    keepAgain()
    throw error
  }
  clearBoxes()
}

interface Box {
  clear(): void
}

function clearBoxes(): void {
  const { localStorage, sessionStorage } = globalThis as { localStorage?: Box; sessionStorage?: Box }
  try {
    localStorage?.clear()
    sessionStorage?.clear()
  } catch {
    // Blocked cookies block these, too; then nothing lies in them.
  }
}
