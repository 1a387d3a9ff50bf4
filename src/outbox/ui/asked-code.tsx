import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../core/api/text.ts'
import { faultOf } from '../../spec/checks.ts'
import { Alert } from '../../ui/alert.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import type { Item } from '../item.ts'
import { AskButton } from './ask-button.tsx'
import { codeCheck, codeQuestion } from './code-question.ts'
import { NewCode } from './new-code.tsx'
import { NoCode } from './no-code.tsx'
import { ShortCall } from './short-call.tsx'
import * as smsCodeText from './sms-code-text.ts'
import { refused as refusedText } from './text.ts'
import { useAskedCode } from './use-asked-code.ts'
import { useSmsCode } from './use-sms-code.ts'

interface AskedProps {
  dossier: string
  matricule: string
  /** Of this dossier. */
  items: readonly Item[]
}

/** The provider takes what waits here from who can read the SMS: its question, in the place where the student is. */
export function AskedCode({ dossier, matricule, items }: AskedProps) {
  const code = useAskedCode(dossier, matricule, items)
  const { asked, isGiven, at } = code
  // What was asked before the screen opened is no news on it.
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
  const type = (value: string) => {
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
          <strong>{refused.msg || refusedText}</strong>
          <p>{smsCodeText.correctCode}</p>
        </Alert>
      )}
      {error ? (
        <Alert key={at} tone="danger">
          {errorText(error)} {waits && smsCodeText.staysOpen}
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
          refused={refused !== undefined}
          onValue={type}
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

/** What became of a press for a new code stands where it was pressed. */
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

/** Whoever is at nothing else is led there; nobody is taken away from what they are doing. */
function useArrival(heading: { current: HTMLElement | null }, arrives: boolean): void {
  useEffect(() => {
    if (!arrives) return
    const at = document.activeElement
    if (at && at !== document.body && !at.matches('[tabindex="-1"]')) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [heading, arrives])
}

/** A code that was refused is written over by the next one. */
function useSelected(refusedAt: number | undefined): void {
  useEffect(() => {
    const [field] = refusedAt === undefined ? [] : document.getElementsByName('otp')
    if (!(field instanceof HTMLInputElement)) return
    field.focus()
    field.select()
  }, [refusedAt])
}
