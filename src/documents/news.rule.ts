import type { DocumentType } from '../spec/documents.ts'
import { type DocumentView, isFailed } from './view.ts'

export type Told = Pick<DocumentView, 'state' | 'fault'> & Partial<Pick<DocumentView, 'item'>>
export type Tellings = ReadonlyMap<DocumentType, Told>

/** What has become of documents since the page was opened, for the one line that says so. */
export interface News {
  sent?: DocumentType
  /** Undefined again once something better has come. */
  failed?: DocumentType | undefined
}

/** What is new since the screen was last drawn. What a document was when the page opened is no news. */
export function newsSince(before: Tellings, now: Tellings): News {
  const changed = (is: (told: Told) => boolean) =>
    [...now].find(([document, told]) => {
      const was = before.get(document)
      return was !== undefined && is(told) && !is(was)
    })?.[0]
  const sent = changed(told => told.state === 'sent' && !isFailed(told))
  const failed = changed(isFailed)
  return { ...(sent && { sent }), ...((sent ?? failed) && { failed }) }
}
