import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { listQuery } from '../../core/api/use-queries.ts'
import { sourceFileKey } from '../../core/db/source-files.ts'
import { askToPersist } from '../../core/db/space.page.ts'
import { useStored } from '../../core/db/use-stored.ts'
import { loadPart } from '../../core/platform/lazy-part.ts'
import type { Item } from '../../outbox/item.ts'
import { onItemsChanged } from '../../outbox/items.ts'
import { useSending } from '../../outbox/use-outbox.ts'
import type { DocumentType } from '../../spec/documents.ts'
import { useController } from '../../ui/use-lifecycle.ts'
import { type IdentityKind, identityKind } from '../documents.rule.ts'
import type { Edit } from '../image/geometry.ts'
import { clock, createPicker } from '../picker.ts'
import { preparation } from '../preparation.page.ts'
import { givenOf, readyItems, type Source } from '../source.ts'
import type { UploadTarget } from '../upload-target.ts'
import { type DocumentView, viewOf } from '../view.ts'
import { createTools, type Parts } from './tools.ts'

/** The actions on the documents of one dossier, and the state of each document. */
export interface Documents {
  view(document: DocumentType): DocumentView
  choose(document: DocumentType, file: File): Promise<void>
  /** Without a source, edits the photo that was picked last on this page. */
  edit(document: DocumentType, edit: Edit, source?: Source): Promise<void>
  /** The student has read the advice and keeps the photo. */
  keepAnyway(document: DocumentType): void
  remove(document: DocumentType): Promise<void>
  resend(item: Item): Promise<void>
}

export function useDocuments(to: UploadTarget, items: readonly Item[] | undefined): Documents {
  const locals = useSyncExternalStore(preparation.subscribe, preparation.get)
  const sending = useSending()
  const itemOf = (document: DocumentType) => items?.find(({ requestKey }) => requestKey === document)
  return {
    view: document => viewOf(locals[sourceFileKey(to.dossier, document)], itemOf(document), sending),
    choose: (document, file) => preparation.choose(to, document, file).then(askToPersist),
    edit: (document, wanted, source) => preparation.edit(to, document, wanted, source),
    keepAnyway: document => preparation.keepAnyway(to, document),
    remove: document => preparation.remove(to, document, itemOf(document)),
    resend: preparation.resend,
  }
}

/** A dossier's items and its prepared photos. Both are read again after each change of the outbox. */
export function useGiven(dossier: string, items: readonly Item[]): Item[] {
  const { value = [] } = useStored(['ready', dossier], () => readyItems(dossier), onItemsChanged)
  return givenOf(items, value)
}

/** Derived from the chosen code where it is telling, and else from its label. */
export function useIdentityKind(code: string): IdentityKind | undefined {
  const kind = identityKind(code)
  const { data } = useQuery({ ...listQuery('identityDocuments'), enabled: code !== '' && !kind })
  return kind ?? identityKind(data?.find(choice => choice.code === code)?.libelle ?? '')
}

export function usePicker(dossier: string, prepares: boolean) {
  const picker = useMemo(() => createPicker(dossier, clock, prepares), [dossier, prepares])
  useEffect(() => {
    const seen = () => picker.seen(document.visibilityState === 'visible')
    picker.look().catch(reportError)
    document.addEventListener('visibilitychange', seen)
    addEventListener('focus', seen)
    return () => {
      picker.shut()
      document.removeEventListener('visibilitychange', seen)
      removeEventListener('focus', seen)
    }
  }, [picker])
  return useController(picker)
}

/** Whether to offer our own camera: the phone's picker brings nothing, or the file input opens none (a computer). */
export function useInPageCamera(inVain: boolean): boolean {
  const [present, setPresent] = useState(false)
  const needed = inVain || !('capture' in HTMLInputElement.prototype)
  useEffect(() => {
    if (!needed) return
    // Without https, navigator.mediaDevices is undefined.
    const devices = navigator.mediaDevices as MediaDevices | undefined
    devices
      ?.enumerateDevices()
      .then(all => setPresent(all.some(({ kind }) => kind === 'videoinput')))
      .catch(reportError)
  }, [needed])
  return needed && present
}

const parts: Parts = {
  editor: () => loadPart(() => import('./editor.tsx')),
  camera: () => loadPart(() => import('./camera.tsx')),
}

export const useTools = (dossier: string) => useController(useMemo(() => createTools(dossier, parts), [dossier]))
