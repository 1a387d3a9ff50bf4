import type * as v from 'valibot'
import { answers, bodies } from './examples.ts'
import * as s from './schemas.ts'
import { type DocumentType, documentTypes, type Endpoint, endpoints } from './shared.ts'

type Schema = v.GenericSchema<unknown, unknown>
type Examples = Readonly<Record<string, unknown>>

interface Body {
  takes: Schema
  sent: Examples
}
interface Answer {
  summary: string
  gives: Schema
  answered: Examples
}
/**
 * The strict schemas of one endpoint, with examples; its path and base stand in the portal's table.
 */
export type Strict = Body & Answer

/** By the portal's own body, which several calls share. */
const strictBodies = new Map<unknown, Body>([
  [endpoints.series.takes, { takes: s.nothing, sent: { nothing: bodies.nothing } }],
  [endpoints.lookup.takes, { takes: s.lookupBody, sent: { place: bodies.lookup } }],
  [
    endpoints.enrol.takes,
    { takes: s.enrolmentBody, sent: { complete: bodies.complete, reduced: bodies.reduced } },
  ],
  [endpoints.confirmCode.takes, { takes: s.codeBody, sent: { code: bodies.code } }],
  [
    endpoints.uploadDocument.takes,
    {
      takes: s.documentBody,
      sent: { photo: bodies.document, remarked: { ...bodies.document, ...bodies.remarked } },
    },
  ],
  [
    endpoints['replace/carteid'].takes,
    {
      takes: s.replacementBody,
      sent: { photo: bodies.replacement, remarked: { ...bodies.replacement, ...bodies.remarked } },
    },
  ],
  [endpoints.validateFile.takes, { takes: s.matriculeBody, sent: { student: bodies.matricule } }],
  [endpoints.fileByPhone.takes, { takes: s.phoneBody, sent: { student: bodies.phone } }],
  [endpoints.receipt.takes, { takes: s.receiptBody, sent: { request: bodies.receipt } }],
])

const { refused, waiting, toCorrect, unknown } = answers
const list = (summary: string, answer: unknown, gives: Schema = s.listReply): Answer => ({
  ...{ summary, gives, answered: { list: answer } },
})
const saving = (summary: string, accepted: unknown): Answer => ({
  ...{ summary, gives: s.outcome, answered: { accepted, refused } },
})
const file = (summary: string): Answer => ({
  summary,
  gives: s.fileReply,
  answered: { waiting, toCorrect, unknown },
})
const wanted = (by: string) => file(`Which documents are still wanted, by ${by}`)
const status = (by: string) => file(`The state of a file, by ${by}`)
const replacements = documentTypes.map(type => [
  ...[`replace/${type}`, saving('One document of a file, sent again', answers.stored)],
])

/** An endpoint that is missing in one of the two tables is a compile error. */
const rows: Readonly<Record<Endpoint, Answer>> = {
  series: list('Streams of the baccalaureate', answers.series),
  academies: list('School districts', answers.academies),
  bacYears: list('Bac years that may enrol', answers.bacYears),
  identityDocuments: list('Types of identity document', answers.identityDocuments),
  statusYears: list('Groups of bac years, each with its base', answers.statusYears, s.yearsReply),
  currentBac: list('The bac year on the button of the home page', answers.btnInfo, s.btnInfoReply),
  newestBac: list('The newest bac year', answers.newBac, s.newBacReply),
  chrono: {
    summary: 'The enrolment window',
    gives: s.chronoReply,
    answered: { open: answers.open, announced: answers.announced, closed: answers.closed },
  },
  lookup: {
    summary: 'Who sat at this place of the baccalaureate',
    gives: s.matriculeReply,
    answered: { found: answers.found, foundOneName: answers.foundOneName, refused },
  },
  enrol: saving('Saves the answers and sends a code; may arrive twice', answers.saved),
  confirmCode: saving('Confirms the phone number; may arrive twice', answers.confirmed),
  uploadDocument: saving('One document; may arrive twice', answers.stored),
  validateFile: saving('The last call of an update; may arrive twice', answers.validated),
  ...(Object.fromEntries(replacements) as Record<`replace/${DocumentType}`, Answer>),
  fileByMatricule: wanted('matricule'),
  fileByPhone: wanted('phone'),
  'status/2021/matricule': status('matricule'),
  'status/2021/phone': status('phone'),
  'status/1920/matricule': status('matricule'),
  'status/1920/phone': status('phone'),
  'status/anciens/matricule': status('matricule'),
  'status/anciens/phone': status('phone'),
  receipt: {
    summary: 'A link to the receipt',
    gives: s.receiptReply,
    answered: { link: answers.link, refused },
  },
}

export const allCalls = Object.keys(endpoints) as Endpoint[]

export const contract = Object.fromEntries(
  allCalls.map(call => [call, { ...rows[call], ...strictBodies.get(endpoints[call].takes) }]),
) as Readonly<Record<Endpoint, Strict>>
