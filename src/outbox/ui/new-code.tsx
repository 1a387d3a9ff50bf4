import { useLayoutEffect, useState } from 'react'
import { newCodeAfterSeconds } from '../../spec/limits.ts'
import * as smsCodeText from './sms-code-text.ts'

interface NewCodeProps {
  askedAt: number | undefined
  /** It is asked for already. */
  asked: boolean
  onNewCode(): void
}

/** docs/behaviour.md: offered 60 s after the last code was asked for. */
export function NewCode({ askedAt, asked, onNewCode }: NewCodeProps) {
  const left = useSecondsLeft(askedAt)
  if (left > 0) return <p className="hint">{smsCodeText.newCodeIn(left)}</p>
  return (
    <button type="button" className="quiet" aria-disabled={asked} onClick={() => asked || onNewCode()}>
      {smsCodeText.newCode}
    </button>
  )
}

/** Until a new code is offered. A clock that is set back meanwhile begins the wait anew, and makes it no longer. */
function useSecondsLeft(askedAt = 0): number {
  const [left, setLeft] = useState(0)
  // Before it is drawn: the button may not be there for a moment.
  useLayoutEffect(() => {
    let from = askedAt
    const look = () => {
      const now = Date.now()
      from = Math.min(from, now)
      const seconds = newCodeAfterSeconds - Math.floor((now - from) / 1000)
      setLeft(seconds)
      if (seconds <= 0) clearInterval(timer)
    }
    const timer = setInterval(look, 1000)
    look()
    return () => clearInterval(timer)
  }, [askedAt])
  return left
}
