import type { Advice } from '../image/quality.ts'
import { adviceText } from '../image/text.ts'
import * as rowText from './row-text.ts'

interface AdviceProps {
  advice: readonly Advice[]
  /** The provider has all documents, and the screen goes on once this was decided on. */
  waits: boolean
  onKeep(): void
  onRetake(): void
}

/** Advice and never a wall: the photo is on its way already, a better one takes its place. */
export function AdviceBox({ advice, waits, onKeep, onRetake }: AdviceProps) {
  if (advice.length === 0) return null
  return (
    <div className="alert advice" role="status" data-tone="warning">
      {advice.map(each => (
        <p key={each}>{adviceText[each]}</p>
      ))}
      {waits && <p>{rowText.allReceived}</p>}
      <div className="pair">
        <button type="button" onClick={onRetake}>
          {rowText.retake}
        </button>
        <button type="button" className="quiet" onClick={onKeep}>
          {rowText.keepAnyway}
        </button>
      </div>
    </div>
  )
}
