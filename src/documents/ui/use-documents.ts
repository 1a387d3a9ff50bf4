import { useSyncExternalStore } from 'react'
import { originalKey } from '../../core/db/originals.ts'
import { askToPersist } from '../../core/db/space.page.ts'
import type { Item } from '../../outbox/item.ts'
import { useSending } from '../../outbox/use-outbox.ts'
import type { DocumentType } from '../../spec/documents.ts'
import { desk } from '../desk.page.ts'
import type { Destination } from '../destination.ts'
import type { Mend } from '../image/geometry.ts'
import type { Source } from '../source.ts'
import { type DocumentView, viewOf } from '../view.ts'

/** What can be done with the documents of one dossier, and where each of them stands. */
export interface Documents {
  view(document: DocumentType): DocumentView
  choose(document: DocumentType, file: File): Promise<void>
  /** Without a source: the photo that was picked last on this page. */
  mend(document: DocumentType, mend: Mend, source?: Source): Promise<void>
  /** The advice was read and not taken. */
  keepAnyway(document: DocumentType): void
  remove(document: DocumentType): Promise<void>
  resend(item: Item): Promise<void>
}

export function useDocuments(to: Destination, items: readonly Item[] | undefined): Documents {
  const locals = useSyncExternalStore(desk.subscribe, desk.get)
  const sending = useSending()
  const itemOf = (document: DocumentType) => items?.find(({ slot }) => slot === document)
  return {
    view: document => viewOf(locals[originalKey(to.dossier, document)], itemOf(document), sending),
    choose: (document, file) => desk.choose(to, document, file).then(askToPersist),
    mend: (document, wanted, source) => desk.mend(to, document, wanted, source),
    keepAnyway: document => desk.keepAnyway(to, document),
    remove: document => desk.remove(to, document, itemOf(document)),
    resend: desk.resend,
  }
}
