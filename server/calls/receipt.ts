import * as v from 'valibot'
import { requestReceipt } from '../receipts.ts'
import { type Call, call, missed, refuseStranger, tooMany } from './call.ts'
import * as field from './fields.ts'

export const receiptFilesPath = '/recepisses/f/'

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
      const outcome = await requestReceipt(context.provider, body)
      switch (outcome.kind) {
        case 'link':
          return { json: { status: 1, msg: `${context.origin ?? ''}${receiptFilesPath}${outcome.token}` } }
        case 'wrong':
          return missed(context, { json: { status: 0, msg: 'Aucun récépissé ne correspond à ces informations.' } })
        case 'tooMany':
          return tooMany('receiptGuesses', outcome.waitMs)
      }
    },
  }),
]
