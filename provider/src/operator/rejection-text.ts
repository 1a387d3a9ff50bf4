import type { DocumentType } from '../../../src/spec/documents.ts'
import { documentNames } from '../enrolments/file-status.ts'

export interface Rejection {
  /** Reason, for the verifier. */
  why: string
  /** What the student reads, with what to do. */
  message: string
}

const name: Rejection = {
  why: 'another name',
  message: 'Le nom n’est pas celui de votre inscription. Envoyez un document à votre nom.',
}
const person: Rejection = {
  why: 'not one person',
  message:
    'La pièce d’identité et la fiche SIM doivent être au nom de la même personne. Envoyez la bonne.',
}

const own: Record<DocumentType, Rejection[]> = {
  actenaiss: [name],
  carteid: [
    name,
    person,
    {
      why: 'no longer valid',
      message: 'Cette pièce d’identité n’est plus valable. Envoyez une pièce valable.',
    },
  ],
  simcard: [
    {
      why: 'another number',
      message: 'Le numéro de la fiche SIM n’est pas celui que vous avez donné. Envoyez la bonne.',
    },
    person,
  ],
  attest: [
    name,
    {
      why: 'another attestation',
      message: 'Ce n’est pas l’attestation de votre inscription. Envoyez la bonne.',
    },
  ],
  photobuste: [
    {
      why: 'face not seen',
      message: 'On ne voit pas bien votre visage. Reprenez la photo, de face et à la lumière.',
    },
  ],
}

/** Sentences that tell a student what to do, for the most frequent reasons. */
export function rejectionsOf(type: DocumentType): Rejection[] {
  return [
    { why: 'blurred', message: 'La photo est floue. Reprenez-la à la lumière du jour.' },
    { why: 'cut off', message: 'La photo est coupée. Reprenez-la : tout doit être visible.' },
    {
      why: 'another document',
      message: `Ce n’est pas le bon document. Envoyez : ${documentNames[type]}.`,
    },
    ...own[type],
  ]
}
