import { useLayoutEffect, useState } from 'react'
import { useLists } from '../forms/use-lists.ts'
import { type Item, inSlot } from '../outbox/item.ts'
import { newCodeAfterSeconds } from '../rules/limits.ts'
import { ShortCall } from '../sending/short-call.tsx'
import { Alert } from '../ui/alert.tsx'
import { Form } from '../ui/form.tsx'
import { faultOfAnswer } from './fields.ts'
import { Question } from './question.tsx'
import * as wizardText from './text.ts'
import type { Enrolment } from './use-enrolment.ts'
import { useFocusOnce } from './use-focus-once.ts'

interface CodeProps {
  enrolment: Enrolment
  ended: boolean
}

export function CodeStep({ enrolment, ended }: CodeProps) {
  const { dossier, items, draft, calls } = enrolment
  const { answers } = dossier
  const [saved, checking, renewing] = [inSlot(items, 'save'), inSlot(items, 'code'), inSlot(items, 'newCode')]
  const [edited, setEdited] = useState(false)
  const noLists = useLists([])
  const waiting = checking?.state === 'waiting'
  useFocusOnce(ended || waiting ? undefined : 'otp')
  const valid = faultOfAnswer('otp', answers) === undefined
  if (ended) return <p className="hint">{wizardText.closedStep}</p>
  return (
    <Form onSend={() => valid && !waiting && calls.confirmCode()}>
      <ShortCall item={checking} label={wizardText.verifying} />
      <ShortCall item={renewing} label={wizardText.newCodeAsked} />
      {saved?.reply?.msg && <Alert tone="success">{saved.reply.msg}</Alert>}
      <p>{wizardText.codeSent(answers.phone ?? '')}</p>
      <Question
        name="otp"
        answers={answers}
        edited={edited}
        // While an unanswered code waits for the network it may still be corrected: the newer one takes its place.
        disabled={waiting && !checking.trouble}
        lists={noLists}
        onValue={(_, value) => {
          setEdited(true)
          draft.answer('otp', value)
        }}
      />
      <button type="submit" disabled={!valid || (waiting && !checking.trouble)}>
        {wizardText.next}
      </button>
      <NewCode askedAt={renewing?.settledAt ?? saved?.settledAt} renewing={renewing} onNewCode={calls.newCode} />
    </Form>
  )
}

interface NewCodeProps {
  askedAt: number | undefined
  renewing: Item | undefined
  onNewCode(): void
}

/** docs/behaviour.md: offered 60 s after the last code was asked for. */
function NewCode({ askedAt, renewing, onNewCode }: NewCodeProps) {
  const left = useSecondsLeft(askedAt)
  return (
    <div className="new-code">
      {renewing?.state === 'accepted' && renewing.reply?.msg && <Alert tone="success">{renewing.reply.msg}</Alert>}
      {left > 0 ? (
        <p className="hint">{wizardText.newCodeIn(left)}</p>
      ) : (
        <button type="button" className="quiet" disabled={renewing?.state === 'waiting'} onClick={onNewCode}>
          {wizardText.newCode}
        </button>
      )}
    </div>
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
