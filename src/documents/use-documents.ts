import { useSyncExternalStore } from 'react'
import type { Item } from '../outbox/item.ts'
import { record } from '../outbox/queue.ts'
import { announce } from '../outbox/signals.ts'
import { useSending } from '../outbox/use-outbox.ts'
import type { Mend } from '../photos/geometry.ts'
import type { DocumentType } from '../rules/documents.ts'
import { type Dossier, originalKey } from '../storage/dossiers.ts'
import { choose, currentLocals, keepAnyway, mend, remove, watchLocals } from './desk.ts'
import type { Source } from './source.ts'
import { documentState } from './state.ts'
import { destinationOf } from './take.ts'
import type { DocumentView, Local } from './view.ts'

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

export function useDocuments(
  dossier: string,
  kind: Dossier['kind'],
  matricule: string,
  items: readonly Item[] | undefined,
): Documents {
  const to = destinationOf(dossier, kind, matricule)
  const locals = useSyncExternalStore(watchLocals, currentLocals)
  const sending = useSending()
  const itemOf = (document: DocumentType) => items?.find(({ slot }) => slot === document)

  const view = (document: DocumentType): DocumentView => {
    const { preparing, ...rest }: Local = locals[originalKey(dossier, document)] ?? { preparing: false }
    const item = itemOf(document)
    const state = documentState({ item, preparing, sendingId: sending?.id, fault: rest.fault })
    const progress = state === 'sending' && sending ? { sent: sending.sent, total: sending.total } : undefined
    // It was too late to take it back.
    const advice = rest.removed && state === 'sent' ? (['received'] as const) : (rest.advice ?? [])
    return { ...rest, advice, state, item, progress }
  }
  return {
    view,
    choose: (document, file) => choose(to, document, file),
    mend: (document, wanted, source) => mend(to, document, wanted, source),
    keepAnyway: document => keepAnyway(to, document),
    remove: document => remove(to, document, itemOf(document)),
    resend,
  }
}

async function resend(item: Item): Promise<void> {
  await record(item.id, { kind: 'resent' }, Date.now())
  announce({ kind: 'changed' })
}
