import { keys } from 'idb-keyval'
import { secondPlace } from './connection.ts'
import { storeOf } from './database.ts'
import { deviceStore, recall } from './device-store.ts'
import { hasWitness } from './marker.ts'
import { readMode } from './shared-mode.ts'
import { within } from './within.ts'

/**
 * Whether this device holds something that a page must tell of or go on with: a dossier, a request,
 * a photo, a picker that was open when the last page ended, a loss; or students share it.
 */
export async function isInUse(): Promise<boolean> {
  // React lets the database have back what it has lost before it is read (put-back.page.ts).
  if (hasWitness() || (await hasCopies().catch(() => false))) return true
  if ((await readMode()) === 'shared') return true
  const stores = ['dossiers', 'queue', 'sourceFiles'] as const
  const held = await Promise.all(stores.map(store => keys(storeOf(store, true))))
  return held.some(({ length }) => length > 0) || (await recall(deviceStore.awaiting)) !== undefined
}

const hasCopies = async (): Promise<boolean> => within(caches.has(secondPlace), 1_000)
