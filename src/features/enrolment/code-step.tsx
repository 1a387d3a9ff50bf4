import { useEffect, useRef, useState } from 'react'
import { useLists } from '../../core/api/use-lists.ts'
import { withRequestKey } from '../../outbox/item.ts'
import { NewCode, NoCode, refusalId, useSmsCode } from '../../outbox/ui/asked-code.tsx'
import { Refusal, ShortCall } from '../../outbox/ui/calls.tsx'
import * as smsCodeText from '../../outbox/ui/sms-code-text.ts'
import { otpDigits } from '../../spec/limits.ts'
import { Alert } from '../../ui/feedback.tsx'
import { Form } from '../../ui/form.tsx'
import { focusOn } from '../../ui/panels.tsx'
import { useLeft } from '../../ui/use-left.ts'
import { newsOfCode } from './faults.rule.ts'
import { faultOfAnswer } from './fields.ts'
import { OtherButton } from './identity-parts.tsx'
import { Question } from './question.tsx'
import * as wizardText from './text.ts'
import type { Enrolment } from './use-enrolment.ts'
import { useFocusOnce } from './use-enrolment.ts'

interface CodeProps {
  enrolment: Enrolment
  ended: boolean
  /** The student continues a draft at this step. */
  resumed: boolean
  /** The student wants to correct the phone number. */
  onCorrect(): void
}

export function CodeStep({ enrolment, ended, resumed, onCorrect }: CodeProps) {
  const { dossier, items, draft, calls } = enrolment
  const { answers } = dossier
  const [checking, renewing] = [withRequestKey(items, 'code'), withRequestKey(items, 'newCode')]
  const { refused, said, askedAt } = newsOfCode(items)
  const { left, edit, leave, note } = useLeft<'otp'>()
  const [sent, setSent] = useState(false)
  const noLists = useLists([])
  /** When the code known at opening was sent: a later one is news. */
  const opened = useRef(askedAt)
  const waiting = checking?.state === 'waiting'
  // While a code waits for the network the student may still correct it: the newer one replaces it.
  const busy = waiting && !checking.trouble
  const valid = faultOfAnswer('otp', answers) === undefined
  useSmsCode(!ended && !busy, code => draft.answer('otp', code))
  useFocusOnce(resumed && !ended && !busy ? 'otp' : undefined)
  useSelected(refused?.settledAt)
  if (ended) return <p className="hint">{wizardText.closedStep}</p>

  // The server's own sentence says already that a code was sent.
  const [before, after] = (said && !refused ? wizardText.codeNumber : wizardText.codeSentTo(otpDigits)).split('#')
  const send = () => {
    if (busy) return
    if (valid) return calls.confirmCode()
    setSent(true)
    if (answers.otp) note(['otp'])
    focusOn('otp')
  }
  return (
    <Form onSend={send}>
      {refused ? (
        <Alert key={refused.settledAt} tone="danger">
          <strong id={refusalId}>
            <Refusal item={refused} />
          </strong>
          <p>{smsCodeText.correctCode}</p>
        </Alert>
      ) : (
        <>
          {waiting && !busy && <ShortCall item={checking} label={smsCodeText.verifying} />}
          <ShortCall item={renewing} label={smsCodeText.newCodeAsked} arrives />
          {said && (
            <Alert key={askedAt} tone="success" arrives={askedAt !== opened.current}>
              {said}
            </Alert>
          )}
        </>
      )}
      <p>
        <span>{before}</span>
        <PhoneNumber className="pairs" phone={answers.phone ?? ''} />
        <span>{after}</span>
      </p>
      <div className="code">
        <Question
          name="otp"
          answers={answers}
          left={left.has('otp')}
          sent={sent}
          readOnly={busy}
          refused={refused && refusalId}
          lists={noLists}
          onValue={(_, value) => {
            edit('otp')
            draft.answer('otp', value)
          }}
          onLeave={() => leave('otp')}
        />
      </div>
      <p className="hint">{smsCodeText.keepCodeSecret}</p>
      <div className="stack">
        {busy && <ShortCall item={checking} label={smsCodeText.verifying} />}
        <button type="submit" aria-disabled={!valid || busy}>
          {wizardText.next}
        </button>
        <NewCode askedAt={askedAt} asked={renewing?.state === 'waiting'} onNewCode={calls.newCode} />
      </div>
      <div className="stack">
        <p>{wizardText.wrongPhone}</p>
        <OtherButton
          label={wizardText.correctPhone}
          onPress={() => {
            onCorrect()
            void calls.correct(items)
          }}
        />
      </div>
      <NoCode />
    </Form>
  )
}

/** Selects a refused code, to be overwritten; scrolls to the top of the page, where the refusal stands. */
function useSelected(refusedAt: number | undefined): void {
  useEffect(() => {
    if (refusedAt === undefined) return
    const [field] = document.getElementsByName('otp')
    window.scrollTo({ top: 0, behavior: 'instant' })
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
  }, [refusedAt])
}

/** Shows a phone number as it is spoken, in pairs that are never split. A copy, or a screen reader, gets no blanks. */
export function PhoneNumber({ phone, className }: { phone: string; className: string }) {
  return (
    <strong className={className}>
      {phone.match(/..?/g)?.map((pair, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two pairs may be equal, and none ever moves
        <span key={index}>{pair}</span>
      ))}
    </strong>
  )
}
