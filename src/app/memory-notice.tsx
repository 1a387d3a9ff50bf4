import { useEffect } from 'react'
import { settings } from '../core/api/settings.ts'
import { isAtStake } from '../core/db/memory.page.ts'
import { storageTroubleText } from '../outbox/ui/text.ts'
import { useMemoryOnly } from '../outbox/use-outbox.ts'
import { Alert } from '../ui/feedback.tsx'
import * as appText from './text.ts'

const ask = (event: Event) => {
  if (isAtStake(settings.wizard)) event.preventDefault()
}

/** Stands above every page that keeps everything in its memory, and asks before that is lost. */
export function MemoryNotice() {
  const why = useMemoryOnly()
  useEffect(() => addEventListener('beforeunload', ask), [])
  return (
    <Alert tone="warning">
      {why && <p>{storageTroubleText[why]}</p>}
      <p>
        <strong>{appText.memoryOnly}</strong>
      </p>
    </Alert>
  )
}
