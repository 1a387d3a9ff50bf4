import type { Problem } from '../../core/api/problem.ts'
import { againText, problemText } from '../../core/api/text.ts'
import { signInAddress } from '../../spec/contacts.ts'
import { formatWait } from '../../ui/format.ts'
import { useTick } from '../../ui/use-lifecycle.ts'
import * as sendingText from './text.ts'

interface WhyProps {
  problem: Problem | undefined
  /** When the next attempt is made, in milliseconds; undefined where no clock decides. */
  at: number | undefined
  words?: string | undefined
  /** What continues once there is a network. */
  what?: string | undefined
}

/**
 * Why something has not arrived, and when it is tried again. A screen reader does not read each
 * second aloud.
 */
export function Why({ problem, at, words = problemText(problem), what }: WhyProps) {
  useTick(true)
  const left = at && at - Date.now()
  const when = left && (left > 0 ? sendingText.inTime(formatWait(left)) : sendingText.soon)
  return (
    <>
      <span>{`${words} `}</span>
      <span aria-live="off">{againText(problem, when, what)}</span>
      {problem?.kind === 'captive' && <SignIn>{sendingText.openNetwork}</SignIn>}
    </>
  )
}

/** Opens beside the portal: nothing of this page is left. */
export const SignIn = ({ children }: { children: string }) => (
  <a className="tap" href={signInAddress} target="_blank" rel="noreferrer">
    {children}
  </a>
)
