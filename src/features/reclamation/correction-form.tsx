import { useEffect, useMemo, useRef, useState } from 'react'
import { type StorageTrouble, storageTrouble } from '../../core/db/database.ts'
import { correctionOf, type Dossier, newDossier, saveDossier } from '../../core/db/dossiers.ts'
import { useStored } from '../../core/db/use-stored.ts'
import { type Busy, DocumentsList } from '../../documents/ui/documents-list.tsx'
import { useDocuments } from '../../documents/ui/use-documents.ts'
import { queueRequest } from '../../outbox/api.ts'
import { withRequestKey } from '../../outbox/item.ts'
import { AskedCode } from '../../outbox/ui/asked-code.tsx'
import { Refusal, ShortCall } from '../../outbox/ui/calls.tsx'
import { storageTroubleText } from '../../outbox/ui/text.ts'
import type { DocumentType } from '../../spec/documents.ts'
import { Alert } from '../../ui/feedback.tsx'
import { ReasonedButton, useFault } from '../../ui/form.tsx'
import { scrollToTop } from '../../ui/panels.tsx'
import * as reclamationText from './text.ts'
import { isUpdateUnderWay, updateRequestKey } from './update.rule.ts'
import { useItemsOfUpdate, useUpdateEnd } from './use-update.ts'

interface CorrectionProps {
  dossier: Dossier
  matricule: string
  documents: readonly DocumentType[]
  /**
   * Documents that the office has received: one new photo is enough, and a student need not replace
   * the others.
   */
  filed: readonly DocumentType[]
  first: DocumentType | undefined
  /** The provider's message about the file: why a document was rejected. */
  msg: string
}

export function CorrectionForm({
  dossier: correction,
  matricule,
  documents,
  filed,
  first,
  msg,
}: CorrectionProps) {
  const { id: dossier } = correction
  const items = useItemsOfUpdate(dossier)
  const [trouble, setTrouble] = useState<StorageTrouble>()
  const work = useDocuments(correction, items)
  const [busy, setBusy] = useState<Busy>()
  const update = items && withRequestKey(items, updateRequestKey)
  const accepted = update?.state === 'accepted'
  const refused = update?.state === 'refused'
  // The short final call may arrive before a photo that is large, paused or being taken again.
  const settled = accepted && busy !== 'work' && !isUpdateUnderWay(items ?? [], documents)
  useUpdateEnd(dossier, settled)
  const heading = useRef<HTMLHeadingElement>(null)
  useFault(refused)
  // The time of the refusal, so that a second one with the same words counts as new.
  const refusal = refused ? update.settledAt : undefined
  useEffect(() => {
    if (refusal === undefined) return
    heading.current?.focus({ preventScroll: true })
    scrollToTop()
  }, [refusal])

  const submit = async () => {
    try {
      await queueRequest(
        { dossier, requestKey: updateRequestKey, endpoint: 'validateFile', body: { matricule } },
        Date.now(),
      )
      setTrouble(undefined)
    } catch (error) {
      setTrouble(storageTrouble(error))
    }
  }
  const waiting = update?.state === 'waiting'
  const anySent = documents.some(document => work.view(document).state === 'sent')
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {refused ? (
          <Refusal item={update} />
        ) : documents.length > 0 ? (
          reclamationText.heading
        ) : (
          reclamationText.nothing
        )}
      </h2>
      {msg && <Alert tone="warning">{msg}</Alert>}
      {waiting && <ShortCall item={update} label={reclamationText.updating} />}
      {accepted && !settled && <Alert tone="info">{reclamationText.underWay}</Alert>}
      {trouble && <Alert tone="danger">{storageTroubleText[trouble]}</Alert>}
      <DocumentsList
        types={documents}
        documents={work}
        intro={
          filed.length > 0 && documents.length > 1
            ? reclamationText.oneIsEnough
            : reclamationText.intro
        }
        filed={filed}
        first={first}
        onBusy={setBusy}
      />
      {/* Below the rows: it appears by itself, and must move no row under a thumb. */}
      {items && <AskedCode dossier={dossier} matricule={matricule} items={items} />}
      {documents.length > 0 && (
        <div className="stack">
          <ReasonedButton
            label={reclamationText.update}
            reason={anySent ? undefined : reclamationText.blocked}
            disabled={waiting}
            onPress={submit}
          />
        </div>
      )}
    </>
  )
}

/** The dossier that holds a student's corrected photos; it is found again after a reload. */
export function useCorrection(matricule: string) {
  const open = useMemo(() => createOpening(matricule), [matricule])
  const { value, again } = useStored(['correction', matricule], open)
  return { ...value, again }
}

interface Opened {
  dossier?: Dossier
  trouble?: StorageTrouble
}

/** Reads the correction, and begins one at most once: it is read again after its end, too. */
function createOpening(matricule: string) {
  let opened: Promise<Dossier> | undefined
  return async (): Promise<Opened> => {
    try {
      const kept = await correctionOf(matricule)
      opened = kept ? Promise.resolve(kept) : (opened ?? beginCorrection(matricule))
      return { dossier: await opened }
    } catch (error) {
      opened = undefined
      return { trouble: storageTrouble(error) }
    }
  }
}

async function beginCorrection(matricule: string): Promise<Dossier> {
  const dossier = newDossier('correction', Date.now(), { matricule })
  await saveDossier(dossier)
  return dossier
}
