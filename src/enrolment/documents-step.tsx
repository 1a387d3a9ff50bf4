import { useEffect, useState } from 'react'
import { type Busy, DocumentsList } from '../documents/documents-list.tsx'
import { useDocuments } from '../documents/use-documents.ts'
import { inSlot } from '../outbox/item.ts'
import { ShortCall } from '../sending/short-call.tsx'
import { isSpaceShort } from '../storage/space.page.ts'
import { Alert } from '../ui/alert.tsx'
import * as wizardText from './text.ts'
import type { Enrolment } from './use-enrolment.ts'
import type { Step } from './wizard.ts'

interface DocumentsProps {
  step: Extract<Step, { kind: 'documents' }>
  enrolment: Enrolment
  ended: boolean
  /** The last success must not lead away from it. */
  onBusy(busy: Busy): void
}

export function DocumentsStep({ step, enrolment, ended, onBusy }: DocumentsProps) {
  const { dossier, items, draft, calls } = enrolment
  const documents = useDocuments(dossier.id, 'enrolment', dossier.answers.matricule ?? '', items)
  const short = useSpaceShort()
  const validation = inSlot(items, 'validate')
  const allSent = step.documents.every(document => documents.view(document).state === 'sent')
  if (ended) return <p className="hint">{wizardText.closedStep}</p>
  return (
    <>
      <h2 className="vh">{step.title}</h2>
      <p>{wizardText.documentsIntro}</p>
      {short && <Alert tone="warning">{wizardText.spaceShort}</Alert>}
      <DocumentsList
        types={step.documents}
        documents={documents}
        dossier={dossier.id}
        items={items}
        // The draft is on the disk before a camera may cost the page.
        beforePick={draft.flush}
        onBusy={onBusy}
        waits={allSent && !step.validates}
      />
      {step.validates && (
        <>
          <ShortCall item={validation} label={wizardText.validating} />
          <button
            type="button"
            disabled={!allSent || (validation && validation.state !== 'refused')}
            onClick={calls.validate}
          >
            {wizardText.next}
          </button>
        </>
      )}
    </>
  )
}

/** Told before the photos, while the student can still make room. */
function useSpaceShort(): boolean {
  const [short, setShort] = useState(false)
  useEffect(() => {
    isSpaceShort().then(setShort).catch(reportError)
  }, [])
  return short
}
