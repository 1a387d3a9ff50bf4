import type { DocumentType } from '../rules/documents.ts'
import { readThenWrite, writeTogether } from './database.ts'

/** How often a page has begun to prepare a photo that an earlier page left behind; among the kept replies. */
export const attemptsKey = (dossier: string, document: DocumentType) => `attempts/${dossier}/${document}`

/** @returns which attempt this is; written before it begins, since it may end this page as it did the one before */
export async function countAttempt(dossier: string, document: DocumentType): Promise<number> {
  let attempts = 0
  await readThenWrite(['kept'], ({ kept }) => {
    const reading = kept.get(attemptsKey(dossier, document))
    reading.onsuccess = () => {
      attempts = ((reading.result as number | undefined) ?? 0) + 1
      kept.put(attempts, attemptsKey(dossier, document))
    }
  })
  return attempts
}

export function forgetAttempts(dossier: string, document: DocumentType): Promise<void> {
  return writeTogether(['kept'], stores => {
    stores.kept.delete(attemptsKey(dossier, document))
  })
}
