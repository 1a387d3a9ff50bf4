import { useLayoutEffect, useRef } from 'react'
import { withRequestKey } from '../../outbox/item.ts'
import { Refusal, ShortCall } from '../../outbox/ui/calls.tsx'
import { SmsCodeForm, smsCodeFault } from '../../outbox/ui/sms-code-form.tsx'
import * as smsCodeText from '../../outbox/ui/sms-code-text.ts'
import { otpDigits } from '../../spec/limits.ts'
import { Alert } from '../../ui/feedback.tsx'
import { jumpToTop } from '../../ui/panels.tsx'
import { newsOfCode } from './code.rule.ts'
import { OtherButton, PhoneNumber } from './identity-parts.tsx'
import * as wizardText from './text.ts'
import { type Enrolment, useFocusOnce } from './use-enrolment.ts'

interface CodeProps {
  enrolment: Enrolment
  ended: boolean
  /** The student continues a draft at this step. */
  resumed: boolean
  onCorrect(): void
}

export function CodeStep({ enrolment, ended, resumed, onCorrect }: CodeProps) {
  const { dossier, items, draft, calls } = enrolment
  const { phone = '', otp = '' } = dossier.answers
  const [checking, renewing] = [withRequestKey(items, 'code'), withRequestKey(items, 'newCode')]
  const { refused, said, askedAt } = newsOfCode(items)
  /** When the code known at opening was sent: a later one is news. */
  const opened = useRef(askedAt)
  const waiting = checking?.state === 'waiting'
  // While a code waits for the network the student may still correct it: the newer one replaces it.
  const busy = waiting && !checking.trouble
  useFocusOnce(resumed && !ended && !busy ? 'otp' : undefined)
  const refusedAt = refused?.settledAt
  // The refusal stands at the top; the form then focuses its field, and the page may follow.
  useLayoutEffect(() => {
    if (refusedAt !== undefined) jumpToTop()
  }, [refusedAt])
  if (ended) return <p className="hint">{wizardText.closedStep}</p>

  // The server's own sentence says already that a code was sent.
  const [before, after] = (
    said && !refused ? wizardText.codeNumber : wizardText.codeSentTo(otpDigits)
  ).split('#')
  const correct = () => {
    onCorrect()
    void calls.correct(items)
  }
  return (
    <SmsCodeForm
      code={otp}
      busy={busy}
      refusal={refused && { words: <Refusal item={refused} />, at: refusedAt }}
      missing={wizardText.toFill}
      button={
        <>
          {busy && <ShortCall item={checking} label={smsCodeText.verifying} />}
          <button type="submit" aria-disabled={smsCodeFault(otp) !== undefined || busy}>
            {wizardText.next}
          </button>
        </>
      }
      newCode={{ askedAt, asked: renewing?.state === 'waiting', onNewCode: calls.newCode }}
      foot={
        <div className="stack">
          <p>{wizardText.wrongPhone}</p>
          <OtherButton label={wizardText.correctPhone} onPress={correct} />
        </div>
      }
      onCode={code => draft.answer('otp', code)}
      onSend={calls.confirmCode}
    >
      {!refused && (
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
        <PhoneNumber className="pairs" phone={phone} />
        <span>{after}</span>
      </p>
    </SmsCodeForm>
  )
}
