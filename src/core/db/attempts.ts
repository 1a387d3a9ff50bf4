import type { DocumentType } from '../../spec/documents.ts'
import { transact, writeTogether } from './database.ts'
import { deviceStore, recallIn } from './device-store.ts'

/** @returns which attempt this is; written before it begins, since it may end this page as it did the one before */
export function countAttempt(dossier: string, document: DocumentType): Promise<number> {
  const key = deviceStore.attempts(dossier, document)
  return transact(['device'], async ({ device }) => {
    const attempts = ((await recallIn(device, key)) ?? 0) + 1
    device.put(attempts, key)
    return attempts
  })
}

export function forgetAttempts(dossier: string, document: DocumentType): Promise<void> {
  return writeTogether(['device'], ({ device }) => {
    device.delete(deviceStore.attempts(dossier, document))
  })
}
