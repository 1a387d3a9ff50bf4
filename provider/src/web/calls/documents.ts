import * as v from 'valibot'
import { type DocumentType, documentTypes } from '../../../../src/spec/documents.ts'
import type { Remark } from '../../../../src/spec/remarks.ts'
import { holdsAnother, photographOf, storeDocument } from '../../documents/documents.ts'
import * as field from '../../enrolments/fields.ts'
import { checkImage, type ImageRefusal } from '../../images/images.ts'
import { readWaitMs, recordCounts } from '../../limits/counts.ts'
import { hasSaved, triesOf } from '../../limits/who.ts'
import { callerOf } from './browser.ts'
import { type Answer, type Call, type CallContext, call, tooMany } from './call.ts'
import { forConfirmed } from './confirmed.ts'
import { askForCode, mayReplace } from './corrections.ts'

const refusals: Record<ImageRefusal, string> = {
  notBase64: 'Le fichier envoyé n’est pas lisible.',
  tooLarge: 'Fichier selectionné trop volumineux. Au plus 5Mo',
  notImage: 'Le fichier n’est pas une photo JPEG ou PNG lisible. Choisissez une autre photo.',
  tooManyPixels:
    'Cette image est trop grande pour être lue. Prenez une photo avec le téléphone et envoyez-la.',
  late: 'Le service est très demandé. Réessayez dans un instant.',
}

interface Upload {
  matricule: string
  type: DocumentType
  image: string
  remarques: readonly Remark[]
  correction: boolean
}

const lateSeconds = 10

/** Refuses nothing: more than one address needs is told to the operators. */
function countForAddress(
  what: 'junkUploads' | 'heavyUploads',
  { provider, limits, address }: CallContext,
): void {
  const now = provider.now().getTime()
  if (limits[what].waitMs(address, now) > 0) provider.alarm(what)
  limits[what].record(address, now)
}

/**
 * An upload that is no photograph counts against its address only: an attacker must not use up the
 * student's attempts.
 */
function refuse(refusal: ImageRefusal, context: CallContext): Answer {
  const answer = { refusal, json: { status: 0, msg: refusals[refusal] } }
  if (refusal === 'late') return { ...answer, http: 503, retryAfterSeconds: lateSeconds }
  if (refusal === 'tooManyPixels') context.provider.alarm('imageBomb')
  countForAddress('junkUploads', context)
  return { ...answer, http: 422 }
}

async function receive(
  { matricule, type, image, remarques: remarks, correction }: Upload,
  context: CallContext,
): Promise<Answer> {
  const { provider, limits, address, came } = context
  const enrolment = await forConfirmed(context, matricule)
  if ('json' in enrolment) return enrolment
  const caller = callerOf(context)
  const keys = { upload: triesOf(enrolment, caller) }
  const waitMs = () => readWaitMs(provider.database, keys, provider.now())
  const wait = await waitMs()
  if (wait > 0) return tooMany('uploads', wait)

  const isSuspect = limits.junkUploads.waitMs(address, provider.now().getTime()) > 0
  const check = await checkImage(image, { address, student: keys.upload, isSuspect })
  if (check.wasHeavy) countForAddress('heavyUploads', context)
  if ('refusal' in check) return refuse(check.refusal, context)
  limits.junkUploads.forgive(address)
  // Other uploads of this student may have arrived during the decoding.
  const lateWait = await waitMs()
  if (lateWait > 0) return tooMany('uploads', lateWait)
  const photograph = photographOf(check.bytes)
  const mayCorrect = await mayReplace(context, matricule)
  // Before it is counted: an upload that may not replace the photograph must not use up the
  // student's attempts.
  if (!mayCorrect && (await holdsAnother(provider.database, { matricule, type, photograph })))
    return askForCode(context, matricule)
  await recordCounts(provider.database, keys, provider.now())
  const outcome = await storeDocument(provider, {
    matricule,
    type,
    photograph,
    remarks,
    correction,
    mayReplace: mayCorrect,
    bySaver: hasSaved(enrolment.saverToken, caller),
    came,
  })
  if (outcome === 'needsCode') return askForCode(context, matricule)
  if (outcome === 'alreadyValidated')
    return { json: { status: 0, msg: 'Ce document est déjà validé.' } }
  return { json: { status: 1, msg: 'Document enregistré.' } }
}

export const documentCalls: readonly Call[] = [
  call({
    path: 'etudiant/files/upload',
    photograph: true,
    body: v.object({
      matricule: field.matricule,
      type: v.picklist(documentTypes),
      image: field.image,
      remarques: field.remarques,
    }),
    answer: (body, context) => receive({ ...body, correction: false }, context),
  }),
  ...documentTypes.map(type =>
    call({
      path: `etudiant/files/update/${type}`,
      photograph: true,
      body: v.object({
        matricule: field.matricule,
        image: field.image,
        remarques: field.remarques,
      }),
      answer: (body, context) => receive({ ...body, type, correction: true }, context),
    }),
  ),
]
