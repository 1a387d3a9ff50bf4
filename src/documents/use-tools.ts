import { useCallback, useState } from 'react'
import type { Item } from '../outbox/item.ts'
import type { DocumentType } from '../rules/documents.ts'
import { type Source, sourceOf } from './source.ts'
import { notAtHandMessage, notLoadedMessage } from './text.ts'

type Editor = typeof import('./editor/editor.tsx').Editor
type Camera = typeof import('./camera/camera.tsx').Camera

type Tool =
  | { kind: 'editor'; document: DocumentType; source: Source; Editor: Editor }
  | { kind: 'camera'; document: DocumentType; Camera: Camera }

/** The editor and the camera: their code comes with the first use, since many a student needs neither. */
export function useTools(dossier: string, items: readonly Item[]) {
  const [open, setOpen] = useState<Tool>()
  const [trouble, setTrouble] = useState<{ document: DocumentType; words: string }>()
  const close = useCallback(() => {
    setOpen(undefined)
    setTrouble(undefined)
  }, [])

  const show = (document: DocumentType, tool: Promise<Tool | undefined>) => {
    setTrouble(undefined)
    tool.then(
      // The photo may have arrived, and been forgotten here, while it was asked for.
      found => (found ? setOpen(found) : setTrouble({ document, words: notAtHandMessage })),
      () => setTrouble({ document, words: notLoadedMessage }),
    )
  }
  const openEditor = (document: DocumentType) =>
    show(
      document,
      (async () => {
        const item = items.find(({ slot }) => slot === document)
        const [source, { Editor }] = await Promise.all([
          sourceOf(dossier, document, item).catch(() => undefined),
          import('./editor/editor.tsx'),
        ])
        return source && { kind: 'editor', document, source, Editor }
      })(),
    )
  const openCamera = (document: DocumentType) =>
    show(
      document,
      import('./camera/camera.tsx').then(({ Camera }) => ({ kind: 'camera', document, Camera })),
    )
  return { open, trouble, close, openEditor, openCamera }
}
