import { keptSourceFiles } from '../../core/db/source-files.ts'
import { documentText } from '../../documents/text.ts'
import { type Item, isDocument, mayGo } from '../../outbox/item.ts'
import { itemsOf } from '../../outbox/items.ts'
import type { DocumentType } from '../../spec/documents.ts'
import { otherText, shortCallText } from './erase-text.ts'

/** What erasing would lose, in words: documents by their names, short calls by what they do. */
export interface Unsent {
  /** The outbox sends these by itself. */
  waiting: string[]
  /** Refused, or chosen and not prepared: these need the student. */
  stuck: string[]
}

export function unsentOf(items: readonly Item[], sourceFiles: readonly DocumentType[]): Unsent {
  const open = items.filter(({ state }) => state !== 'accepted')
  const nameOf = ({ requestKey }: Item) =>
    isDocument(requestKey)
      ? documentText[requestKey].title
      : (shortCallText[requestKey] ?? otherText)
  // A transferred dossier is not sent from this device: its items count as stuck.
  const names = (goes: boolean) => open.filter(item => mayGo(item) === goes).map(nameOf)
  const unprepared = sourceFiles.filter(type => !open.some(({ requestKey }) => requestKey === type))
  return {
    waiting: [...new Set(names(true))],
    stuck: [...new Set([...names(false), ...unprepared.map(type => documentText[type].title)])],
  }
}

/** The unsent items of one stored dossier. */
export async function unsentIn(dossier: string): Promise<Unsent> {
  const [items, sourceFiles] = await Promise.all([itemsOf(dossier), keptSourceFiles(dossier)])
  return unsentOf(items, sourceFiles)
}

export const spoken = (names: readonly string[]): string => names.join(', ')
