import { useSyncExternalStore } from 'react'
import * as commonText from '../spec/text.ts'
import { Alert } from '../ui/alert.tsx'
import { replaced, update } from './bridge.ts'
import * as appText from './text.ts'

export function UpdateBanner() {
  const news = useSyncExternalStore(update.subscribe, update.get, () => 'none' as const)
  if (news === 'none') return null
  return (
    <Alert tone="info">
      <p>{news === 'ready' ? appText.updateReady : appText.updated}</p>
      <button type="button" className="quiet" onClick={news === 'ready' ? update.accept : update.reload}>
        {news === 'ready' ? appText.update : commonText.reload}
      </button>
    </Alert>
  )
}

/** Quiet: there is nothing to do about it. */
export function ReplacedNotice() {
  const isReplaced = useSyncExternalStore(replaced.subscribe, replaced.get, () => false)
  return (
    isReplaced && (
      <Alert tone="info">
        <p>{appText.replaced}</p>
      </Alert>
    )
  )
}
