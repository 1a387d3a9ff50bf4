import type { BodyOf } from '../../core/api/endpoints.ts'
import type { Dossier } from '../../core/db/dossier.ts'
import type { Busy } from '../../documents/ui/documents-list.tsx'
import type { Item, RequestKey } from '../../outbox/item.ts'
import type { DocumentType } from '../../spec/documents.ts'
import { type Answers, type FieldName, faultOfAnswer } from './fields.ts'

/**
 * The engine of both wizard variants (section 2): a wizard is data, and the current step is
 * derived. Pure.
 */

export type Step =
  | {
      kind: 'identity'
      title: string
      groups: readonly Group[]
      /** Filled by the lookup and never typed (variant A). */
      lookedUp: readonly FieldName[]
      /** All other fields are disabled until this one is chosen (variant A). */
      opensWith?: FieldName
      /** The student attests to hold the data and the documents (variant A). */
      attests: boolean
    }
  | { kind: 'code'; title: string }
  | {
      kind: 'documents'
      title: string
      documents: readonly DocumentType[]
      /**
       * A last call validates the whole file (variant B); without it the step ends with its last
       * document.
       */
      validates: boolean
    }
  | { kind: 'done'; title: string; ending: 'preEnrolled' | 'finished' }

interface Group {
  title: string
  fields: readonly FieldName[]
}

export interface WizardPlan {
  steps: readonly Step[]
}

const isAccepted = (items: readonly Item[], requestKey: RequestKey) =>
  items.some(item => item.requestKey === requestKey && item.state === 'accepted')

/** Section 4: only a reply with status 1 ends a step, never the student's typing. */
function isEnded(step: Step, items: readonly Item[]): boolean {
  switch (step.kind) {
    case 'identity':
      return isAccepted(items, 'save')
    case 'code':
      return isAccepted(items, 'code')
    case 'documents':
      return step.validates
        ? isAccepted(items, 'validate')
        : step.documents.every(document => isAccepted(items, document))
    case 'done':
      return false
  }
}

export function reachedStep(plan: WizardPlan, items: readonly Item[]): number {
  return plan.steps.findIndex(step => !isEnded(step, items))
}

/**
 * A student who still reads advice or crops the last photo stays on its step when it is accepted; a
 * button leads on. An earlier step that the student opened stays shown until the wizard moves on by
 * itself.
 * @param looked the step that the student opened, and the step reached at that time
 */
export function shownStep(
  plan: WizardPlan,
  reached: number,
  busy: Busy,
  looked?: { at: number; reached: number },
): { shown: number; stays: boolean } {
  const at = plan.steps.findIndex(({ kind }) => kind === 'documents')
  const step = plan.steps[at]
  const byButton = step?.kind === 'documents' && step.validates
  const stays = reached > at && (byButton ? busy === 'work' : busy !== undefined)
  return { shown: looked?.reached === reached ? looked.at : stays ? at : reached, stays }
}

/** Arrow keys move among the steps up to the one reached. */
export function stepAfterKey(key: string, shown: number, reached: number): number {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(reached, shown + 1)
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(0, shown - 1)
  return shown
}

export type IdentityStep = Extract<Step, { kind: 'identity' }>

export const askedFields = ({ groups }: IdentityStep): FieldName[] =>
  groups.flatMap(({ fields }) => fields)

export function isOpened({ opensWith }: IdentityStep, answers: Answers): boolean {
  return !opensWith || Boolean(answers[opensWith])
}

export function isAttested(step: IdentityStep, answers: Answers): boolean {
  return !step.attests || answers.attestation === 'oui'
}

export type LookupRequest = BodyOf<'lookup'>
const lookupFields = ['anneeBac', 'numPlace', 'serie', 'ae'] as const
/** The last field of the lookup; the person found stands below it. */
export const lastOfLookup: FieldName = 'ae'

/** Section 4: the lookup runs once year, place number, series and academy are all valid. */
export function lookupRequest(answers: Answers): LookupRequest | undefined {
  if (lookupFields.some(name => faultOfAnswer(name, answers) !== undefined)) return undefined
  const { anneeBac = '', numPlace = '', serie = '', ae = '' } = answers
  return { anneeBac, numPlace, serie, ae }
}

export interface Entries {
  answers: Answers
  /** Key of the last answered lookup, not asked again by itself even if declined. */
  lookedUp?: string | undefined
}

/** A changed lookup answer removes the person found, or they would be enrolled instead. */
export function applyAnswer(
  entries: Entries,
  step: IdentityStep,
  name: string,
  value: string,
): Entries {
  const { answers, lookedUp } = entries
  // Unchanged once the field has removed its blanks: the person found stays.
  if (answers[name] === value) return entries
  const next: Record<string, string> = { ...answers, [name]: value }
  if (!lookupFields.some(field => field === name)) return { answers: next, lookedUp }
  return { answers: withoutPerson(next, step), lookedUp: undefined }
}

export const lookupKey = (request: LookupRequest): string => JSON.stringify(request)

/**
 * Section 4: status 1 fills the fields; a refusal clears them. A reply to an older question is
 * dropped.
 */
export function applyLookup(
  entries: Entries,
  step: IdentityStep,
  key: string,
  person?: Answers,
): Entries {
  const { answers } = entries
  const request = lookupRequest(answers)
  if (!request || lookupKey(request) !== key) return entries
  return { answers: { ...withoutPerson(answers, step), ...person }, lookedUp: key }
}

/** "oui" once the student has confirmed the person found; a draft without it is asked (again). */
export const confirmation = 'confirmed'

function withoutPerson(answers: Answers, { lookedUp }: IdentityStep): Record<string, string> {
  const names: readonly string[] = [...lookedUp, confirmation]
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !names.includes(name)))
}

/** Whether the first step, as the build has drawn it, has a place for all that is there. */
export function fitsAsDrawn(
  [step]: WizardPlan['steps'],
  { answers, lookedUp, transferred }: Dossier,
  items: readonly Item[],
): boolean {
  if (step?.kind !== 'identity' || transferred || lookedUp || items.length > 0) return false
  return !step.lookedUp.some(name => answers[name])
}

/** The body of `enrolement/add` (docs/contract.md): every field of the step, filled or not. */
export function enrolmentBody(step: IdentityStep, answers: Answers): BodyOf<'enrol'> {
  const names = [...askedFields(step), ...step.lookedUp]
  return Object.fromEntries(
    names.map(name => [name, (answers[name] ?? '').trim()]),
  ) as BodyOf<'enrol'>
}
