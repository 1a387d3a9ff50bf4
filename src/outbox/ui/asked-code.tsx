import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../core/api/text.ts'
import { Alert } from '../../ui/feedback.tsx'
import { sentences } from '../../ui/format.ts'
import type { Item } from '../item.ts'
import { AskButton, ShortCall } from './calls.tsx'
import { SmsCodeForm, smsCodeFault } from './sms-code-form.tsx'
import * as smsCodeText from './sms-code-text.ts'
import { refused as refusedText } from './text.ts'
import { useAskedCode } from './use-asked-code.ts'

interface AskedProps {
  dossier: string
  matricule: string
  items: readonly Item[]
}

/** The provider takes what waits here only from a student who can read the SMS. */
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

function AskedForm({ code, asked: { msg, askedAt }, arrives }: FormProps) {
  const { give, held, isPending, waits, error, at, refused, renewing, isRenewed } = code
  const [otp, setOtp] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useArrival(heading, arrives)
  return (
    <SmsCodeForm
      code={otp}
      busy={isPending}
      refusal={refused && { words: refused.msg || refusedText, at }}
      head={
        <>
          <h2 ref={heading} tabIndex={-1}>
            {smsCodeText.asked}
          </h2>
          <Alert key={askedAt} tone="warning">
            {msg && !isRenewed && <strong>{msg}</strong>}
            <p>{smsCodeText.whyAsked}</p>
          </Alert>
        </>
      }
      button={
        <>
          <AskButton
            label={smsCodeText.confirm}
            reason={smsCodeFault(otp) && smsCodeText.writeCode}
            pending={isPending}
            pendingLabel={smsCodeText.verifying}
            held={held}
          />
          <ShortCall item={renewing} label={smsCodeText.newCodeAsked} />
          {msg && isRenewed && (
            <Alert key={askedAt} tone="info">
              {msg}
            </Alert>
          )}
        </>
      }
      newCode={{ askedAt, asked: renewing !== undefined, onNewCode: code.renew }}
      onCode={value => {
        setOtp(value)
        code.retype()
      }}
      onSend={() => held || give(otp)}
    >
      {error ? (
        <Alert key={at} tone="danger">
          {sentences(errorText(error), waits && smsCodeText.staysOpen)}
        </Alert>
      ) : null}
    </SmsCodeForm>
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
