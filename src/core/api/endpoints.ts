import type * as v from 'valibot'
import { type DocumentType, documentTypes } from '../../spec/documents.ts'
import * as s from './schemas.ts'
import type { Bases } from './settings.ts'

type AnySchema = v.GenericSchema<unknown, unknown>

interface Row {
  base: keyof Bases
  path: string
  takes: AnySchema
  gives: AnySchema
  /** How the outbox stores this request until it can be sent; false: it is never queued. */
  waits: false | Waits
}

export interface Waits {
  /**
   * Its name on phones. Renaming the row must not change it, or requests that wait there would
   * never be sent.
   */
  as: string
  /**
   * Put back into the outbox if the student withdrew it while it was being sent and the provider
   * accepted it.
   */
  comesBack?: true
  /** A request with the same body may be queued again after the provider has accepted it. */
  repeats?: true
}

/** THE table (section 7): each row gives the base and path of a call, its body and its reply. */
export const endpoints = {
  series: list('etudiant/liste/serie'),
  academies: list('etudiant/liste/academie'),
  bacYears: list('etudiant/liste/annee'),
  identityDocuments: list('etudiant/pieces/identite/utilisee'),
  statusYears: list('etudiant/statut/liste/annee'),

  currentBac: {
    base: 'current',
    path: 'etudiant/btn/info',
    takes: s.nothing,
    gives: s.btnInfoReply,
    waits: false,
  },
  newestBac: {
    base: 'current',
    path: 'etudiant/new/bac',
    takes: s.nothing,
    gives: s.newBacReply,
    waits: false,
  },
  chrono: {
    base: 'current',
    path: 'etudiant/enrolement/chrono',
    takes: s.nothing,
    gives: s.chronoReply,
    waits: false,
  },
  lookup: {
    base: 'current',
    path: 'etudiant/search/matricule',
    takes: s.lookupBody,
    gives: s.matriculeReply,
    waits: false,
  },

  enrol: {
    base: 'current',
    path: 'etudiant/enrolement/add',
    takes: s.enrolmentBody,
    gives: s.outcome,
    waits: { as: 'enrol', repeats: true },
  },
  confirmCode: {
    base: 'current',
    path: 'etudiant/otp/valide',
    takes: s.codeBody,
    gives: s.outcome,
    waits: { as: 'confirmCode', comesBack: true, repeats: true },
  },
  uploadDocument: {
    base: 'current',
    path: 'etudiant/files/upload',
    takes: s.documentBody,
    gives: s.outcome,
    waits: { as: 'uploadDocument', comesBack: true },
  },
  validateFile: {
    base: 'current',
    path: 'etudiant/enrolement/globalevalid',
    takes: s.matriculeBody,
    gives: s.outcome,
    waits: { as: 'validateFile', comesBack: true, repeats: true },
  },
  ...replacements(),

  fileByMatricule: {
    base: 'current',
    path: 'etudiant/verif/statut/matricule',
    takes: s.matriculeBody,
    gives: s.fileReply,
    waits: false,
  },
  fileByPhone: {
    base: 'current',
    path: 'etudiant/verif/statut/phone',
    takes: s.phoneBody,
    gives: s.fileReply,
    waits: false,
  },

  'status/2021/matricule': status('current', 'matricule'),
  'status/2021/phone': status('current', 'phone'),
  'status/1920/matricule': status('statusPreviousMatricule', 'matricule'),
  'status/1920/phone': status('statusPreviousPhone', 'phone'),
  'status/anciens/matricule': status('statusOlderMatricule', 'matricule'),
  'status/anciens/phone': status('statusOlderPhone', 'phone'),

  receipt: {
    base: 'receipt',
    path: 'etudiant/voir/recepisse',
    takes: s.receiptBody,
    gives: s.outcome,
    waits: false,
  },
} as const satisfies Record<string, Row>

/** A reference list: its request has an empty body. */
function list(path: string) {
  return { base: 'current', path, takes: s.nothing, gives: s.listReply, waits: false } as const
}

/** docs/contract.md, "The calls": a row for each document. */
function replacements() {
  const row = (type: DocumentType) =>
    ({
      base: 'current',
      path: `etudiant/files/update/${type}`,
      takes: s.replacementBody,
      gives: s.outcome,
      waits: { as: `replace/${type}`, comesBack: true },
    }) as const
  const rows = documentTypes.map(type => [`replace/${type}`, row(type)])
  return Object.fromEntries(rows) as Record<`replace/${DocumentType}`, ReturnType<typeof row>>
}

/** Section 7: the two status calls have variants for each year group. */
function status<B extends keyof Bases, K extends 'matricule' | 'phone'>(base: B, by: K) {
  const path = by === 'phone' ? 'etudiant/enrolement/statut/phone' : 'etudiant/enrolement/statut'
  const takes = (by === 'phone' ? s.phoneBody : s.matriculeBody) as K extends 'phone'
    ? typeof s.phoneBody
    : typeof s.matriculeBody
  return { base, path, takes, gives: s.fileReply, waits: false } as const
}

type Table = typeof endpoints
export type Endpoint = keyof Table
export type BodyOf<E extends Endpoint> = v.InferOutput<Table[E]['takes']>
export type ReplyOf<E extends Endpoint> = v.InferOutput<Table[E]['gives']>
/** The endpoints whose requests may wait in the outbox; queueing any other does not compile. */
export type WaitingEndpoint = {
  [E in Endpoint]: Table[E]['waits'] extends false ? never : E
}[Endpoint]
/**
 * The request keys of each queued call. In a dossier, a key holds one item, and a newer one
 * replaces the older.
 */
type RequestKeys = {
  enrol: 'save' | 'newCode'
  confirmCode: 'code'
  uploadDocument: DocumentType
  validateFile: 'validate'
} & { [D in DocumentType as `replace/${D}`]: D }

export type RequestKeyOf<E extends WaitingEndpoint> = RequestKeys[E]
/**
 * Request keys of calls without a photo; the student waits for each of them on a screen of its own.
 */
export type ShortCall = Exclude<RequestKeyOf<WaitingEndpoint>, DocumentType>

/**
 * The endpoint of a request stored on the phone; undefined for a name that only another build
 * knows.
 */
export function storedAs(name: string): { endpoint: WaitingEndpoint; waits: Waits } | undefined {
  return byStoredName.get(name)
}
const rows: Readonly<Record<string, Row>> = endpoints
const byStoredName = new Map(
  Object.entries(rows).flatMap(([endpoint, { waits }]) =>
    waits ? [[waits.as, { endpoint: endpoint as WaitingEndpoint, waits }] as const] : [],
  ),
)

/** The endpoints of reference lists, whose answers the worker caches. */
export const listEndpoints = [
  'series',
  'academies',
  'bacYears',
  'identityDocuments',
  'statusYears',
] as const
export type ListEndpoint = (typeof listEndpoints)[number]

/** Whether the body of the call is a photo: megabytes, where all others are small. */
export const isPhotoCall = (call: string): boolean =>
  call === 'uploadDocument' || call.startsWith('replace/')
