import * as v from 'valibot'
import { groupOfYear } from '../../../../src/spec/years.ts'
import { listDocuments } from '../../documents/documents.ts'
import {
  type EnrolmentOfYear,
  findEnrolment,
  findEnrolmentsByPhone,
} from '../../enrolments/enrolments.ts'
import * as field from '../../enrolments/fields.ts'
import { fileStatus, summarize, verificationFlags } from '../../enrolments/file-status.ts'
import { callerOf } from './browser.ts'
import { type Answer, type Call, type CallContext, call } from './call.ts'
import { foundNobody, meet, refuseStranger } from './lookups.ts'

const unknown = {
  status: fileStatus.unknown,
  msg: 'Aucun dossier d’inscription ne correspond à ces informations.',
}

/**
 * A field of the wrong format gets an answer of its own (code 3); a body of another shape is a
 * refused request.
 */
const invalidInput = (name: string) => (body: unknown) => {
  const given = v.safeParse(v.object({ [name]: v.string() }), body)
  return given.success
    ? { json: { status: fileStatus.invalid, msg: 'Le format est invalide.' } }
    : undefined
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

/**
 * Of several files with one phone, the first one that its student must correct, else the newest.
 */
async function choose(enrolments: EnrolmentOfYear[], { provider }: CallContext) {
  const files = []
  for (const enrolment of enrolments) {
    const documents = await listDocuments(provider.database.reader, enrolment.matricule)
    files.push({ enrolment, documents, summary: summarize(enrolment.reading, documents) })
  }
  return files.find(file => file.summary.status === fileStatus.toCorrect) ?? files[0]
}

/** The browser that saved reads its own student's file without payment, from any address. */
async function payFor(
  person: string,
  { matricule, saverToken }: EnrolmentOfYear,
  context: CallContext,
) {
  if (saverToken !== null && callerOf(context).tokens.includes(saverToken)) return undefined
  return meet(context, 'files', [person, matricule], fileStatus.unknown)
}

/**
 * @param isStatusPage a base answers it only for the bac years of its own group, and with the
 * file's own status
 */
const answerFile =
  <Body>({ person, find }: Lookup<Body>, isStatusPage: boolean) =>
  async (body: Body, context: CallContext): Promise<Answer> => {
    const refusal = refuseStranger(context, person(body), fileStatus.unknown)
    if (refusal) return refusal
    const found = await find(body, context)
    const ofBase = found.filter(one => !isStatusPage || groupOfYear(one.anneeBac) === context.group)
    const file = await choose(ofBase, context)
    if (!file) return foundNobody(context, 'files', { json: unknown }, fileStatus.unknown)
    const { enrolment, documents, summary } = file
    const late = await payFor(person(body), enrolment, context)
    if (late) return late
    const flags = verificationFlags(enrolment.reading, documents)
    const { matricule } = enrolment
    return {
      json: { status: isStatusPage ? summary.status : 1, msg: summary.msg, matricule, ...flags },
    }
  }

/** The page of corrections, which asks for files of all bac years, and the status page. */
const ofFiles = <Body>(
  by: 'matricule' | 'phone',
  body: v.GenericSchema<unknown, Body>,
  lookup: Lookup<Body>,
) => [
  call({
    path: `etudiant/verif/statut/${by}`,
    body,
    refusalStatus: fileStatus.unknown,
    answer: answerFile(lookup, false),
  }),
  call({
    path: by === 'phone' ? 'etudiant/enrolement/statut/phone' : 'etudiant/enrolement/statut',
    body,
    refusalStatus: fileStatus.invalid,
    invalid: invalidInput(by),
    answer: answerFile(lookup, true),
  }),
]

export const statusCalls: readonly Call[] = [
  ...ofFiles('matricule', v.object({ matricule: field.matricule }), byMatricule),
  ...ofFiles('phone', v.object({ phone: field.phone }), byPhone),
]
