import * as v from 'valibot'
import {
  documents,
  documentTypes,
  endpoints,
  type Flag,
  fileCodes,
  otpDigits,
  remarks,
  yearGroups,
} from './shared.ts'

type Schema = v.GenericSchema<unknown, unknown>
type Fields = Readonly<Record<string, Schema>>

/**
 * The contract as providers should keep it (docs/contract.md). What the portal reads beyond it
 * (src/core/api/schemas.ts) is tolerance, and no promise. Only what JSON Schema can express:
 * docs/openapi.json is generated from this.
 */

const text = v.string()
const filled = v.pipe(v.string(), v.regex(/\S/))
const matches = (rule: RegExp) => v.pipe(v.string(), v.regex(rule))

// ——— bodies: the portal's own, each field by what a provider may rely on beyond "not empty"

const matricule = matches(/^[A-Z0-9]{11,12}$/)
const digits = matches(/^[0-9]+$/)
const name = v.pipe(v.string(), v.minLength(2))
const none = v.literal('')
/** Of a student with one name, one of the two is empty, and never both. */
const withPrenom = { prenom: name, nom: v.union([name, none]) }
const withNom = { prenom: none, nom: name }

const stricter: Fields = {
  ...{
    matricule,
    numAttest: digits,
    numPlace: digits,
    num_place: digits,
    anneeBac: filled,
    tuteur: filled,
  },
  phone: matches(/^[0-9]{8}$/),
  otp: matches(new RegExp(`^[0-9]{${otpDigits}}$`)),
  nina: matches(/^([A-Z0-9]{11,15})?$/),
  serie: v.pipe(v.string(), v.minLength(2)),
  ae: v.pipe(v.string(), v.minLength(2)),
  /** Base64 of a JPEG or PNG, without a data: prefix. */
  image: v.pipe(v.string(), v.nonEmpty(), v.base64()),
  /** What the student was told of the photo, and kept it. A provider may ignore it. */
  remarques: v.exactOptional(v.array(v.picklist(remarks))),
}
const strict = ({ entries }: { entries: Fields }, names: Fields = {}) =>
  v.strictObject(
    Object.fromEntries(
      Object.entries(entries).map(([name, own]) => [name, names[name] ?? stricter[name] ?? own]),
    ),
  )
const saved = (body: { entries: Fields }) =>
  v.union([strict(body, withPrenom), strict(body, withNom)])

const [complete, reduced] = endpoints.enrol.takes.options
export const nothing = strict(endpoints.series.takes)
export const lookupBody = strict(endpoints.lookup.takes)
export const completeBody = saved(complete)
export const reducedBody = saved(reduced)
export const enrolmentBody = v.union([completeBody, reducedBody])
export const codeBody = strict(endpoints.confirmCode.takes)
export const matriculeBody = strict(endpoints.validateFile.takes)
export const phoneBody = strict(endpoints.fileByPhone.takes)
export const documentBody = strict(endpoints.uploadDocument.takes)
export const replacementBody = strict(endpoints['replace/carteid'].takes)
export const receiptBody = strict(endpoints.receipt.takes)

// ——— answers: additional properties are permitted

const whole = v.pipe(v.number(), v.integer())
const accepted = { status: v.literal(1) }
const refused = { status: v.pipe(v.number(), v.integer(), v.notValue(1)) }

/**
 * Status 1 is success, any other a refusal; the student reads `msg`. With `codeRequis` it is
 * neither: the provider sent a code to the confirmed number, and accepts the same request once the
 * student has given the code.
 */
export const outcome = v.looseObject({
  status: whole,
  msg: filled,
  codeRequis: v.exactOptional(v.boolean()),
})
/** Body of an HTTP error: its status is never 1. */
export const refusal = v.looseObject({ ...refused, msg: filled })

export const choice = v.union([filled, v.looseObject({ code: filled, libelle: text })])
export const listReply = v.looseObject({
  Resultat: v.looseTuple([v.pipe(v.array(choice), v.minLength(1))]),
})
/** Which base answers for a bac year: the three codes of the status page. */
export const yearsReply = v.looseObject({
  Resultat: v.looseTuple([
    v.pipe(
      v.array(
        v.looseObject({ code: v.picklist(yearGroups.map(({ code }) => code)), libelle: filled }),
      ),
      v.minLength(1),
    ),
  ]),
})
export const btnInfoReply = v.looseObject({ btnInfo: text })
export const newBacReply = v.looseObject({ newBac: text })

/** Bamako's time, which is UTC, or ISO 8601 with its zone. */
const moment = matches(
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2}|T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2}))$/,
)
export const chronoReply = v.union([
  v.looseObject({
    statut: v.picklist([1, 2]),
    resultat: v.looseObject({ message: filled, dateHeure: moment }),
  }),
  v.looseObject({ statut: v.literal(0) }),
])

const person = v.union([
  v.looseObject({ matricule, ...withPrenom }),
  v.looseObject({ matricule, ...withNom }),
])
export const matriculeReply = v.union([
  v.looseObject({ ...accepted, msg: filled, resultat: person }),
  refusal,
])

const mayLack = v.optional(text)
const flags = Object.fromEntries(
  documentTypes.map(type => {
    const { flag, asksWithoutFlag } = documents[type]
    return [flag, asksWithoutFlag ? text : mayLack]
  }),
) as Record<Flag, typeof text | typeof mayLack>
/** `status`: 0 to correct, 1 waiting, 2 validated; -1 no file found, 3 invalid input. */
export const fileReply = v.union([
  v.looseObject({ status: v.picklist(fileCodes(true)), msg: filled, matricule, ...flags }),
  v.looseObject({ status: v.picklist(fileCodes(false)), msg: filled }),
])

/** An https address, or a path of the portal's own host. */
const link = matches(/^(https?:\/\/|\/[^/\s])\S+$/)
export const receiptReply = v.union([v.looseObject({ ...accepted, msg: link }), refusal])
