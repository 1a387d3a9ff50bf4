import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { DocumentsList } from '../documents/documents-list.tsx'
import type { Destination } from '../documents/take.ts'
import { useDocuments } from '../documents/use-documents.ts'
import { enqueue, forgetItems } from '../outbox/queue.ts'
import { announce } from '../outbox/signals.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import type { DocumentType } from '../rules/documents.ts'
import { refusalText, ShortCall } from '../sending/short-call.tsx'
import { eraseDossier } from '../storage/erase.ts'
import { type StorageTrouble, storageTrouble, storageTroubleText } from '../storage/trouble.ts'
import { Alert } from '../ui/alert.tsx'
import { scrollToTop } from '../ui/scroll.ts'
import { reclamationText } from './text.ts'

interface CorrectionProps {
  dossier: string
  matricule: string
  documents: readonly DocumentType[]
  /** What the provider says of the file: why a document was rejected. */
  msg: string
}

const slot = 'validate'

export function CorrectionForm({ dossier, matricule, documents, msg }: CorrectionProps) {
  const navigate = useNavigate()
  const items = useOutbox(dossier)
  const [trouble, setTrouble] = useState<StorageTrouble>()
  const destination = useMemo<Destination>(
    () => ({
      dossier,
      matricule,
      request: (document, image) => ({ endpoint: `replace/${document}`, body: { matricule, image } }),
    }),
    [dossier, matricule],
  )
  const work = useDocuments(destination, items)
  const update = items?.find(item => item.slot === slot)
  const accepted = update?.state === 'accepted'
  const refused = update?.state === 'refused'

  // Section 2: a successful final call leads to the update page. The dossier has served.
  useEffect(() => {
    if (!accepted) return
    Promise.all([forgetItems(dossier), eraseDossier(dossier)]).catch(reportError)
    // In place of the address with the student's number in it.
    navigate({ to: '/update', replace: true })
  }, [accepted, dossier, navigate])
  useEffect(() => {
    if (refused) scrollToTop()
  }, [refused])

  const submit = async () => {
    try {
      await enqueue({ dossier, slot, endpoint: 'validateFile', body: { matricule } }, Date.now())
      setTrouble(undefined)
      announce({ kind: 'changed' })
    } catch (error) {
      setTrouble(storageTrouble(error))
    }
  }
  const waiting = update?.state === 'waiting'
  const anySent = documents.some(document => work.view(document).state === 'sent')
  return (
    <>
      <h2>
        {refused ? refusalText(update) : documents.length > 0 ? reclamationText.heading : reclamationText.nothing}
      </h2>
      {msg && <Alert tone="warning">{msg}</Alert>}
      {waiting && <ShortCall item={update} label={reclamationText.updating} />}
      {trouble && <Alert tone="danger">{storageTroubleText[trouble]}</Alert>}
      <DocumentsList types={documents} documents={work} dossier={dossier} items={items ?? []} />
      {documents.length > 0 && (
        <button type="button" disabled={!anySent || waiting} onClick={submit}>
          {reclamationText.update}
        </button>
      )}
    </>
  )
}
