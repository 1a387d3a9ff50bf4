import type { QueryClient } from '@tanstack/react-query'
import { keptSourceFiles } from '../../core/db/source-files.ts'
import { documentText } from '../../documents/text.ts'
import { type Item, isDocument, mayGo } from '../../outbox/item.ts'
import { itemsOf } from '../../outbox/items.ts'
import type { DocumentType } from '../../spec/documents.ts'
import { otherText, shortCallText } from './erase-text.ts'

/** What would be lost, in words: documents by their names, short calls as what they are. */
export interface Unsent {
  /** Goes out by itself. */
  waiting: string[]
  /** Refused, or picked and not prepared: it needs the student. */
  stuck: string[]
}

export function unsentOf(items: readonly Item[], sourceFiles: readonly DocumentType[]): Unsent {
  const open = items.filter(({ state }) => state !== 'accepted')
  const nameOf = ({ slot: requestKey }: Item) =>
    isDocument(requestKey) ? documentText[requestKey].title : (shortCallText[requestKey] ?? otherText)
  // What was handed over does not go from here.
  const names = (goes: boolean) => open.filter(item => mayGo(item) === goes).map(nameOf)
  const unprepared = sourceFiles.filter(type => !open.some(({ slot: requestKey }) => requestKey === type))
  return {
    waiting: [...new Set(names(true))],
    stuck: [...new Set([...names(false), ...unprepared.map(type => documentText[type].title)])],
  }
}

/** Of one dossier, as it lies on the disk. */
export async function unsentIn(dossier: string): Promise<Unsent> {
  const [items, sourceFiles] = await Promise.all([itemsOf(dossier), keptSourceFiles(dossier)])
  return unsentOf(items, sourceFiles)
}

export const spoken = (names: readonly string[]): string => names.join(', ')

/** What is about nobody; everything else that was asked goes with the lock. */
const impersonal = ['list', 'currentBac', 'newestBac', 'chrono']

export function forgetReplies(client: QueryClient): void {
  const isPersonal = (key: readonly unknown[]) =>
    !impersonal.includes(String(key[0])) && !(key[0] === 'outbox' && key.length === 1)
  client.removeQueries({ predicate: ({ queryKey }) => isPersonal(queryKey) })
  client.getMutationCache().clear()
}
