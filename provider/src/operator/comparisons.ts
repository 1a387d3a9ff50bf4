import type { DocumentType } from '../../../src/spec/documents.ts'
import { spacedPhone } from '../sms/sms-outbox.ts'
import { fullName, isSameName } from '../students/names.ts'
import { academies, type Choice, identityDocuments, series } from '../window/reference-lists.ts'
import type { Dossier } from './dossier.ts'

const labelOf = (choices: readonly Choice[], code: string) =>
  choices.find(choice => choice.code === code)?.libelle ?? code

/** The answers in force: those that a code has confirmed, else the last ones saved. */
export const answersOf = ({ answers, unconfirmed }: Dossier): Record<string, string> =>
  answers ?? unconfirmed ?? {}

/** What a verifier compares the photographs with: names and values, in the order of checking. */
export function factsOf(dossier: Dossier): [name: string, value: string][] {
  const { student, phone } = dossier
  const {
    nom = student.nom,
    prenom = student.prenom,
    numAttest,
    tuteur,
    nina,
    dateNaiss,
  } = answersOf(dossier)
  const typed = fullName({ nom, prenom })
  const listed = fullName(student)
  const facts: [string, string | undefined][] = [
    ['Matricule', student.matricule],
    ['Name', listed],
    ['Name as the student wrote it', isSameName(typed, listed) ? undefined : typed],
    ['Phone', spacedPhone(phone)],
    ['Born on', dateNaiss],
    ['Identity document', tuteur && labelOf(identityDocuments, tuteur)],
    ['NINA number', nina],
    ['Attestation number', numAttest],
    ['Bac', `${student.anneeBac}, seat ${student.numPlace}`],
    ['Stream', labelOf(series, student.serie)],
    ['School district', labelOf(academies, student.ae)],
  ]
  return facts.flatMap(([name, value]) => (value ? [[name, value]] : []))
}

/** What must be true of a photograph, in sentences with this student's data. */
export function comparisonsOf(type: DocumentType, dossier: Dossier): string[] {
  const { student, phone } = dossier
  const { numAttest, tuteur, nina, dateNaiss } = answersOf(dossier)
  const isParents = tuteur === 'PARENT'
  const name = `The name is ${fullName(student)}.`
  const one = 'Identity document and SIM sheet are in the name of one person.'
  const wanted: Record<DocumentType, (string | undefined)[]> = {
    actenaiss: [
      name,
      dateNaiss && `The date of birth is ${dateNaiss}.`,
      'It is a birth certificate, whole and legible.',
    ],
    carteid: [
      tuteur && `It is: ${labelOf(identityDocuments, tuteur)}.`,
      isParents ? one : name,
      nina && `The NINA number is ${nina}.`,
      'It is still valid.',
    ],
    simcard: [`The number is ${spacedPhone(phone)}.`, one, isParents ? undefined : name],
    attest: [
      name,
      numAttest && `The attestation number is ${numAttest}.`,
      `It is of ${student.anneeBac}.`,
    ],
    photobuste: [
      'One face, from the front.',
      isParents ? undefined : 'It is the face of the identity document.',
    ],
  }
  return [...wanted[type], ...twinsOf(type, dossier)].flatMap(sentence => sentence || [])
}

function twinsOf(type: DocumentType, { documents }: Dossier): string[] {
  const digest = documents.find(document => document.type === type)?.digest
  const twins = documents.filter(document => document.type !== type && document.digest === digest)
  return twins.length > 0
    ? [`The same photograph was sent as ${twins.map(twin => twin.type).join(', ')} too.`]
    : []
}
