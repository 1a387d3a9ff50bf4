import * as v from 'valibot'
import { listDocuments } from '../documents.ts'
import { isOpen, readWindow } from '../enrolment-window.ts'
import { type Answers, confirm, enrol, findEnrolment, markFinished } from '../enrolments.ts'
import { listNames, summarize } from '../file-status.ts'
import { findByMatricule, findByPlace } from '../students.ts'
import { type Answer, type Call, type CallContext, call, missed, refuseMisser, tooMany } from './call.ts'
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

async function save(matricule: string, answers: Answers, { provider }: CallContext): Promise<Answer> {
  const outcome = await enrol(provider, matricule, answers)
  switch (outcome.kind) {
    case 'saved':
      return { json: { status: 1, msg: 'Un code de confirmation a été envoyé par SMS à votre numéro.' } }
    case 'otherPhone':
      return {
        json: {
          status: 0,
          msg: 'Ce matricule est déjà inscrit avec un autre numéro de téléphone. Adressez-vous à l’assistance.',
        },
      }
    case 'tooMany':
      return tooMany(outcome.waitMs)
  }
}

async function findListed(
  body: v.InferOutput<typeof complete> | v.InferOutput<typeof reduced>,
  { provider }: CallContext,
) {
  if ('serie' in body) {
    const student = await findByPlace(provider.database, body)
    return student?.matricule === body.matricule ? student : undefined
  }
  const student = await findByMatricule(provider.database, body.matricule)
  return student?.numPlace === body.numPlace ? student : undefined
}

export const enrolmentCalls: readonly Call[] = [
  call({
    path: 'etudiant/search/matricule',
    body: v.object(place),
    async answer(body, context) {
      const { provider, limits, address } = context
      const now = provider.now().getTime()
      const wait = limits.lookups.waitMs(address, now)
      const refusal = wait > 0 ? tooMany(wait) : refuseMisser(context)
      if (refusal) return refusal
      const student = await findByPlace(provider.database, body)
      if (!student) return missed(context, unknownStudent)
      limits.lookups.record(address, now)
      const { matricule, nom, prenom } = student
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
      const window = await readWindow(context.provider.database)
      if (!isOpen(window)) return { json: { status: 0, msg: 'Les inscriptions sont fermées' } }
      if (!(await findListed(body, context))) return missed(context, unknownStudent)
      const reading = 'dateNaiss' in body ? 'reduced' : 'complete'
      const given = Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      return save(body.matricule, { ...Object.fromEntries(given), reading, phone: body.phone }, context)
    },
  }),
  call({
    path: 'etudiant/otp/valide',
    body: v.object({ matricule: field.matricule, otp: field.otp }),
    async answer({ matricule, otp }, { provider, limits, address }) {
      const now = provider.now().getTime()
      // One code tried on many matricules is a brute force too.
      const wait = limits.wrongCodes.waitMs(address, now)
      if (wait > 0) return tooMany(wait)
      const outcome = await confirm(provider, matricule, otp)
      switch (outcome.kind) {
        case 'confirmed':
          return { json: { status: 1, msg: 'Votre numéro de téléphone est confirmé.' } }
        case 'wrong':
          limits.wrongCodes.record(address, now)
          return { json: { status: 0, msg: 'Ce code n’est pas le bon.' } }
        case 'expired':
          return { json: { status: 0, msg: 'Ce code a expiré. Demandez un nouveau code.' } }
        case 'tooMany':
          return tooMany(outcome.waitMs)
      }
    },
  }),
  call({
    path: 'etudiant/enrolement/globalevalid',
    body: v.object({ matricule: field.matricule }),
    async answer({ matricule }, context) {
      const { database, now } = context.provider
      const enrolment = await findEnrolment(database, matricule)
      if (!enrolment)
        return missed(context, { json: { status: 0, msg: 'Confirmez d’abord votre numéro de téléphone.' } })
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
