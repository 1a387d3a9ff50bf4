import { type Item, wireBytes } from '../outbox/item.ts'
import type { DocumentType } from '../spec/documents.ts'
import { promisedBytes } from './image/ceilings.ts'
import { type DocumentView, isFailed } from './view.ts'

export interface Cost {
  photos: number
  /** On the line: what is kept by its real size, what is still to come by its ceiling. */
  bytes: number
  /** Every photo is there: nothing is a ceiling any more. */
  exact: boolean
  sentBytes: number
}

export function costOf(
  documents: readonly DocumentType[],
  items: readonly Item[],
  { economy, gzip }: { economy: boolean; gzip: boolean },
): Cost {
  const cost: Cost = { photos: documents.length, bytes: 0, exact: true, sentBytes: 0 }
  for (const document of documents) {
    const item = items.find(({ slot: requestKey }) => requestKey === document)
    const bytes = item ? wireBytes(item, gzip) : promisedBytes([document], economy, gzip)
    cost.bytes += bytes
    if (!item) cost.exact = false
    if (item?.state === 'accepted') cost.sentBytes += bytes
  }
  return cost
}

/** Which document shows who the student is, as far as the portal can tell. */
export type IdentityKind = 'passport' | 'card' | 'sheet' | 'parent'

/** A parent's document may be of any type, and the sheet for people under 18 names a person as well: they come first. */
const signs: readonly (readonly [IdentityKind, RegExp])[] = [
  ['parent', /parent|p[eè]re|m[eè]re|tut(?:eur|rice)/i],
  ['sheet', /fiche|descriptive|moins de 18/i],
  ['passport', /passe?port/i],
  ['card', /nina|biom[eé]t|carte/i],
]

/** From what was chosen in the first step, its code and its label alike: the list is the provider's, and may change. */
export const identityKind = (words: string): IdentityKind | undefined => signs.find(([, sign]) => sign.test(words))?.[0]

export type Announced = Pick<DocumentView, 'state' | 'fault'> & Partial<Pick<DocumentView, 'item'>>
export type Announcements = ReadonlyMap<DocumentType, Announced>

/** What has become of documents since the page was opened, for the one line that says so. */
export interface News {
  sent?: DocumentType
  /** Undefined again once something better has come. */
  failed?: DocumentType | undefined
}

/** What is new since the screen was last drawn. What a document was when the page opened is no news. */
export function newsSince(before: Announcements, now: Announcements): News {
  const changed = (is: (announced: Announced) => boolean) =>
    [...now].find(([document, announced]) => {
      const was = before.get(document)
      return was !== undefined && is(announced) && !is(was)
    })?.[0]
  const sent = changed(announced => announced.state === 'sent' && !isFailed(announced))
  const failed = changed(isFailed)
  return { ...(sent && { sent }), ...((sent ?? failed) && { failed }) }
}
