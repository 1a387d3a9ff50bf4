import { useMutation } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { askProvider } from '../../core/api/call.ts'
import type { Outcome } from '../../core/api/schemas.ts'
import { within } from '../../core/db/within.ts'
import { useRetryAfter } from '../../outbox/ui/calls.tsx'
import { Alert, PartMissing } from '../../ui/feedback.tsx'
import { Head } from '../../ui/head.tsx'
import { Icon } from '../../ui/icon.tsx'
import { jumpToTop } from '../../ui/panels.tsx'
import { Help } from '../../ui/static-parts.tsx'
import { useMode } from '../shared-device/use-device.ts'
import type { CopiesProps } from './copies.tsx'
import { ReceiptForm } from './form.tsx'
import { trustedLink } from './link.rule.ts'
import * as receiptText from './text.ts'
import { useRequest } from './use-request.ts'

type Asked = ReturnType<typeof useRequest>['answers']

/** Milliseconds: a disk that does not answer does not hold up the receipt. */
const learnMs = 1_000

interface ReceiptProps {
  hosts: () => readonly string[]
  /** The copies kept on the device, once their lazy part is loaded. */
  Copies: ComponentType<CopiesProps> | undefined
  retry: (() => void) | undefined
}

export function ReceiptScreen({ hosts, Copies, retry }: ReceiptProps) {
  const request = useRequest()
  const { held, hold } = useRetryAfter()
  const [again, setAgain] = useState(false)
  const mutationFn = async (answers: Asked) => {
    const reply = await askProvider('receipt', answers)
    // Here and not beside the redirect: a student who leaves this screen meanwhile has had the
    // answer all the same.
    await within(request.learn(answers, reply), learnMs).catch(reportError)
    return reply
  }
  const call = useMutation({ mutationFn, onError: hold })
  const linkIn = ({ status, msg }: Outcome) =>
    status === 1 ? trustedLink(msg, { origin: location.origin, hosts: hosts() }) : undefined
  // Passed with the call, not with the mutation: a student who has left or locked this screen must
  // not be redirected.
  const onSuccess = (reply: Outcome) => {
    const link = linkIn(reply)
    if (link) location.assign(link)
    jumpToTop()
  }
  const send = () => {
    if (request.open.length > 0 || held) return
    setAgain(false)
    call.mutate(request.answers, { onSuccess })
  }
  const reply = call.data
  const link = reply && linkIn(reply)
  const settled = link !== undefined && !again
  const fresh =
    settled && call.variables ? { link, matricule: call.variables.matricule } : undefined
  const begin = () => {
    setAgain(true)
    jumpToTop()
    document.getElementsByName('num_place')[0]?.focus({ preventScroll: true })
  }
  return (
    <>
      <Head
        title={receiptText.title}
        page={settled ? receiptText.startedTitle : receiptText.title}
      />
      <div className="body">
        {settled && <Started key={call.submittedAt} link={link} />}
        {Copies ? <Copies fresh={fresh} /> : <PartMissing retry={retry} />}
        {reply && !link && <Refused key={call.submittedAt} reply={reply} />}
        {!reply && <p>{introOf(request)}</p>}
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

function introOf({ known, isKeptCode }: ReturnType<typeof useRequest>): string {
  if (isKeptCode) return receiptText.allKnown
  return known ? receiptText.known : receiptText.intro
}

/** Section 8: a refusal is shown; a call that fails only stops the spinner. */
function Refused({ reply }: { reply: Outcome }) {
  const { status, msg, codeRequis } = reply
  return (
    <>
      {/* The server has sent a new code: the student made no mistake, so this is a warning. */}
      <Alert tone={codeRequis ? 'warning' : 'danger'} arrives>
        <strong>
          {status === 1
            ? msg
              ? receiptText.untrusted
              : receiptText.noLink
            : msg || receiptText.none}
        </strong>
      </Alert>
      {status !== 1 && !codeRequis && <p>{receiptText.refused}</p>}
      <Help />
    </>
  )
}

/** The portal follows the link; only the browser can tell whether a file came of it. */
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
        <Icon name="file" />
        <span>{receiptText.again}</span>
      </a>
    </>
  )
}
