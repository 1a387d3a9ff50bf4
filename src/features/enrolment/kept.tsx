import { useSyncExternalStore } from 'react'
import type { StorageTrouble } from '../../core/db/storage-trouble.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Draft } from './draft.ts'
import * as wizardText from './text.ts'

interface KeptProps {
  draft: Draft
  /** What kept the last write from the disk. */
  trouble: StorageTrouble | undefined
  /** Nothing was answered yet. */
  empty: boolean
}

/** Whether the answers are on this device's disk. Apart, since it changes with every letter. */
export function Kept({ draft: { keeping }, trouble, empty }: KeptProps) {
  const busy = useSyncExternalStore(keeping.subscribe, keeping.get, keeping.get)
  if (trouble) return <span>{trouble === 'full' ? wizardText.noRoom : wizardText.notSaved}</span>
  if (busy) return <span>{wizardText.beingSaved}</span>
  if (empty) return null
  return (
    <span>
      <Icon name="check" /> {wizardText.allSaved}
    </span>
  )
}
