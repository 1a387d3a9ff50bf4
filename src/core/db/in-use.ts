import { keys } from 'idb-keyval'
import { storeOf } from './database.ts'
import { deviceStore, recall } from './device-store.ts'
import { readMode } from './shared-mode.ts'
import { lostThings } from './witness.page.ts'

/**
 * Whether this device holds something that a page must tell of or go on with: a dossier, a request,
 * a photo, a picker that was open when the last page ended, a loss; or students share it.
 */
export async function isInUse(): Promise<boolean> {
  if ((await readMode()) === 'shared') return true
  const stores = ['dossiers', 'queue', 'sourceFiles'] as const
  const held = await Promise.all(stores.map(store => keys(storeOf(store, true))))
  if (Object.keys(lostThings.get()).length > 0) return true
  return held.some(({ length }) => length > 0) || (await recall(deviceStore.awaiting)) !== undefined
}
