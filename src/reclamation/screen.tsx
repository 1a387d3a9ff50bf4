import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../provider/call.ts'
import type { FileReply } from '../provider/schemas.ts'
import { errorText } from '../provider/text.ts'
import type { Identifier } from '../rules/identifier.ts'
import { storageTroubleText } from '../storage/trouble.ts'
import { Alert } from '../ui/alert.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { CorrectionForm } from './correction-form.tsx'
import { documentsToCorrect, isFile, readParameter } from './file.rule.ts'
import { reclamationText } from './text.ts'
import { useCorrection } from './use-correction.ts'

const fileQuery = (identifier: Identifier | undefined) =>
  queryOptions({
    queryKey: ['file', identifier],
    queryFn: ({ signal }): Promise<FileReply> => {
      if (!identifier) throw new Error('Asked for no file')
      return 'phone' in identifier
        ? call('fileByPhone', identifier, { signal })
        : call('fileByMatricule', identifier, { signal })
    },
    enabled: identifier !== undefined,
    gcTime: 0,
    // A flag that changes under an open camera would take the row away.
    refetchOnWindowFocus: false,
  })

/** Section 2: a route parameter of 8 characters is a phone number, any other a matricule. */
export function ReclamationScreen({ parameter }: { parameter: string }) {
  const identifier = readParameter(parameter)
  const { data: file, error, isFetching, refetch } = useQuery(fileQuery(identifier))
  const matricule = file?.matricule || (identifier && 'matricule' in identifier ? identifier.matricule : undefined)
  const { dossier, trouble } = useCorrection(file && isFile(file) ? matricule : undefined)
  return (
    <>
      <title>{reclamationText.title}</title>
      <h1>{reclamationText.title}</h1>
      {!identifier && <Alert tone="danger">{reclamationText.invalid}</Alert>}
      {isFetching && !file && <Spinner label={reclamationText.loading} />}
      {error && !file && !isFetching && (
        <Alert tone="danger">
          <p>{errorText(error)}</p>
          <button type="button" className="secondary" onClick={() => refetch()}>
            {reclamationText.again}
          </button>
        </Alert>
      )}
      {trouble && <Alert tone="danger">{storageTroubleText[trouble]}</Alert>}
      {file && !isFile(file) && <Alert tone="danger">{file.msg || reclamationText.nothing}</Alert>}
      {file && isFile(file) && !matricule && <Alert tone="danger">{reclamationText.noMatricule}</Alert>}
      {file && matricule && dossier && (
        <CorrectionForm dossier={dossier} matricule={matricule} documents={documentsToCorrect(file)} msg={file.msg} />
      )}
    </>
  )
}
