import { useEffect, useRef, useState } from 'react'
import { isDateWrong } from '../../core/api/clock.ts'
import { orderedMs, problemOf } from '../../core/api/problem.ts'
import { problemText } from '../../core/api/text.ts'
import type { Trouble } from '../../core/api/use-queries.ts'
import { signInAddress } from '../../spec/contacts.ts'
import { endedBetween } from '../../spec/deadline.ts'
import * as commonText from '../../spec/text.ts'
import { Alert } from '../../ui/feedback.tsx'
import { ReasonedButton } from '../../ui/form.tsx'
import { formatMoment, formatWait } from '../../ui/format.ts'
import { scrollToTop } from '../../ui/panels.tsx'
import { Spinner } from '../../ui/static-parts.tsx'
import { useTick } from '../../ui/use-lifecycle.ts'
import { type Item, needsCode } from '../item.ts'
import { useKeptDates } from '../use-outbox.ts'
import * as newsText from './news-text.ts'
import * as sendingText from './text.ts'
import { SignIn, Why } from './why.tsx'

interface CallProps {
  item: Item | undefined
  label: string
  /** The focus goes to the message; without it, the screen has a better place for the focus. */
  arrives?: boolean
}

/**
 * A call that the outbox makes for the student: under way, waiting for the network, or refused
 * (section 2).
 */
export function ShortCall({ item, label, arrives = false }: CallProps) {
  // A refusal is news again, also of a call that had been waiting.
  const news =
    item && (item.state === 'refused' || item.trouble) ? `${item.id} ${item.state}` : undefined
  useEffect(() => {
    if (news) scrollToTop()
  }, [news])
  // A question for a code appears in its own place (asked-code.tsx).
  if (!item || item.state === 'accepted' || needsCode(item)) return null
  if (item.state === 'refused')
    return (
      <Alert key={news} tone="danger" arrives={arrives}>
        <Refusal item={item} />
      </Alert>
    )
  if (!item.trouble) return <Spinner label={label} />
  return (
    <Alert tone="info" arrives={arrives}>
      <Why problem={item.trouble} at={item.notBefore} what={sendingText.leaves} />
    </Alert>
  )
}

export function refusalText({ reply, trouble }: Item): string {
  return reply?.msg || (trouble ? problemText(trouble) : sendingText.refused)
}

/**
 * When an item was written and when it arrived, by the provider's clock, where enrolment has closed
 * meanwhile.
 */
export function useLateText({ createdAt, settledAt }: Item): string | undefined {
  const dates = useKeptDates()
  if (!dates || settledAt === undefined || !endedBetween(dates, createdAt, settledAt))
    return undefined
  const { offset } = dates
  return sendingText.late(formatMoment(createdAt + offset), formatMoment(settledAt + offset))
}

/**
 * Why the provider has refused an item, in its own words, and whether it has only come too late.
 */
export function Refusal({ item }: { item: Item }) {
  const late = useLateText(item)
  return (
    <span>
      <span>{refusalText(item)}</span>
      {late && <br />}
      {late && <span>{late}</span>}
    </span>
  )
}

interface AskProps {
  label: string
  /** Why the form cannot be sent as it stands. */
  reason: string | undefined
  pending: boolean
  pendingLabel: string
  /** Why the provider may not be asked yet (useRetryAfter). */
  held: string | false
}

/** The end of a form whose answer is shown beside it. */
export function AskButton({ label, reason, pending, pendingLabel, held }: AskProps) {
  const button = useRef<HTMLButtonElement>(null)
  // Disabled while it waits, the button has lost the focus; where no answer takes it, a keyboard
  // user must not land at the top.
  useEffect(() => {
    if (!pending) return
    return () => {
      setTimeout(() => {
        if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
      })
    }
  }, [pending])
  return (
    <>
      <ReasonedButton ref={button} label={label} reason={held || reason} disabled={pending} />
      {pending && <Spinner label={pendingLabel} />}
    </>
  )
}

/**
 * Retry-After of a call that a button makes: the button is held until then, whatever else is typed
 * meanwhile.
 */
export function useRetryAfter() {
  const [until, setUntil] = useState(0)
  const left = until - Date.now()
  const held = left > 0
  useTick(held)
  return {
    /** Says when the button may be pressed again, while it may not. */
    held: held && sendingText.heldFor(formatWait(left)),
    hold: (error: unknown) => setUntil(Date.now() + orderedMs(problemOf(error))),
  }
}

const often = 4
const longMs = 24 * 3_600_000

/**
 * Sending fails again and again: the student can do more than wait, also than set the phone's date
 * right.
 */
export function failsAgain({ state, attempts, createdAt }: Item, now: number): boolean {
  return (
    state === 'waiting' &&
    !isDateWrong(now) &&
    (attempts >= often || (attempts > 0 && now - createdAt > longMs))
  )
}

/** What helps where sending fails again and again; on a Wi-Fi that wants a sign-in, its page. */
export function OtherNetwork({ items }: { items: readonly Item[] }) {
  const isLost = items.some(
    ({ trouble }) => trouble?.kind === 'offline' || trouble?.kind === 'captive',
  )
  return (
    <>
      <p>{newsText.failsAgain}</p>
      {isLost && (
        <p>
          <span>{`${newsText.openWifi} `}</span>
          <SignIn>{signInAddress}</SignIn>
        </p>
      )}
    </>
  )
}

interface TroubleProps {
  trouble: Trouble | undefined
  words?: string
  what?: string
  arrives?: boolean
  retry(): void
}

/**
 * Why a question has no answer, when it is asked again automatically, and a button to ask it now.
 */
export function TroubleAlert({ trouble, words, what, arrives = false, retry }: TroubleProps) {
  if (!trouble) return null
  return (
    <Alert tone="danger" arrives={arrives}>
      <p>
        <Why {...trouble} words={words} what={what} />
      </p>
      <button type="button" className="quiet" onClick={() => retry()}>
        {commonText.retry}
      </button>
    </Alert>
  )
}

/** Section 8: a list that can't be loaded is reported in red at the top of its form. */
export function ListTrouble({ trouble, retry }: TroubleProps) {
  const problem = trouble?.problem
  const why = problem?.kind === 'contract' ? sendingText.listIncomplete : problemText(problem)
  return <TroubleAlert trouble={trouble} words={sendingText.listMissing(why)} retry={retry} />
}
