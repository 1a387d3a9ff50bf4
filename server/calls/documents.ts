import * as v from 'valibot'
import { type DocumentType, documentTypes } from '../../src/rules/documents.ts'
import { attemptWaitMs, recordAttempt } from '../attempts.ts'
import { storeDocument } from '../documents.ts'
import { checkImage, type ImageRefusal } from '../images.ts'
import { uploadsCountedAlone, uploadsPerMatricule } from '../limits.ts'
import { type Answer, type Call, type CallContext, call, forConfirmed, tooMany } from './call.ts'
import * as field from './fields.ts'

const refusals: Record<ImageRefusal, string> = {
  notBase64: 'Le fichier envoyé n’est pas lisible.',
  tooLarge: 'Fichier selectionné trop volumineux. Au plus 5Mo',
  notImage: 'Le fichier n’est pas une photo JPEG ou PNG lisible. Choisissez une autre photo.',
}

interface Upload {
  matricule: string
  type: DocumentType
  image: string
  correction: boolean
}

/** The first few are this process's own matter and cost nothing; who goes on is counted, these included, for all processes. */
async function countUpload({ provider, limits }: CallContext, matricule: string): Promise<number> {
  const now = provider.now()
  const ownWait = limits.uploads.waitMs(matricule, now.getTime())
  if (ownWait > 0) return ownWait
  const times = limits.uploads.record(matricule, now.getTime())
  if (times.length <= uploadsCountedAlone) return 0
  const wait = await attemptWaitMs(provider.database, 'upload', matricule, uploadsPerMatricule, now)
  if (wait > 0) return wait
  const untold = times.length === uploadsCountedAlone + 1 ? times : times.slice(-1)
  for (const time of untold) await recordAttempt(provider.database, 'upload', matricule, new Date(time))
  return 0
}

async function receive({ matricule, type, image, correction }: Upload, context: CallContext): Promise<Answer> {
  const { provider } = context
  const enrolment = await forConfirmed(context, matricule)
  if ('json' in enrolment) return enrolment
  const wait = await countUpload(context, matricule)
  if (wait > 0) return tooMany('uploads', wait)

  const check = await checkImage(image)
  if ('refusal' in check)
    return { http: 422, refusal: check.refusal, json: { status: 0, msg: refusals[check.refusal] } }
  const outcome = await storeDocument(provider, { matricule, type, bytes: check.bytes, correction })
  if (outcome === 'alreadyValidated') return { json: { status: 0, msg: 'Ce document est déjà validé.' } }
  return { json: { status: 1, msg: 'Document enregistré.' } }
}

export const documentCalls: readonly Call[] = [
  call({
    path: 'etudiant/files/upload',
    photograph: true,
    body: v.object({ matricule: field.matricule, type: v.picklist(documentTypes), image: field.image }),
    answer: (body, context) => receive({ ...body, correction: false }, context),
  }),
  ...documentTypes.map(type =>
    call({
      path: `etudiant/files/update/${type}`,
      photograph: true,
      body: v.object({ matricule: field.matricule, image: field.image }),
      answer: (body, context) => receive({ ...body, type, correction: true }, context),
    }),
  ),
]
