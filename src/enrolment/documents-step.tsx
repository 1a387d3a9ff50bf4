import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Busy, DocumentsList } from '../documents/documents-list.tsx'
import { type IdentityKind, identityKind } from '../documents/identity.rule.ts'
import { useDocuments } from '../documents/use-documents.ts'
import { inSlot } from '../outbox/item.ts'
import { listQuery } from '../provider/queries.ts'
import { ShortCall } from '../sending/short-call.tsx'
import { isSpaceShort } from '../storage/space.page.ts'
import { Alert } from '../ui/alert.tsx'
import * as documentsText from './documents-text.ts'
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
  const identity = useIdentityKind(dossier.answers.tuteur ?? '')
  const short = useSpaceShort()
  const validation = inSlot(items, 'validate')
  const allSent = step.documents.every(document => documents.view(document).state === 'sent')
  if (ended) return <p className="hint">{wizardText.closedStep}</p>
  return (
    <>
      {short && <Alert tone="warning">{wizardText.spaceShort}</Alert>}
      {step.validates && <ShortCall item={validation} label={wizardText.validating} />}
      <DocumentsList
        types={step.documents}
        documents={documents}
        dossier={dossier.id}
        items={items}
        intro={wizardText.documentsIntro}
        identity={identity}
        // The draft is on the disk before a camera may cost the page.
        beforePick={draft.flush}
        onBusy={onBusy}
        waits={allSent && !step.validates}
      />
      {step.validates && (
        <div className="stack">
          {!allSent && (
            <p id="documents-missing" className="hint">
              {documentsText.missing(step.documents.length)}
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

/** Told by the code that was chosen, where it speaks for itself, and else by its label. */
function useIdentityKind(code: string): IdentityKind | undefined {
  const kind = identityKind(code)
  const { data } = useQuery({ ...listQuery('identityDocuments'), enabled: code !== '' && !kind })
  return kind ?? identityKind(data?.find(choice => choice.code === code)?.libelle ?? '')
}

/** Told before the photos, while the student can still make room. */
function useSpaceShort(): boolean {
  const [short, setShort] = useState(false)
  useEffect(() => {
    isSpaceShort().then(setShort).catch(reportError)
  }, [])
  return short
}
