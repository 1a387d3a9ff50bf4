import { useCallback, useState } from 'react'
import type { Item } from '../outbox/item.ts'
import type { DocumentType } from '../rules/documents.ts'
import { type Source, sourceOf } from './source.ts'

type Editor = typeof import('./editor/editor.tsx').Editor
type Camera = typeof import('./camera/camera.tsx').Camera

type Tool =
  | { kind: 'editor'; document: DocumentType; source: Source; Editor: Editor }
  | { kind: 'camera'; document: DocumentType; Camera: Camera }

/** The editor and the camera: their code comes with the first use, since many a student needs neither. */
export function useTools(dossier: string, items: readonly Item[]) {
  const [open, setOpen] = useState<Tool>()
  const [failed, setFailed] = useState(false)
  const close = useCallback(() => setOpen(undefined), [])

  const show = (tool: Promise<Tool | undefined>) => {
    setFailed(false)
    tool.then(setOpen, () => setFailed(true))
  }
  const openEditor = (document: DocumentType) =>
    show(
      (async () => {
        const [source, { Editor }] = await Promise.all([
          sourceOf(
            dossier,
            document,
            items.find(({ slot }) => slot === document),
          ),
          import('./editor/editor.tsx'),
        ])
        return source && { kind: 'editor', document, source, Editor }
      })(),
    )
  const openCamera = (document: DocumentType) =>
    show(import('./camera/camera.tsx').then(({ Camera }) => ({ kind: 'camera', document, Camera })))
  return { open, failed, close, openEditor, openCamera }
}
