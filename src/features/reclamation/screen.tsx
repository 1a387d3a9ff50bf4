import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useEffect } from 'react'
import type { FileReply } from '../../core/api/schemas.ts'
import { useTrouble } from '../../core/api/use-queries.ts'
import { correctionPurpose } from '../../core/db/encrypted-dossiers.ts'
import { dropReplies } from '../../core/db/kept.ts'
import { TroubleAlert } from '../../outbox/ui/calls.tsx'
import { keptReplyText } from '../../outbox/ui/fresh-or-kept.ts'
import { storageTroubleText } from '../../outbox/ui/text.ts'
import { useDiskTrouble } from '../../outbox/use-outbox.ts'
import * as commonText from '../../spec/text.ts'
import { Alert } from '../../ui/feedback.tsx'
import { Head } from '../../ui/head.tsx'
import { Onward, Spinner } from '../../ui/static-parts.tsx'
import { UnlockGate } from '../shared-device/gate.tsx'
import { CorrectionForm, useCorrection } from './correction-form.tsx'
import {
  documentsFiled,
  documentsToCorrect,
  firstToCorrect,
  identifierOf,
  isFile,
} from './file.rule.ts'
import { fileQuery } from './file-query.ts'
import * as reclamationText from './text.ts'
import { useHiddenSubject } from './use-update.ts'

interface ScreenProps {
  parameter: string
  /** Replaces a correction that was transferred to another device. */
  transferred(dossier: string, onBack: () => void): ReactElement
}

/** Section 2: a route parameter of 8 characters is a phone number, any other a matricule. */
export function ReclamationScreen({ parameter, transferred }: ScreenProps) {
  const identifier = identifierOf(parameter)
  const query = useQuery(fileQuery(identifier))
  const trouble = useTrouble(query)
  const { data } = query
  const file = data?.reply
  const asked = identifier && 'matricule' in identifier ? identifier.matricule : ''
  const matricule = file?.matricule || asked
  const known = file && isFile(file, asked !== '')
  useHiddenSubject(parameter, file !== undefined)
  const found = known && matricule !== ''
  // Around the whole page: on a shared device no number and nothing of a file shows before its
  // dossier is open.
  return (
    <UnlockGate purpose={found ? correctionPurpose(matricule) : undefined} answers={{ matricule }}>
      <Head title={reclamationText.title}>
        {found && <p className="where">{reclamationText.matricule(matricule)}</p>}
      </Head>
      <div className="body">
        {!identifier && (
          <Alert tone="danger">
            {parameter ? commonText.invalidMessage : reclamationText.hidden}
          </Alert>
        )}
        {query.isFetching && !file && <Spinner label={reclamationText.loading} />}
        <TroubleAlert trouble={file ? undefined : trouble} retry={query.refetch} />
        {data?.kept && <Alert tone="info">{keptReplyText(data.kept, reclamationText.kept)}</Alert>}
        {file && !known && <Alert tone="danger">{file.msg || commonText.noFile}</Alert>}
        {known && !matricule && <Alert tone="danger">{reclamationText.noMatricule}</Alert>}
        {found && <Correction matricule={matricule} file={file} transferred={transferred} />}
      </div>
    </UnlockGate>
  )
}

interface CorrectionProps extends Pick<ScreenProps, 'transferred'> {
  matricule: string
  file: FileReply
}

function Correction({ matricule, file, transferred }: CorrectionProps) {
  const { dossier, trouble, again } = useCorrection(matricule)
  const waits = useDiskTrouble() && !dossier
  if (dossier?.transferred) return transferred(dossier.id, again)
  return (
    <>
      {trouble && <Alert tone="danger">{storageTroubleText[trouble]}</Alert>}
      {waits && file.msg && <Alert tone="warning">{file.msg}</Alert>}
      {dossier && (
        <CorrectionForm
          dossier={dossier}
          matricule={matricule}
          documents={documentsToCorrect(file)}
          filed={documentsFiled(file)}
          first={firstToCorrect(file)}
          msg={file.msg}
        />
      )}
    </>
  )
}

/** Section 2, the confirmation after a document update. */
export function UpdateScreen() {
  useEffect(() => {
    dropReplies().catch(reportError)
  }, [])
  return (
    <Head title={reclamationText.updated}>
      <p>{reclamationText.updatedDetail}</p>
      <Onward to="/status">{commonText.toStatus}</Onward>
    </Head>
  )
}
