import type { Gone } from '../../outbox/gone.rule.ts'
import type { DocumentType } from '../../spec/documents.ts'

/** What the dates make of the page. `soon`: who knows the way is let in, but the date is still to come. */
export type Phase = 'closed' | 'soon' | 'open'

/** What this device knows of an enrolment that was begun on it. */
export interface Begun {
  /**
   * `prepared`: only its documents are here. `update`: the provider has asked for documents again; `handed`: it goes on on
   * another device.
   */
  state: 'prepared' | 'draft' | 'done' | 'update' | 'handed'
  /** The wizard's own word for going on. */
  goOn: string
  /** From 1, of so many. */
  step: number
  steps: number
  /** How many documents the enrolment asks for. */
  documents: number
  /** How many requests of it have not arrived. */
  waiting: number
  /** Those that the student has still to give. */
  left: readonly DocumentType[]
  /** How many are here in advance, and leave once the number is confirmed. */
  ready: number
  /** Whose it is; nobody's on a shared device, where the next one reads it. */
  person?: { prenom: string; nom: string; matricule: string; phone: string } | undefined
  /** Until when the provider answers, in milliseconds; undefined once that is past, or where no clock is to be trusted. */
  answerBy?: number | undefined
  /** What became of documents since somebody last looked. */
  gone?: Gone | undefined
}
