import type { Outcome } from '../core/api/schemas.ts'
import { settings } from '../core/api/settings.ts'
import { isEncrypted } from '../core/crypto/keyring.ts'
import type { Dossier } from '../core/db/dossiers.ts'
import { replyTo } from '../core/db/kept.ts'
import { keptSourceFiles } from '../core/db/source-files.ts'
import * as wizardText from '../features/enrolment/text.ts'
import { reachedStep, type WizardPlan } from '../features/enrolment/wizard.ts'
import { wizards } from '../features/enrolment/wizards.ts'
import { recallDates } from '../features/home/dates.ts'
import type { Resumable } from '../features/home/resumable.tsx'
import { statusQuestion } from '../features/status/status.rule.ts'
import { type Item, isConfirmed, isDocument, isToSend, withRequestKey } from '../outbox/item.ts'
import { itemsOf } from '../outbox/items.ts'
import { goneMeanwhile } from '../outbox/meanwhile.ts'
import type { DocumentType } from '../spec/documents.ts'
import { fileStatusOf } from '../spec/file-status.ts'
import { answerWithinMs } from '../spec/limits.ts'

interface Facts {
  dossier: Dossier
  items: readonly Item[]
  /** The documents that are stored here for it and not queued yet. */
  prepared: readonly DocumentType[]
  plan: WizardPlan
  /** The provider's last answer about this file asks for documents to be sent again. */
  wanted: boolean
  /** What to add to this device's clock; undefined if it was never compared with the provider's. */
  offset: number | undefined
  now: number
}

/**
 * What the home page tells of an enrolment that was begun here; of a correction only what waits to
 * be sent.
 */
export function resumableOf({
  dossier,
  items,
  prepared,
  plan,
  wanted,
  offset,
  now,
}: Facts): Resumable {
  const { steps } = plan
  const asked = steps.flatMap(step => (step.kind === 'documents' ? step.documents : []))
  const isGiven = (state: Item['state'] | undefined) => state === 'accepted' || state === 'waiting'
  const left = asked.filter(
    document => !isGiven(withRequestKey(items, document)?.state) && !prepared.includes(document),
  )
  const reached = reachedStep(plan, items)
  const isDone = dossier.closed || steps[reached]?.kind === 'done'
  const enrols = dossier.kind === 'enrolment'
  const { prenom = '', nom = '', matricule = '', phone = '' } = dossier.answers
  return {
    state: enrols ? stateOf(dossier, isDone, wanted) : 'prepared',
    goOn: wizardText.next,
    step: reached + 1,
    steps: steps.length,
    documents: asked.length,
    waiting: items.filter(isToSend).length,
    left,
    // Once the phone number is confirmed, the documents are being sent.
    ready:
      !enrols || isConfirmed(items)
        ? 0
        : prepared.filter(document => asked.includes(document)).length,
    // On a shared device, the next student would read it.
    person: !enrols || isEncrypted(dossier.id) ? undefined : { prenom, nom, matricule, phone },
    answerBy: offset === undefined ? undefined : answerBy(items, offset, now),
  }
}

function stateOf(
  { transferred, answers }: Dossier,
  isDone: boolean,
  wanted: boolean,
): Resumable['state'] {
  if (transferred) return 'transferred'
  if (isDone) return wanted ? 'update' : 'done'
  return Object.keys(answers).length > 0 ? 'draft' : 'prepared'
}

/**
 * Until when an answer is promised, by the provider's clock; undefined if that is past, or its
 * start is unknown.
 */
function answerBy(items: readonly Item[], offset: number, now: number): number | undefined {
  const ends = items.flatMap(({ requestKey, state, settledAt = 0 }) =>
    state === 'accepted' && (isDocument(requestKey) || requestKey === 'validate')
      ? [settledAt]
      : [],
  )
  const end = Math.max(0, ...ends)
  return end > 0 && end <= now && now < end + answerWithinMs
    ? end + answerWithinMs + offset
    : undefined
}

/** Reads the outbox and the provider's last answers for it. */
export async function readResumable(dossier: Dossier): Promise<Resumable> {
  const [items, prepared, verdict, status, gone] = await Promise.all([
    itemsOf(dossier.id),
    keptSourceFiles(dossier.id),
    recallDates(),
    lastStatus(dossier.answers),
    goneMeanwhile(),
  ])
  const plan = wizards[settings.wizard]
  const wanted = status !== undefined && fileStatusOf(status).offers === 'correction'
  return {
    ...resumableOf({
      dossier,
      items,
      prepared,
      plan,
      wanted,
      offset: verdict?.offset,
      now: Date.now(),
    }),
    gone,
  }
}

/** The provider's last status for a file of this year, as far as this phone has stored it. */
export async function lastStatus(
  of: Readonly<Record<string, string>>,
): Promise<number | undefined> {
  const asked = [
    { phone: of.phone ?? '', matricule: '' },
    { phone: '', matricule: of.matricule ?? '' },
  ]
  const replies = await Promise.all(
    asked.map(entries => replyTo<Outcome>(statusQuestion('2021', entries))),
  )
  const newest = replies.filter(reply => reply !== undefined).sort((a, b) => b.at - a.at)[0]
  return newest?.reply.status
}
