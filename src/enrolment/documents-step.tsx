import { useEffect, useMemo, useState } from 'react'
import { DocumentRow } from '../documents/row.tsx'
import type { Destination } from '../documents/take.ts'
import { useDocuments } from '../documents/use-documents.ts'
import type { Item } from '../outbox/item.ts'
import { ShortCall } from '../sending/short-call.tsx'
import { isSpaceShort } from '../storage/space.page.ts'
import { Alert } from '../ui/alert.tsx'
import { wizardText } from './text.ts'
import { type Step, slots } from './wizard.ts'

interface DocumentsProps {
  step: Extract<Step, { kind: 'documents' }>
  dossier: string
  matricule: string
  items: readonly Item[]
  ended: boolean
  onValidate(): void
}

export function DocumentsStep({ step, dossier, matricule, items, ended, onValidate }: DocumentsProps) {
  const destination = useMemo<Destination>(
    () => ({
      dossier,
      matricule,
      request: (type, image) => ({ endpoint: 'uploadDocument', body: { matricule, type, image } }),
    }),
    [dossier, matricule],
  )
  const { view, choose, resend } = useDocuments(destination, items)
  const short = useSpaceShort()
  const validation = items.find(({ slot }) => slot === slots.validate)
  const allSent = step.documents.every(document => view(document).state === 'sent')
  if (ended) return <p className="hint">{wizardText.closedStep}</p>
  return (
    <>
      <h2 className="visually-hidden">{step.title}</h2>
      <p>{wizardText.documentsIntro}</p>
      {short && <Alert tone="warning">{wizardText.spaceShort}</Alert>}
      {step.documents.map(document => (
        <DocumentRow key={document} document={document} view={view(document)} onChoose={choose} onResend={resend} />
      ))}
      {step.validates && (
        <>
          <ShortCall item={validation} label={wizardText.validating} />
          <button type="button" disabled={!allSent || validation?.state === 'waiting'} onClick={onValidate}>
            Continuer
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
