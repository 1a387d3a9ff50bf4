import * as v from 'valibot'
import * as field from '../../enrolments/fields.ts'
import { requestReceipt } from '../../receipts/receipts.ts'
import { callerOf } from './browser.ts'
import { type Call, call, tooMany } from './call.ts'
import { missed, refuseStranger } from './lookups.ts'

export const receiptFilesPath = '/recepisses/f/'

const nothingFits = 'Aucun récépissé ne correspond à ces informations.'
const freshCodeSent =
  'Votre code a plus de 30 jours. Un nouveau code vient d’être envoyé par SMS au numéro confirmé : entrez-le ici.'

const freshCodeWaits =
  'Votre code a plus de 30 jours. Le dernier code envoyé par SMS au numéro confirmé est encore valable : entrez-le ici.'

export const receiptCalls: readonly Call[] = [
  call({
    path: 'etudiant/voir/recepisse',
    body: v.object({
      otp: field.otp,
      matricule: field.matricule,
      num_place: field.numPlace,
      serie: field.listCode,
      ae: field.listCode,
    }),
    async answer(body, context) {
      const refusal = refuseStranger(context, body.matricule)
      if (refusal) return refusal
      const outcome = await requestReceipt(context.provider, body, {
        caller: callerOf(context),
        host: context.origin && new URL(context.origin).hostname,
      })
      switch (outcome.kind) {
        case 'link':
          return {
            json: { status: 1, msg: `${context.origin ?? ''}${receiptFilesPath}${outcome.token}` },
          }
        case 'wrong':
          return missed(context, { refusal: 'wrongCode', json: { status: 0, msg: nothingFits } })
        case 'codeSent':
          return { json: { status: 0, codeRequis: true, msg: freshCodeSent } }
        case 'codeWaits':
          return { json: { status: 0, codeRequis: true, msg: freshCodeWaits } }
        case 'tooMany':
          return tooMany(outcome.limit, outcome.waitMs)
      }
    },
  }),
]
