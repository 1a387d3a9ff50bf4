import * as v from 'valibot'
import { groupOfYear } from '../../../../src/spec/years.ts'
import { listDocuments } from '../../documents/documents.ts'
import { type EnrolmentOfYear, findEnrolment, findEnrolmentsByPhone } from '../../enrolments/enrolments.ts'
import * as field from '../../enrolments/fields.ts'
import { fileStatus, summarize, verificationFlags } from '../../enrolments/file-status.ts'
import { callerOf } from './browser.ts'
import { type Answer, type Call, type CallContext, call } from './call.ts'
import { foundNobody, meet, refuseStranger } from './lookups.ts'

const unknown = { status: fileStatus.unknown, msg: 'Aucun dossier d’inscription ne correspond à ces informations.' }

/** A field of the wrong format gets an answer of its own (code 3); a body of another shape is a refused request. */
const invalidInput = (name: string) => (body: unknown) => {
  const given = v.safeParse(v.object({ [name]: v.string() }), body)
  return given.success ? { json: { status: fileStatus.invalid, msg: 'Le format est invalide.' } } : undefined
}

interface Lookup<Body> {
  person(body: Body): string
  find(body: Body, context: CallContext): Promise<EnrolmentOfYear[]>
}

const byMatricule: Lookup<{ matricule: string }> = {
  person: ({ matricule }) => matricule,
  async find({ matricule }, { provider }) {
    const enrolment = await findEnrolment(provider.database.reader, matricule)
    return enrolment ? [enrolment] : []
  },
}

const byPhone: Lookup<{ phone: string }> = {
  person: ({ phone }) => phone,
  find: ({ phone }, { provider }) => findEnrolmentsByPhone(provider.database.reader, phone),
}

/** Of several files with one phone, the first one that its student must correct, else the newest. */
async function choose(enrolments: EnrolmentOfYear[], { provider }: CallContext) {
  const files = []
  for (const enrolment of enrolments) {
    const documents = await listDocuments(provider.database.reader, enrolment.matricule)
    files.push({ enrolment, documents, summary: summarize(enrolment.reading, documents) })
  }
  return files.find(file => file.summary.status === fileStatus.toCorrect) ?? files[0]
}

/** The browser that saved reads its own student's file without payment, from any address. */
async function payFor(person: string, { matricule, saverToken }: EnrolmentOfYear, context: CallContext) {
  if (saverToken !== null && callerOf(context).tokens.includes(saverToken)) return undefined
  return meet(context, 'files', [person, matricule], fileStatus.unknown)
}

/** The status page: a base answers only for the bac years of its own group. */
const status =
  <Body>(lookup: Lookup<Body>) =>
  async (body: Body, context: CallContext): Promise<Answer> => {
    const person = lookup.person(body)
    const refusal = refuseStranger(context, person, fileStatus.unknown)
    if (refusal) return refusal
    const enrolments = (await lookup.find(body, context)).filter(one => groupOfYear(one.anneeBac) === context.group)
    const file = await choose(enrolments, context)
    if (!file) return foundNobody(context, 'files', { json: unknown }, fileStatus.unknown)
    const { enrolment, documents, summary } = file
    const late = await payFor(person, enrolment, context)
    if (late) return late
    const flags = verificationFlags(enrolment.reading, documents)
    return { json: { status: summary.status, msg: summary.msg, matricule: enrolment.matricule, ...flags } }
  }

/** The reclamation page: which documents are still needed, for all bac years. */
const verification =
  <Body>(lookup: Lookup<Body>) =>
  async (body: Body, context: CallContext): Promise<Answer> => {
    const person = lookup.person(body)
    const refusal = refuseStranger(context, person, fileStatus.unknown)
    if (refusal) return refusal
    const file = await choose(await lookup.find(body, context), context)
    if (!file) return foundNobody(context, 'files', { json: unknown }, fileStatus.unknown)
    const { enrolment, documents, summary } = file
    const late = await payFor(person, enrolment, context)
    if (late) return late
    const flags = verificationFlags(enrolment.reading, documents)
    return { json: { status: 1, msg: summary.msg, matricule: enrolment.matricule, ...flags } }
  }

const matriculeBody = v.object({ matricule: field.matricule })
const phoneBody = v.object({ phone: field.phone })

export const statusCalls: readonly Call[] = [
  call({
    path: 'etudiant/verif/statut/matricule',
    body: matriculeBody,
    refusalStatus: fileStatus.unknown,
    answer: verification(byMatricule),
  }),
  call({
    path: 'etudiant/verif/statut/phone',
    body: phoneBody,
    refusalStatus: fileStatus.unknown,
    answer: verification(byPhone),
  }),
  call({
    path: 'etudiant/enrolement/statut',
    body: matriculeBody,
    refusalStatus: fileStatus.invalid,
    invalid: invalidInput('matricule'),
    answer: status(byMatricule),
  }),
  call({
    path: 'etudiant/enrolement/statut/phone',
    body: phoneBody,
    refusalStatus: fileStatus.invalid,
    invalid: invalidInput('phone'),
    answer: status(byPhone),
  }),
]
