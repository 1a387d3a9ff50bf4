import { promisifyRequest } from 'idb-keyval'
import { transact } from './database.ts'
import { deviceStore, recall, recallIn } from './device-store.ts'
import { knownMode } from './shared-mode.ts'

/**
 * Stores the last code that was accepted of a dossier, apart from the dossier, which may travel in
 * a transfer package. Not for a dossier that was erased meanwhile, nor on a shared device.
 */
export async function putCode(
  { device, dossiers }: Record<'device' | 'dossiers', IDBObjectStore>,
  dossier: string,
  code: string,
): Promise<boolean> {
  const isOwn = !(await recallIn(device, deviceStore.isShared))
  const isKept = isOwn && (await promisifyRequest(dossiers.count(dossier))) > 0
  if (isKept) device.put(code, deviceStore.code(dossier))
  return isKept
}

/** Undefined on a shared device. */
export async function keptCode(dossier: string): Promise<string | undefined> {
  return (await knownMode()) === 'own' ? recall(deviceStore.code(dossier)) : undefined
}

/** The receipt was given for this code: see `putCode`. */
export function keepCode(dossier: string, code: string): Promise<boolean> {
  return transact(['device', 'dossiers'], stores => putCode(stores, dossier, code))
}

/** Not a newer one that has been accepted meanwhile. */
export function dropCode(dossier: string, code: string): Promise<void> {
  return transact(['device'], async ({ device }) => {
    if ((await recallIn(device, deviceStore.code(dossier))) === code)
      device.delete(deviceStore.code(dossier))
  })
}
