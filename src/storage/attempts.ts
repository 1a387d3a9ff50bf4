import { promisifyRequest } from 'idb-keyval'
import type { DocumentType } from '../rules/documents.ts'
import { transact, writeTogether } from './database.ts'

/** How often a page has begun to prepare a photo that an earlier page left behind; among the kept replies. */
export const attemptsKey = (dossier: string, document: DocumentType) => `attempts/${dossier}/${document}`

/** @returns which attempt this is; written before it begins, since it may end this page as it did the one before */
export function countAttempt(dossier: string, document: DocumentType): Promise<number> {
  const key = attemptsKey(dossier, document)
  return transact(['kept'], async ({ kept }) => {
    const before: number | undefined = await promisifyRequest(kept.get(key))
    const attempts = (before ?? 0) + 1
    kept.put(attempts, key)
    return attempts
  })
}

export function forgetAttempts(dossier: string, document: DocumentType): Promise<void> {
  return writeTogether(['kept'], stores => {
    stores.kept.delete(attemptsKey(dossier, document))
  })
}
