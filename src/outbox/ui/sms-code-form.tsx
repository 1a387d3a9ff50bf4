import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { bareSmsCode } from '../../spec/bare.ts'
import { digitsExactly, faultOf } from '../../spec/checks.ts'
import * as formText from '../../spec/checks-text.ts'
import { newCodeAfterSeconds, otpDigits } from '../../spec/limits.ts'
import type { Elements } from '../../ui/elements.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { focusOn } from '../../ui/panels.tsx'
import { Help } from '../../ui/static-parts.tsx'
import { useLeft } from '../../ui/use-left.ts'
import * as smsCodeText from './sms-code-text.ts'

const codeCheck = digitsExactly(otpDigits)

/** Section 5: why this code of an SMS can't be sent; undefined where it can. */
export const smsCodeFault = (code: string): string | undefined => faultOf(codeCheck, code)

/** Of the sentence that says why a code was refused; the page has one such field. */
const refusalId = 'code-refused'

interface FormProps {
  code: string
  /** The code is on its way, and can't be changed. */
  busy: boolean
  /** Why the provider has refused the last code, and when. */
  refusal: { words: ReactNode; at: number | undefined } | undefined
  /** The word beside the label of a form that was sent without a code. */
  missing?: string
  head?: Elements
  /** Between the refusal and the field. */
  children: Elements
  /** The button that sends the form, with what belongs to it. */
  button: Elements
  newCode: NewCodeProps
  foot?: Elements
  onCode(code: string): void
  /** Called with a complete code only. */
  onSend(): void
}

/** The form for a code of an SMS, wherever it is asked for. */
export function SmsCodeForm({
  code,
  busy,
  refusal,
  missing,
  newCode,
  onCode,
  onSend,
  ...parts
}: FormProps) {
  const [sent, setSent] = useState(false)
  const { left, edit, leave, note } = useLeft<'otp'>()
  const fault = smsCodeFault(code)
  const change = (next: string) => {
    edit('otp')
    onCode(next)
  }
  useSmsCode(!busy, change)
  useSelected(refusal?.at)
  const send = () => {
    if (busy) return
    if (!fault) return onSend()
    setSent(true)
    if (code) note(['otp'])
    focusOn('otp')
  }
  return (
    <Form onSend={send}>
      {parts.head}
      {refusal && (
        <Alert key={refusal.at} tone="danger">
          <strong id={refusalId}>{refusal.words}</strong>
          <p>{smsCodeText.correctCode}</p>
        </Alert>
      )}
      {parts.children}
      <div className="code">
        <TextField
          name="otp"
          label={formText.code}
          hint={smsCodeText.codeHint(otpDigits)}
          inputMode="numeric"
          autoComplete="one-time-code"
          bare={bareSmsCode}
          value={code}
          required
          readOnly={busy}
          error={left.has('otp') ? fault : undefined}
          missing={sent && !left.has('otp') && !code ? missing : undefined}
          refused={refusal && refusalId}
          onValue={change}
          onLeave={() => leave('otp')}
        />
      </div>
      <p className="hint">{smsCodeText.keepCodeSecret}</p>
      <div className="stack">
        {parts.button}
        <NewCode {...newCode} />
      </div>
      {parts.foot}
      <details className="help">
        <summary>{smsCodeText.noCode}</summary>
        <p>{smsCodeText.noCodeDetail}</p>
        <Help />
      </details>
    </Form>
  )
}

/** Selects a refused code, so that the next one overwrites it. */
function useSelected(refusedAt: number | undefined): void {
  useEffect(() => {
    const [field] = refusedAt === undefined ? [] : document.getElementsByName('otp')
    if (!(field instanceof HTMLInputElement)) return
    field.focus()
    field.select()
  }, [refusedAt])
}

interface NewCodeProps {
  askedAt: number | undefined
  asked: boolean
  onNewCode(): void
}

/** docs/behaviour.md: offered 60 s after the last code was asked for. */
function NewCode({ askedAt, asked, onNewCode }: NewCodeProps) {
  const left = useSecondsLeft(askedAt)
  if (left > 0) return <p className="hint">{smsCodeText.newCodeIn(left)}</p>
  return (
    <button
      type="button"
      className="quiet"
      aria-disabled={asked}
      onClick={() => asked || onNewCode()}
    >
      {smsCodeText.newCode}
    </button>
  )
}

/** Until a new code is offered. A clock that is set back restarts the wait, at most. */
function useSecondsLeft(askedAt = 0): number {
  const [left, setLeft] = useState(0)
  // Before the paint: the button must not flash for a moment.
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

/** WebOTP, which TypeScript's own types lack. */
interface SmsCode extends Credential {
  code: string
}
const wanted = { otp: { transport: ['sms'] } }

/**
 * Where the browser can, it offers the code of an SMS that ends with `@host #1234`; the student
 * only has to agree.
 */
function useSmsCode(isWanted: boolean, onCode: (code: string) => void): void {
  const take = useRef(onCode)
  useEffect(() => {
    take.current = onCode
  })
  useEffect(() => {
    if (!isWanted || !('OTPCredential' in window)) return
    const stop = new AbortController()
    const asked: CredentialRequestOptions = { ...wanted, signal: stop.signal }
    navigator.credentials.get(asked).then(
      credential => {
        if (credential && 'code' in credential) take.current((credential as SmsCode).code)
      },
      // The step ended, the student did not agree, or no SMS came: the student types the code.
      () => undefined,
    )
    return () => stop.abort()
  }, [isWanted])
}
