import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { errorText } from '../../core/api/text.ts'
import { bareSmsCode } from '../../spec/bare.ts'
import { digitsExactly, faultOf } from '../../spec/checks.ts'
import * as formText from '../../spec/checks-text.ts'
import { newCodeAfterSeconds, otpDigits } from '../../spec/limits.ts'
import { Alert } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { sentences } from '../../ui/format.ts'
import { Help } from '../../ui/static-parts.tsx'
import { useLeft } from '../../ui/use-left.ts'
import type { Item } from '../item.ts'
import { AskButton, ShortCall } from './calls.tsx'
import * as smsCodeText from './sms-code-text.ts'
import { refused as refusedText } from './text.ts'
import { useAskedCode } from './use-asked-code.ts'

/** The question for a code of an SMS, wherever it is asked (section 5). */
export const codeQuestion = {
  inputMode: 'numeric',
  bare: bareSmsCode,
  label: formText.code,
  hint: smsCodeText.codeHint(otpDigits),
} as const

export const codeCheck = digitsExactly(otpDigits)

/** Of the sentence that says why a code was refused, for the field's `refused`; the page has one such field. */
export const refusalId = 'code-refused'

interface AskedProps {
  dossier: string
  matricule: string
  /** Of this dossier. */
  items: readonly Item[]
}

/**
 * The provider takes what waits here only from a student who can read the SMS: the question appears where the student
 * is.
 */
export function AskedCode({ dossier, matricule, items }: AskedProps) {
  const code = useAskedCode(dossier, matricule, items)
  const { asked, isGiven, at } = code
  // A question from before the screen opened is no news on it.
  const [stood, setStood] = useState(asked !== undefined)
  if (stood && !asked) setStood(false)
  if (asked) return <AskedForm code={code} asked={asked} arrives={!stood} />
  if (!isGiven) return null
  return (
    <Alert key={at} tone="success" arrives>
      <strong>{smsCodeText.confirmed}</strong>
      {items.some(item => item.state === 'waiting') && <p>{smsCodeText.goesOn}</p>}
    </Alert>
  )
}

interface FormProps {
  code: ReturnType<typeof useAskedCode>
  asked: NonNullable<ReturnType<typeof useAskedCode>['asked']>
  arrives: boolean
}

function AskedForm({ code, asked, arrives }: FormProps) {
  const { give, held, isPending, waits, error, at, refused, isRenewed } = code
  const [otp, setOtp] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const fault = faultOf(codeCheck, otp)
  const { left, edit, leave } = useLeft<'otp'>()
  const type = (value: string) => {
    edit('otp')
    setOtp(value)
    code.retype()
  }
  useSmsCode(!isPending, type)
  useArrival(heading, arrives)
  useSelected(refused && at)
  const send = () => {
    if (!fault && !held && !isPending) give(otp)
  }
  return (
    <Form onSend={send}>
      <h2 ref={heading} tabIndex={-1}>
        {smsCodeText.asked}
      </h2>
      <Alert key={asked.askedAt} tone="warning">
        {asked.msg && !isRenewed && <strong>{asked.msg}</strong>}
        <p>{smsCodeText.whyAsked}</p>
      </Alert>
      {refused && (
        <Alert key={at} tone="danger">
          <strong id={refusalId}>{refused.msg || refusedText}</strong>
          <p>{smsCodeText.correctCode}</p>
        </Alert>
      )}
      {error ? (
        <Alert key={at} tone="danger">
          {sentences(errorText(error), waits && smsCodeText.staysOpen)}
        </Alert>
      ) : null}
      <div className="code">
        <TextField
          {...codeQuestion}
          name="otp"
          value={otp}
          required
          readOnly={isPending}
          autoComplete="one-time-code"
          error={left.has('otp') ? fault : undefined}
          refused={refused && refusalId}
          onValue={type}
          onLeave={() => leave('otp')}
        />
      </div>
      <p className="hint">{smsCodeText.keepCodeSecret}</p>
      <div className="stack">
        <AskButton
          label={smsCodeText.confirm}
          reason={fault && smsCodeText.writeCode}
          pending={isPending}
          pendingLabel={smsCodeText.verifying}
          held={held}
        />
        <Renewal code={code} asked={asked} />
      </div>
      <NoCode />
    </Form>
  )
}

/** The result of a press for a new code appears beside its button. */
function Renewal({ code: { renewing, renew, isRenewed }, asked: { msg, askedAt } }: Omit<FormProps, 'arrives'>) {
  return (
    <>
      <ShortCall item={renewing} label={smsCodeText.newCodeAsked} />
      {msg && isRenewed && (
        <Alert key={askedAt} tone="info">
          {msg}
        </Alert>
      )}
      <NewCode askedAt={askedAt} asked={renewing !== undefined} onNewCode={renew} />
    </>
  )
}

/** Moves the focus to the question, unless the student is busy elsewhere on the page. */
function useArrival(heading: { current: HTMLElement | null }, arrives: boolean): void {
  useEffect(() => {
    if (!arrives) return
    const at = document.activeElement
    if (at && at !== document.body && !at.matches('[tabindex="-1"]')) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [heading, arrives])
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
  /** A new code is requested already. */
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

/**
 * Seconds until a new code is offered. A clock that is set back meanwhile restarts the wait, and makes it no longer.
 */
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

/** Help for a student who waits for an SMS. */
export function NoCode() {
  return (
    <details className="help">
      <summary>{smsCodeText.noCode}</summary>
      <p>{smsCodeText.noCodeDetail}</p>
      <Help />
    </details>
  )
}

/** WebOTP, which TypeScript's own types lack. */
interface SmsCode extends Credential {
  code: string
}
const wanted = { otp: { transport: ['sms'] } }

/** Where the browser can, it offers the code of an SMS that ends with `@host #1234`; the student only has to agree. */
export function useSmsCode(isWanted: boolean, onCode: (code: string) => void): void {
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
