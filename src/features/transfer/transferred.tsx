import { useRef, useState } from 'react'
import { hasReceipt } from '../../core/db/receipts.ts'
import { useStored } from '../../core/db/use-stored.ts'
import { erase } from '../../outbox/api.ts'
import { cancelExport } from '../../outbox/export.ts'
import * as formText from '../../spec/checks-text.ts'
import { Confirm } from '../../ui/dialog.tsx'
import type { Elements } from '../../ui/elements.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { describedBy, FieldFrame, Form } from '../../ui/form.tsx'
import { formatMoment, formatPhone } from '../../ui/format.ts'
import { Head } from '../../ui/head.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Card } from '../../ui/panels.tsx'
import { Link } from '../../ui/static-parts.tsx'
import { confirmArrival } from './export-dossier.ts'
import * as transferText from './text.ts'

interface TransferredProps {
  dossier: string
  /** The student continues on this device. */
  onBack(): void
  /** The ways to send the dossier, or a link to them. */
  children: Elements
}

const field = 'code-arrivee'

type State = 'wrong' | 'failed' | 'erased'

/**
 * A transferred dossier: what to do on the other device, and how to erase it here or continue with
 * it.
 */
export function Transferred({ dossier, onBack, children }: TransferredProps) {
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<State>()
  const [asked, setAsked] = useState(false)
  const [working, setWorking] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // A stored receipt does not travel with its dossier: this device warns before erasing it.
  const { value: holdsReceipt } = useStored(['hasReceipt', dossier], () => hasReceipt(dossier))
  const failed = () => setState('failed')
  const confirm = async () => {
    if (await confirmArrival(dossier, typed)) {
      await erase(dossier, true)
      return setState('erased')
    }
    setState('wrong')
    input.current?.focus()
    input.current?.select()
  }
  // A second press during the erasure would find no dossier, and call the code wrong.
  const confirmOnce = async () => {
    if (working) return
    setWorking(true)
    await confirm().catch(failed)
    setWorking(false)
  }
  const said = { error: state === 'wrong' ? transferText.wrongConfirmationCode : undefined }
  if (state === 'erased')
    return (
      <Alert tone="success" arrives>
        {transferText.erased}
      </Alert>
    )
  return (
    <>
      {state === 'failed' && (
        <Alert tone="danger" arrives>
          {transferText.failed}
        </Alert>
      )}
      {children}
      <h2>{transferText.elsewhere}</h2>
      <ol className="dots">
        {transferText.steps.map(step => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Form onSend={confirmOnce}>
        <FieldFrame id={field} label={transferText.confirmationCode} required short {...said}>
          <input
            {...describedBy(field, said)}
            ref={input}
            id={field}
            name={field}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            aria-required
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </FieldFrame>
        {holdsReceipt && <p className="alert doubt">{transferText.receiptStays}</p>}
        <button type="submit" className="destroys" aria-disabled={working}>
          {transferText.erase}
        </button>
      </Form>
      <button type="button" className="quiet" onClick={() => setAsked(true)}>
        {transferText.cancelExport}
      </button>
      <Confirm
        open={asked}
        title={transferText.sure}
        onCancel={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false)
          cancelExport(dossier).then(onBack, failed)
        }}
      >
        <p>{transferText.onlyIf}</p>
      </Confirm>
    </>
  )
}

/** Replaces the screen that would continue the dossier. */
export function TransferredScreen({ dossier, onBack }: Omit<TransferredProps, 'children'>) {
  return (
    <>
      <TransferredHead />
      <div className="body">
        <Transferred dossier={dossier} onBack={onBack}>
          <Again />
        </Transferred>
      </div>
    </>
  )
}

/** Stands below the heading of a student's file. */
export function TransferredCard({ dossier, onBack }: Omit<TransferredProps, 'children'>) {
  return (
    <section>
      <h2>{transferText.transferred}</h2>
      <p>{transferText.transferredDetail}</p>
      <Transferred dossier={dossier} onBack={onBack}>
        <Again />
      </Transferred>
    </section>
  )
}

function Again() {
  return (
    <Link to="/transfert" className="button quiet">
      <span>{transferText.again}</span>
      <Icon name="forward" />
    </Link>
  )
}

export function TransferredHead() {
  return (
    <Head title={transferText.transferred}>
      <p>{transferText.transferredDetail}</p>
    </Head>
  )
}

interface FactsProps {
  prenom?: string | undefined
  nom?: string | undefined
  matricule?: string | undefined
  /** The phone number that gets the payment: in full, so that the student can check it. */
  payTo?: string
  sent: number
  /** Given, and not accepted by the provider yet. */
  waiting: number
  /** Milliseconds. */
  madeAt?: number
}

/** Facts of a dossier, before it is sent and before it is received. */
export function Facts({
  prenom = '',
  nom = '',
  matricule,
  payTo,
  sent,
  waiting,
  madeAt,
}: FactsProps) {
  const facts: [string, string][] = [
    [transferText.name, `${prenom} ${nom}`.trim() || transferText.nameless],
  ]
  if (matricule) facts.push([transferText.matricule, matricule])
  if (payTo) facts.push([formText.phone, formatPhone(payTo)])
  facts.push([transferText.sent, String(sent)], [transferText.waiting, String(waiting)])
  if (madeAt !== undefined) facts.push([transferText.made, formatMoment(madeAt)])
  return <Card facts={facts} />
}
