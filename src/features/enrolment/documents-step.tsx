import { type Busy, DocumentsList, SpaceNotice } from '../../documents/ui/documents-list.tsx'
import { useDocuments, useIdentityKind } from '../../documents/ui/use-documents.ts'
import { withRequestKey } from '../../outbox/item.ts'
import { ShortCall } from '../../outbox/ui/calls.tsx'
import * as wizardText from './text.ts'
import type { Enrolment } from './use-enrolment.ts'
import type { Step } from './wizard.ts'

interface DocumentsProps {
  step: Extract<Step, { kind: 'documents' }>
  enrolment: Enrolment
  ended: boolean
  /** Reports unfinished work, so that the last accepted photo does not move the student on. */
  onBusy(busy: Busy): void
}

export function DocumentsStep({ step, enrolment, ended, onBusy }: DocumentsProps) {
  const { dossier, draft, calls } = enrolment
  // Photos prepared in advance are being queued, and shown with their future state meanwhile.
  const documents = useDocuments(dossier, enrolment.items)
  const identity = useIdentityKind(dossier.answers.tuteur ?? '')
  const validation = withRequestKey(enrolment.items, 'validate')
  const allSent = step.documents.every(document => documents.view(document).state === 'sent')
  if (ended) return <p className="hint">{wizardText.closedStep}</p>
  return (
    <>
      <SpaceNotice />
      {step.validates && <ShortCall item={validation} label={wizardText.validating} />}
      <DocumentsList
        types={step.documents}
        documents={documents}
        intro={wizardText.documentsIntro}
        identity={identity}
        // Write the draft before the browser may discard the page for the camera.
        beforePick={draft.flush}
        onBusy={onBusy}
        waits={allSent && !step.validates}
      />
      {step.validates && (
        <div className="stack">
          {!allSent && (
            <p id="documents-missing" className="hint">
              {wizardText.missing(step.documents.length)}
            </p>
          )}
          <button
            type="button"
            disabled={!allSent || (validation && validation.state !== 'refused')}
            aria-describedby={allSent ? undefined : 'documents-missing'}
            onClick={calls.validate}
          >
            {wizardText.next}
          </button>
        </div>
      )}
    </>
  )
}
