import * as v from 'valibot'
import { listDocuments } from '../documents.ts'
import { isOpen } from '../enrolment-window.ts'
import { confirm, enrol, markFinished } from '../enrolments.ts'
import { listNames, summarize } from '../file-status.ts'
import { findByPlace, type Student } from '../students.ts'
import {
  type Answer,
  type Call,
  type CallContext,
  call,
  forConfirmed,
  meet,
  missed,
  refuseStranger,
  tooMany,
} from './call.ts'
import * as field from './fields.ts'

const place = { anneeBac: field.anneeBac, numPlace: field.numPlace, serie: field.listCode, ae: field.listCode }

const complete = v.object({
  ...place,
  matricule: field.matricule,
  prenom: field.personName,
  nom: field.personName,
  phone: field.phone,
  tuteur: field.tuteur,
  nina: v.optional(field.nina, ''),
  numAttest: field.numAttest,
})

const reduced = v.object({
  phone: field.phone,
  matricule: field.matricule,
  numPlace: field.numPlace,
  numAttest: field.numAttest,
  nom: field.personName,
  prenom: field.personName,
  dateNaiss: field.dateNaiss,
  tuteur: field.tuteur,
})

const unknownStudent: Answer = {
  json: {
    status: 0,
    msg: 'Aucun étudiant ne correspond à ces informations. Vérifiez le numéro de place, la série et l’académie.',
  },
}

type Listed = v.InferOutput<typeof complete> | v.InferOutput<typeof reduced>

function isListed(body: Listed, student: Student): boolean {
  if (student.numPlace !== body.numPlace) return false
  if (!('serie' in body)) return true
  return String(student.anneeBac) === body.anneeBac && student.serie === body.serie && student.ae === body.ae
}

async function save(body: Listed, context: CallContext): Promise<Answer> {
  const { provider, limits, address, origin } = context
  const { matricule, phone } = body
  const reading = 'dateNaiss' in body ? 'reduced' : 'complete'
  const given = Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const outcome = await enrol(provider, {
    matricule,
    answers: { ...Object.fromEntries(given), reading, phone },
    isListed: student => isListed(body, student),
    host: origin && new URL(origin).hostname,
  })
  switch (outcome.kind) {
    case 'saved':
      limits.acquaintances.add(address, matricule)
      return { json: { status: 1, msg: 'Un code de confirmation a été envoyé par SMS à votre numéro.' } }
    case 'otherPhone':
      return {
        json: {
          status: 0,
          msg: 'Ce matricule est déjà inscrit avec un autre numéro de téléphone. Adressez-vous à l’assistance.',
        },
      }
    case 'unlisted':
      return missed(context, unknownStudent)
    case 'tooMany':
      return tooMany(outcome.limit, outcome.waitMs)
  }
}

export const enrolmentCalls: readonly Call[] = [
  call({
    path: 'etudiant/search/matricule',
    body: v.object(place),
    async answer(body, context) {
      const wanted = `place ${body.anneeBac} ${body.numPlace} ${body.serie} ${body.ae}`
      const refusal = refuseStranger(context, wanted)
      if (refusal) return refusal
      const student = await findByPlace(context.provider.database, body)
      if (!student) return missed(context, unknownStudent)
      const { matricule, nom, prenom } = student
      const late = meet(context, [wanted, matricule])
      if (late) return late
      return {
        json: { status: 1, msg: 'Étudiant trouvé. Vérifiez vos informations.', resultat: { matricule, nom, prenom } },
      }
    },
  }),
  call({
    path: 'etudiant/enrolement/add',
    // A series or a bac year belongs to reading A only: such a body must not slip through as reading B.
    body: v.union([
      complete,
      v.object({ ...reduced.entries, serie: v.optional(v.never()), anneeBac: v.optional(v.never()) }),
    ]),
    async answer(body, context) {
      const window = await context.provider.kept.window.get()
      if (!isOpen(window)) return { json: { status: 0, msg: 'Les inscriptions sont fermées' } }
      return save(body, context)
    },
  }),
  call({
    path: 'etudiant/otp/valide',
    body: v.object({ matricule: field.matricule, otp: field.otp }),
    async answer({ matricule, otp }, { provider, limits, address }) {
      const now = provider.now().getTime()
      // One code tried on many matricules is a brute force too. Who enrolled at this address is not stopped by it.
      const wait = limits.acquaintances.has(address, matricule) ? 0 : limits.wrongCodes.waitMs(address, now)
      if (wait > 0) return tooMany('wrongCodes', wait)
      const outcome = await confirm(provider, matricule, otp)
      switch (outcome.kind) {
        case 'confirmed':
          limits.acquaintances.add(address, matricule)
          return { json: { status: 1, msg: 'Votre numéro de téléphone est confirmé.' } }
        case 'wrong':
          limits.wrongCodes.record(address, now)
          return { json: { status: 0, msg: 'Ce code n’est pas le bon.' } }
        case 'expired':
          return { json: { status: 0, msg: 'Ce code a expiré. Demandez un nouveau code.' } }
        case 'tooMany':
          return tooMany('codeGuesses', outcome.waitMs)
      }
    },
  }),
  call({
    path: 'etudiant/enrolement/globalevalid',
    body: v.object({ matricule: field.matricule }),
    async answer({ matricule }, context) {
      const { database, now } = context.provider
      const enrolment = await forConfirmed(context, matricule)
      if ('json' in enrolment) return enrolment
      const { missing, rejected, waiting } = summarize(enrolment.reading, await listDocuments(database, matricule))
      if (missing.length > 0) return { json: { status: 0, msg: `Documents manquants : ${listNames(missing)}.` } }
      // An update may leave a refused document for later, but has to bring at least one.
      if (rejected.length > 0 && waiting.length === 0) {
        return { json: { status: 0, msg: `Documents à renvoyer : ${listNames(rejected.map(one => one.type))}.` } }
      }
      await markFinished(database, matricule, now())
      return { json: { status: 1, msg: 'Vos documents sont enregistrés. Vous aurez une réponse sous 48 heures.' } }
    },
  }),
]
