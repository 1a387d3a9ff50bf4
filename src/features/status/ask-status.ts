import { askProvider } from '../../core/api/call.ts'
import { clockOffset } from '../../core/api/clock.ts'
import type { FileReply } from '../../core/api/schemas.ts'
import { type FreshOrKept, freshOrKept } from '../../outbox/ui/fresh-or-kept.ts'
import type { YearGroup } from '../../spec/years.ts'
import { questionOf, type StatusEntries, statusEndpoint } from './status.rule.ts'

export interface Question {
  year: YearGroup
  /** The year as the student has read it in the list. */
  yearLabel: string
  entries: StatusEntries
}

export interface Answer extends FreshOrKept<FileReply> {
  /** A reply shows the question that it answers, whatever the form contains by then. */
  question: Question
  /** When the question was asked, by the provider's clock. Milliseconds. */
  at: number
}

export async function askStatus(question: Question): Promise<Answer> {
  const { year, entries } = question
  const answer = await freshOrKept(questionOf(year, entries), () => send(question))
  return { question, at: Date.now() + clockOffset(), ...answer }
}

function send({ year, entries }: Question): Promise<FileReply> {
  const { phone, matricule } = entries
  const endpoint = statusEndpoint(year, entries)
  return isByPhone(endpoint) ? askProvider(endpoint, { phone }) : askProvider(endpoint, { matricule })
}

type Endpoint = ReturnType<typeof statusEndpoint>
type ByPhone = `status/${YearGroup}/phone`
const isByPhone = (endpoint: Endpoint): endpoint is ByPhone => endpoint.endsWith('phone')
