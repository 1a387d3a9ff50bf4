import * as v from 'valibot'
import { documents, documentTypes, type Flag } from '../../spec/documents.ts'
import { type Chrono, readDate } from '../../spec/window.ts'

/** Strict in what is sent, tolerant in what is read (docs/contract.md). */

const text = v.fallback(
  v.pipe(
    v.string(),
    // Letters that were lost on the way make no sentence: the portal has its own.
    v.transform(said => (said.includes('\ufffd') ? '' : said.trim())),
  ),
  '',
)
const number = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\s*-?\d+\s*$/), v.transform(Number))]),
  v.integer(),
)

// ——— answers

const yes = v.pipe(
  v.unknown(),
  v.transform(said => /^(true|1)$/.test(String(said))),
)

/**
 * What every saving call answers. `codeRequis`: it counts only after the SMS code
 * (docs/contract.md).
 */
export const outcome = v.object({ status: number, msg: text, codeRequis: v.exactOptional(yes) })
export type Outcome = v.InferOutput<typeof outcome>

export interface Choice {
  code: string
  libelle: string
}

const word = v.union([v.string(), v.pipe(v.number(), v.transform(String))])
const filledWord = v.pipe(word, v.regex(/\S/))
const choice = v.union([
  v.pipe(
    filledWord,
    v.transform((libelle): Choice => ({ code: libelle, libelle })),
  ),
  v.pipe(
    v.object({ code: filledWord, libelle: v.nullish(word) }),
    v.transform(({ code, libelle }): Choice => ({ code, libelle: libelle ?? code })),
  ),
])

/**
 * An empty list is a fault: the student could choose nothing from it. Items that are not choices
 * are left out.
 */
export const listReply = v.pipe(
  v.object({ Resultat: v.looseTuple([v.array(v.fallback(v.optional(choice), undefined))]) }),
  v.transform(({ Resultat: [items] }) =>
    items.filter(
      (item, at): item is Choice =>
        !!item && items.findIndex(other => other?.code === item.code) === at,
    ),
  ),
  v.nonEmpty(),
)

const label = v.fallback(word, '')
export const btnInfoReply = v.pipe(
  v.object({ btnInfo: label }),
  v.transform(reply => reply.btnInfo),
)
export const newBacReply = v.pipe(
  v.object({ newBac: label }),
  v.transform(reply => reply.newBac),
)

/** An unreadable date makes the whole answer a fault (docs/contract.md); statut 0 needs no date. */
export const chronoReply = v.pipe(
  v.object({
    statut: number,
    resultat: v.fallback(v.object({ message: text, dateHeure: text }), {
      message: '',
      dateHeure: '',
    }),
  }),
  v.transform(
    ({ statut, resultat }): Chrono => ({
      statut,
      message: resultat.message,
      target: readDate(resultat.dateHeure),
    }),
  ),
  v.check(chrono => (chrono.statut !== 1 && chrono.statut !== 2) || chrono.target !== undefined),
)

/** A student may have one name: the list then leaves the other out, in whichever way. */
const personName = v.pipe(
  v.nullish(word, ''),
  v.transform(name => name.trim()),
)
const person = v.object({
  matricule: v.pipe(v.string(), v.regex(/\S/)),
  nom: personName,
  prenom: personName,
})
export type Person = v.InferOutput<typeof person>
/** Only status 1 promises a person. */
export const matriculeReply = v.pipe(
  v.object({ status: number, msg: text, resultat: v.fallback(v.optional(person), undefined) }),
  v.check(reply => reply.status !== 1 || reply.resultat !== undefined),
)

const flag = v.fallback(v.union([v.string(), v.pipe(v.number(), v.transform(String))]), '')
const nesting = v.looseObject({ resultat: v.looseObject({}) })
const flags = Object.fromEntries(documentTypes.map(type => [documents[type].flag, flag])) as Record<
  Flag,
  typeof flag
>
export interface FileReply extends Outcome, Record<Flag, string> {
  matricule: string
}
const file: v.GenericSchema<unknown, FileReply> = v.object({
  status: number,
  msg: text,
  matricule: v.fallback(v.string(), ''),
  ...flags,
})
/** The flags stand beside `status`, or nested in `resultat` (docs/contract.md). */
export const fileReply = v.pipe(
  v.unknown(),
  v.transform((reply): unknown => (v.is(nesting, reply) ? { ...reply.resultat, ...reply } : reply)),
  file,
)

// ——— bodies

export const nothing = v.strictObject({})
const filled = v.pipe(v.string(), v.nonEmpty())
export const lookupBody = v.strictObject({
  anneeBac: filled,
  numPlace: filled,
  serie: filled,
  ae: filled,
})
const common = {
  matricule: filled,
  phone: filled,
  tuteur: filled,
  numAttest: filled,
  numPlace: filled,
}
/** A student of the list may have one name; one who types has both. */
const listed = { prenom: v.string(), nom: v.string() }
const named = { prenom: filled, nom: filled }
export const enrolmentBody = v.union([
  v.strictObject({
    anneeBac: filled,
    ...common,
    ...listed,
    nina: v.string(),
    serie: filled,
    ae: filled,
  }),
  v.strictObject({ ...common, ...named, dateNaiss: v.pipe(v.string(), v.isoDate()) }),
])
export const codeBody = v.strictObject({ matricule: filled, otp: filled })
export const matriculeBody = v.strictObject({ matricule: filled })
export const phoneBody = v.strictObject({ phone: filled })
const base64 = v.pipe(v.string(), v.nonEmpty())
/** Those of a later build come with a moved dossier: any word passes, and no sentence. */
export const remarkWords = v.array(v.pipe(v.string(), v.regex(/^[a-zA-Z]{2,20}$/)))
/** Last in the body: `withoutRemarks` cuts it off. */
const said = { remarques: v.exactOptional(remarkWords) }
export const documentBody = v.strictObject({
  matricule: filled,
  type: v.picklist(documentTypes),
  image: base64,
  ...said,
})
export const replacementBody = v.strictObject({ matricule: filled, image: base64, ...said })
export const receiptBody = v.strictObject({
  otp: filled,
  matricule: filled,
  num_place: filled,
  serie: filled,
  ae: filled,
})
