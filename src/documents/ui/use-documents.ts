import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { listQuery } from '../../core/api/use-queries.ts'
import type { Dossier } from '../../core/db/dossiers.ts'
import { sourceFileKey } from '../../core/db/source-files.ts'
import { useStored } from '../../core/db/use-stored.ts'
import { loadPart } from '../../core/platform/lazy-part.ts'
import type { Item } from '../../outbox/item.ts'
import { onItemsChanged } from '../../outbox/items.ts'
import { useSending } from '../../outbox/use-outbox.ts'
import type { DocumentType } from '../../spec/documents.ts'
import { useController } from '../../ui/use-lifecycle.ts'
import { type IdentityKind, identityKind } from '../documents.rule.ts'
import { type GivenPhoto, givenOf, readyPhotos } from '../given.ts'
import { clock, createPicker } from '../phone-picker.ts'
import { photoService } from '../photo-service.page.ts'
import { type DocumentView, viewOf } from '../view.ts'
import { createTools, type Parts } from './tools.ts'

/** The documents of one dossier, and what each of them has. */
export interface Documents {
  dossier: Dossier
  given: readonly GivenPhoto[]
  view(document: DocumentType): DocumentView
}

/** @param items of this dossier; undefined until they have been read */
export function useDocuments(dossier: Dossier, items: readonly Item[] = []): Documents {
  const locals = useSyncExternalStore(photoService.subscribe, photoService.get)
  const sending = useSending()
  const { id } = dossier
  const { value: ready = [] } = useStored(['ready', id], () => readyPhotos(id), onItemsChanged)
  const given = givenOf(items, ready)
  const view = (document: DocumentType) => {
    const photo = given.find(one => one.document === document)
    return viewOf(locals[sourceFileKey(id, document)], photo, sending)
  }
  return { dossier, given, view }
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

/**
 * Whether to offer our own camera: the phone's picker brings nothing, or the file input opens none
 * (a computer).
 */
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

/** @param dossier whose photos they show: another one closes them */
export const useTools = (dossier: string) =>
  // biome-ignore lint/correctness/useExhaustiveDependencies: tools of their own for each dossier
  useController(useMemo(() => createTools(parts), [dossier]))
