import { askProvider } from '../../core/api/call.ts'
import { clockOffset } from '../../core/api/clock.ts'
import type { FileReply } from '../../core/api/schemas.ts'
import { askOrRecall, type FreshOrKept } from '../../outbox/ui/fresh-or-kept.ts'
import type { YearGroup } from '../../spec/years.ts'
import { type StatusEntries, statusEndpoint, statusQuestion } from './status.rule.ts'

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
  const { phone, matricule } = entries
  const send = () => askProvider(statusEndpoint(year, entries), phone ? { phone } : { matricule })
  const answer = await askOrRecall(statusQuestion(year, entries), send)
  return { question, at: Date.now() + clockOffset(), ...answer }
}
