import * as v from 'valibot'
import { listDocuments } from '../../documents/documents.ts'
import { enrol, markFinished } from '../../enrolments/enrolments.ts'
import * as field from '../../enrolments/fields.ts'
import { listNames, summarize } from '../../enrolments/file-status.ts'
import { smsBudget } from '../../limits/rates.ts'
import { hasName, hasOneName } from '../../students/names.ts'
import { findByPlace, type Student, withoutZeros } from '../../students/students.ts'
import { isOpen } from '../../window/enrolment-window.ts'
import { callerOf, foundCookie, hasFound, tokenFor } from './browser.ts'
import {
  type Answer,
  type Call,
  type CallContext,
  call,
  codesSpent,
  crowded,
  phoneShared,
  tooMany,
} from './call.ts'
import { forConfirmed } from './confirmed.ts'
import { foundNobody, meet, missed, refuseStranger } from './lookups.ts'

const place = {
  anneeBac: field.anneeBac,
  numPlace: field.numPlace,
  serie: field.listCode,
  ae: field.listCode,
}

const person = {
  phone: field.phone,
  matricule: field.matricule,
  numAttest: field.numAttest,
  nom: field.personName,
  prenom: field.personName,
  tuteur: field.tuteur,
}
const complete = v.object({ ...person, ...place, nina: v.optional(field.nina, '') })
const reduced = v.object({ ...person, numPlace: field.numPlace, dateNaiss: field.dateNaiss })

const unknownStudent: Answer = {
  json: {
    status: 0,
    msg: 'Aucun étudiant ne correspond à ces informations. Vérifiez le numéro de place, la série et l’académie.',
  },
}

/**
 * The same answer whichever of the facts is wrong, so that an attacker cannot test them one by one.
 */
const unlistedStudent: Answer = {
  json: {
    status: 0,
    msg: 'Ces informations ne correspondent pas à la liste des bacheliers. Vérifiez le numéro de place, la série, l’académie et le numéro d’attestation.',
  },
}

/**
 * Who still waits for this answer sends the same again, and then it is the newest, and gets a code.
 */
const overtaken: Answer = {
  http: 503,
  refusal: 'overtaken',
  retryAfterSeconds: 5,
  json: { status: 0, msg: 'Un envoi plus récent est déjà arrivé. Réessayez dans un instant.' },
}

type Listed = v.InferOutput<typeof complete> | v.InferOutput<typeof reduced>

function isListed(body: Listed, student: Student): boolean {
  if (withoutZeros(student.numPlace) !== body.numPlace) return false
  if (hasOneName(body) && !hasOneName(student)) return false
  if (student.numAttest !== null && student.numAttest !== withoutZeros(body.numAttest)) return false
  if (!('serie' in body)) return true
  return (
    String(student.anneeBac) === body.anneeBac &&
    student.serie === body.serie &&
    student.ae === body.ae
  )
}

async function save(body: Listed, context: CallContext): Promise<Answer> {
  const { provider, limits, address, origin, came } = context
  const { matricule, phone } = body
  const { token, cookie } = tokenFor(context, 'save')
  const variant = 'dateNaiss' in body ? 'reduced' : 'complete'
  const given = Object.entries(body).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const outcome = await enrol(provider, {
    matricule,
    answers: { ...Object.fromEntries(given), reading: variant, phone },
    came,
    isListed: student => isListed(body, student),
    address,
    host: origin && new URL(origin).hostname,
    hasFound: hasFound(context, body),
    caller: callerOf(context),
    token,
  })
  switch (outcome.kind) {
    case 'saved':
      limits.knownPairs.add(address, matricule, 'enrolled')
      return {
        cookies: [cookie],
        json: { status: 1, msg: 'Un code de confirmation a été envoyé par SMS à votre numéro.' },
      }
    case 'otherPhone':
      return {
        json: {
          status: 0,
          msg: 'Ce matricule est déjà inscrit avec un autre numéro de téléphone. Adressez-vous à l’assistance.',
        },
      }
    case 'overtaken':
      return overtaken
    case 'unlisted':
      return missed(context, unlistedStudent)
    case 'phoneShared':
      return phoneShared(context, matricule)
    case 'tooMany':
      return tooMany(outcome.limit, outcome.waitMs)
    case 'codesSpent':
      return codesSpent(context)
    case 'codesStopped':
      provider.alarm('smsBreaker')
      return {
        ...crowded('codesStopped', 'Trop de codes sont demandés en ce moment.'),
        http: 503,
        retryAfterSeconds: smsBudget.waitMs / 1000,
      }
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
      if (!student) return foundNobody(context, 'lookups', unknownStudent)
      const { matricule, nom, prenom } = student
      const late = await meet(context, 'lookups', [wanted, matricule])
      if (late) return late
      return {
        cookies: [foundCookie(context, { matricule, numPlace: body.numPlace })],
        json: {
          status: 1,
          msg: 'Étudiant trouvé. Vérifiez vos informations.',
          resultat: { matricule, nom, prenom },
        },
      }
    },
  }),
  call({
    path: 'etudiant/enrolement/add',
    // Only the complete wizard sends a series or a bac year: such a body must not pass as one of
    // the reduced wizard.
    body: v.pipe(
      v.union([
        complete,
        v.object({
          ...reduced.entries,
          serie: v.optional(v.never()),
          anneeBac: v.optional(v.never()),
        }),
      ]),
      v.check(body => hasName(body)),
    ),
    async answer(body, context) {
      const window = await context.provider.kept.window.get()
      if (!isOpen(window)) return { json: { status: 0, msg: 'Les inscriptions sont fermées' } }
      return save(body, context)
    },
  }),
  call({
    path: 'etudiant/enrolement/globalevalid',
    body: v.object({ matricule: field.matricule }),
    async answer({ matricule }, context) {
      const { database, now } = context.provider
      const enrolment = await forConfirmed(context, matricule)
      if ('json' in enrolment) return enrolment
      const { missing, rejected, waiting } = summarize(
        enrolment.reading,
        await listDocuments(database, matricule),
      )
      if (missing.length > 0)
        return { json: { status: 0, msg: `Documents manquants : ${listNames(missing)}.` } }
      // An update may postpone a rejected document, but must bring at least one.
      if (rejected.length > 0 && waiting.length === 0) {
        return {
          json: {
            status: 0,
            msg: `Documents à renvoyer : ${listNames(rejected.map(one => one.type))}.`,
          },
        }
      }
      await markFinished(database, matricule, now())
      return {
        json: {
          status: 1,
          msg: 'Vos documents sont enregistrés. Vous aurez une réponse sous 48 heures.',
        },
      }
    },
  }),
]
