import type * as v from 'valibot'
import { answers, bodies } from './examples.ts'
import * as s from './schemas.ts'
import { documentTypes, type Endpoint, endpoints } from './shared.ts'

type Schema = v.GenericSchema<unknown, unknown>

/** The strict schemas of one endpoint; its path and base stand in the portal's table (src/core/api/endpoints.ts). */
export interface Strict {
  summary: string
  takes: Schema
  gives: Schema
  /** Examples of bodies and answers, by name. */
  sent: Readonly<Record<string, unknown>>
  answered: Readonly<Record<string, unknown>>
}

const { refused, unknown } = answers
const list = (summary: string, answer: unknown, gives: Schema = s.listReply): Strict => ({
  summary,
  takes: s.nothing,
  gives,
  sent: { nothing: bodies.nothing },
  answered: { list: answer },
})
const saving = (summary: string, takes: Schema, sent: Strict['sent'], accepted: unknown): Strict => ({
  summary,
  takes,
  gives: s.outcome,
  sent,
  answered: { accepted, refused },
})
const file = (summary: string, by: 'matricule' | 'phone'): Strict => ({
  summary: `${summary}, by ${by}`,
  takes: by === 'phone' ? s.phoneBody : s.matriculeBody,
  gives: s.fileReply,
  sent: { student: by === 'phone' ? bodies.phone : bodies.matricule },
  answered: { waiting: answers.waiting, toCorrect: answers.toCorrect, unknown },
})
const replacement = saving(
  'One document of a file, sent again',
  s.replacementBody,
  { photo: bodies.replacement },
  answers.stored,
)
const status = 'The state of a file'

/** An endpoint that is missing in one of the two tables is a compile error. */
export const contract: Readonly<Record<Endpoint, Strict>> = {
  series: list('Streams of the baccalaureate', answers.series),
  academies: list('School districts', answers.academies),
  bacYears: list('Bac years that may enrol', answers.bacYears),
  identityDocuments: list('Types of identity document', answers.identityDocuments),
  statusYears: list('Groups of bac years, each with its base', answers.statusYears, s.yearsReply),
  currentBac: list('The bac year on the button of the home page', answers.btnInfo, s.btnInfoReply),
  newestBac: list('The newest bac year', answers.newBac, s.newBacReply),
  chrono: {
    ...list('The enrolment window', answers.open, s.chronoReply),
    answered: { open: answers.open, announced: answers.announced, closed: answers.closed },
  },
  lookup: {
    summary: 'Who sat at this place of the baccalaureate',
    takes: s.lookupBody,
    gives: s.matriculeReply,
    sent: { place: bodies.lookup },
    answered: { found: answers.found, foundOneName: answers.foundOneName, refused },
  },
  enrol: saving(
    'Saves the answers and sends a code; may arrive twice',
    s.enrolmentBody,
    { complete: bodies.complete, reduced: bodies.reduced },
    answers.saved,
  ),
  confirmCode: saving(
    'Confirms the phone number; may arrive twice',
    s.codeBody,
    { code: bodies.code },
    answers.confirmed,
  ),
  uploadDocument: saving('One document; may arrive twice', s.documentBody, { photo: bodies.document }, answers.stored),
  validateFile: saving(
    'The last call of an update; may arrive twice',
    s.matriculeBody,
    { student: bodies.matricule },
    answers.validated,
  ),
  ...(Object.fromEntries(documentTypes.map(type => [`replace/${type}`, replacement])) as Record<
    `replace/${(typeof documentTypes)[number]}`,
    Strict
  >),
  fileByMatricule: file('Which documents are still wanted', 'matricule'),
  fileByPhone: file('Which documents are still wanted', 'phone'),
  'status/2021/matricule': file(status, 'matricule'),
  'status/2021/phone': file(status, 'phone'),
  'status/1920/matricule': file(status, 'matricule'),
  'status/1920/phone': file(status, 'phone'),
  'status/anciens/matricule': file(status, 'matricule'),
  'status/anciens/phone': file(status, 'phone'),
  receipt: {
    summary: 'A link to the receipt',
    takes: s.receiptBody,
    gives: s.receiptReply,
    sent: { request: bodies.receipt },
    answered: { link: answers.link, refused },
  },
}

export const allCalls = Object.keys(endpoints) as Endpoint[]
