import { transact } from './database.ts'
import { deviceStore, putCode, recall, recallIn } from './device-store.ts'
import { knownMode } from './shared-mode.ts'

/** The confirmed code that stays with its dossier on the student's own device; the outbox stores it (`record`). */

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
    if ((await recallIn(device, deviceStore.code(dossier))) === code) device.delete(deviceStore.code(dossier))
  })
}
