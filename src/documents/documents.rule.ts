import type { DocumentType } from '../spec/documents.ts'
import type { GivenPhoto } from './given.ts'
import { promisedBytes } from './image/ceilings.ts'
import { type DocumentView, isFailed } from './view.ts'

export interface Cost {
  photos: number
  /** Bytes to send: the real size of a prepared photo, the ceiling of one that is still to come. */
  bytes: number
  /** Every document has a photo, so `bytes` contains no ceiling. */
  exact: boolean
  sentBytes: number
}

export function costOf(
  documents: readonly DocumentType[],
  given: readonly GivenPhoto[],
  { economy, gzip }: { economy: boolean; gzip: boolean },
): Cost {
  const cost: Cost = { photos: documents.length, bytes: 0, exact: true, sentBytes: 0 }
  for (const document of documents) {
    const photo = given.find(one => one.document === document)
    const bytes = photo
      ? photo.wire[gzip ? 'gzipped' : 'plain']
      : promisedBytes([document], economy, gzip)
    cost.bytes += bytes
    if (!photo) cost.exact = false
    if (photo?.request?.state === 'accepted') cost.sentBytes += bytes
  }
  return cost
}

/** Which document shows who the student is, as far as the portal can tell. */
export type IdentityKind = 'passport' | 'card' | 'sheet' | 'parent'

/**
 * The first match wins. A parent's document may be of any type, and the sheet for people under 18
 * names a person as well: both come first.
 */
const signs: readonly (readonly [IdentityKind, RegExp])[] = [
  ['parent', /parent|p[eè]re|m[eè]re|tut(?:eur|rice)/i],
  ['sheet', /fiche|descriptive|moins de 18/i],
  ['passport', /passe?port/i],
  ['card', /nina|biom[eé]t|carte/i],
]

/**
 * `words`: the code or the label of the choice in the first step. The provider's list may change,
 * so patterns match both.
 */
export const identityKind = (words: string): IdentityKind | undefined =>
  signs.find(([, sign]) => sign.test(words))?.[0]

export type Announced = Pick<DocumentView, 'state' | 'fault'> & Partial<Pick<DocumentView, 'item'>>
export type Announcements = ReadonlyMap<DocumentType, Announced>

/**
 * The last documents that were sent or failed since the page was opened, for the status line above
 * the rows.
 */
export interface News {
  sent?: DocumentType
  /** Undefined again once a later document was sent. */
  failed?: DocumentType | undefined
}

/**
 * What changed since the last render. The state in which a document was when the page opened is not
 * news.
 */
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
