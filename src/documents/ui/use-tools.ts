import { useMemo } from 'react'
import { useController } from '../../ui/use-controller.ts'
import { createTools, type Parts } from './tools.ts'

const parts: Parts = {
  editor: () => import('./editor.tsx'),
  camera: () => import('./camera.tsx'),
}

export const useTools = (dossier: string) => useController(useMemo(() => createTools(dossier, parts), [dossier]))
