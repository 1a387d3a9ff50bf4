import { useMemo, useSyncExternalStore } from 'react'
import { createTools, type Parts } from './tools.ts'

const parts: Parts = {
  editor: () => import('./editor/editor.tsx'),
  camera: () => import('./camera/camera.tsx'),
}

export function useTools(dossier: string) {
  const tools = useMemo(() => createTools(dossier, parts), [dossier])
  return { ...tools, ...useSyncExternalStore(tools.subscribe, tools.get) }
}
