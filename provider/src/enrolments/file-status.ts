import {
  type DocumentType,
  documentsOf,
  documents as documentTable,
  documentTypes,
  type WizardVariant,
} from '../../../src/spec/documents.ts'
import type { StoredDocument } from '../documents/documents.ts'

export const documentNames: Record<DocumentType, string> = {
  actenaiss: "extrait d'acte de naissance",
  carteid: "pièce d'identité",
  simcard: "fiche d'identification de la carte SIM",
  attest: 'attestation du baccalauréat',
  photobuste: 'photo de profil',
}

/** Section 2, status page: unknown, to correct, waiting, validated, invalid input. */
export const fileStatus = {
  unknown: -1,
  toCorrect: 0,
  waiting: 1,
  validated: 2,
  invalid: 3,
} as const

export type Judged = Pick<StoredDocument, 'type' | 'state' | 'message'>

export interface FileSummary {
  status: 0 | 1 | 2
  msg: string
  missing: DocumentType[]
  rejected: Judged[]
  waiting: Judged[]
}

export function listNames(types: readonly DocumentType[]): string {
  return types.map(type => documentNames[type]).join(', ')
}

function sentence(text: string): string {
  const trimmed = text.trim()
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`
}

/** Without what files of before lack, which only the wizard and a flag ask for. */
export const requiredOf = (variant: WizardVariant): DocumentType[] =>
  documentsOf(variant).filter(type => documentTable[type].asksWithoutFlag)

/** What the student reads about a file: documents to send, or to send again, come first. */
export function summarize(variant: WizardVariant, documents: readonly Judged[]): FileSummary {
  const sent = new Set(documents.map(document => document.type))
  const missing = requiredOf(variant).filter(type => !sent.has(type))
  const rejected = documents.filter(document => document.state === 'rejected')
  const waiting = documents.filter(document => document.state === 'received')
  const lists = { missing, rejected, waiting }
  if (missing.length > 0 || rejected.length > 0) {
    const refusals = rejected.map(
      ({ type, message }) => `Document refusé, ${documentNames[type]} : ${sentence(message ?? '')}`,
    )
    const absences = missing.length > 0 ? [`Documents manquants : ${listNames(missing)}.`] : []
    return {
      status: fileStatus.toCorrect,
      msg: ['Votre dossier est incomplet.', ...refusals, ...absences].join(' '),
      ...lists,
    }
  }
  if (waiting.length > 0) {
    return {
      status: fileStatus.waiting,
      msg: 'Votre dossier est en cours de vérification. Vous aurez une réponse sous 48 heures.',
      ...lists,
    }
  }
  return { status: fileStatus.validated, msg: 'Votre dossier est validé.', ...lists }
}

/**
 * Flags of section 3: "0" missing or rejected, "1" received, "2" validated or not required of this
 * student; none for a document that files of before lack.
 */
export function verificationFlags(
  variant: WizardVariant,
  documents: readonly Judged[],
): Record<string, '0' | '1' | '2'> {
  const values = { received: '1', validated: '2', rejected: '0' } as const
  const asked = documentsOf(variant)
  return Object.fromEntries(
    documentTypes.flatMap(type => {
      const { flag, asksWithoutFlag } = documentTable[type]
      const document = documents.find(one => one.type === type)
      if (document) return [[flag, values[document.state]]]
      return asksWithoutFlag ? [[flag, asked.includes(type) ? '0' : '2']] : []
    }),
  )
}
