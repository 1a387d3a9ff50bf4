import { useMutation } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { ask } from '../../core/api/call.ts'
import type { Outcome } from '../../core/api/schemas.ts'
import { useHeld } from '../../outbox/ui/calls.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Head, Help } from '../../ui/head.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMode } from '../shared-device/use-device.ts'
import type { CopiesProps } from './copies.tsx'
import { ReceiptForm } from './form.tsx'
import { trustedLink } from './link.rule.ts'
import * as receiptText from './text.ts'
import { useRequest } from './use-request.ts'

type Asked = ReturnType<typeof useRequest>['answers']

interface ReceiptProps {
  hosts: () => readonly string[]
  /** What was kept on the device, once that part has come. */
  Copies: ComponentType<CopiesProps> | undefined
}

export function ReceiptScreen({ hosts, Copies }: ReceiptProps) {
  const request = useRequest()
  const { held, hold } = useHeld()
  const [again, setAgain] = useState(false)
  const call = useMutation({ mutationFn: (answers: Asked) => ask('receipt', answers), onError: hold })
  const linkIn = ({ status, msg }: Outcome) =>
    status === 1 ? trustedLink(msg, { origin: location.origin, hosts: hosts() }) : undefined
  // Given with the call and not with the mutation: whoever has left this screen, or locked it, is led nowhere.
  const onSuccess = (reply: Outcome) => {
    const link = linkIn(reply)
    if (link) location.assign(link)
    // Before the answer is drawn, which then brings itself into view.
    window.scrollTo({ top: 0, behavior: 'instant' })
  }
  const send = () => {
    if (request.open.length > 0 || held) return
    setAgain(false)
    call.mutate(request.answers, { onSuccess })
  }
  const reply = call.data
  const link = reply && linkIn(reply)
  const settled = link !== undefined && !again
  const fresh = settled && call.variables ? { link, matricule: call.variables.matricule } : undefined
  const begin = () => {
    setAgain(true)
    window.scrollTo({ top: 0, behavior: 'instant' })
    document.getElementsByName('num_place')[0]?.focus({ preventScroll: true })
  }
  return (
    <>
      <Head title={receiptText.title} page={settled ? receiptText.startedTitle : receiptText.title} />
      <div className="body">
        {settled && <Started key={call.submittedAt} link={link} />}
        {Copies && <Copies fresh={fresh} />}
        {reply && !link && <Refused key={call.submittedAt} reply={reply} />}
        {!reply && <p>{request.known ? receiptText.known : receiptText.intro}</p>}
        {settled && (
          <button type="button" className="quiet" onClick={begin}>
            {receiptText.another}
          </button>
        )}
        <ReceiptForm request={request} pending={call.isPending} held={held} onSend={send} />
      </div>
    </>
  )
}

/** Section 8: a refusal is shown; a call that fails only stops the spinner. */
function Refused({ reply }: { reply: Outcome }) {
  const { status, msg, codeRequis } = reply
  return (
    <>
      {/* A new code is on its way: nothing that was written is wrong. */}
      <Alert tone={codeRequis ? 'warning' : 'danger'} arrives>
        <strong>{status === 1 ? (msg ? receiptText.untrusted : receiptText.noLink) : msg || receiptText.none}</strong>
      </Alert>
      {status !== 1 && !codeRequis && <p>{receiptText.refused}</p>}
      <Help />
    </>
  )
}

/** The link is followed. Whether a file came of it is the browser's to tell. */
function Started({ link }: { link: string }) {
  const shared = useMode() === 'shared'
  return (
    <>
      <Alert tone="success" arrives>
        <p>
          <strong>{receiptText.started}</strong>
        </p>
        <p>{receiptText.where}</p>
      </Alert>
      <p>{shared ? receiptText.shared : receiptText.keepIt}</p>
      <a className="button quiet" href={link}>
        <Icon name="file" /> {receiptText.again}
      </a>
    </>
  )
}
