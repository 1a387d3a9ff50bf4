import type { QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { destinationOf } from '../documents/destination.ts'
import { reachedStep } from '../enrolment/wizard.ts'
import { wizards } from '../enrolment/wizards.ts'
import type { Place } from '../incoming/photo-card.tsx'
import * as incomingText from '../incoming/text.ts'
import { itemsOf } from '../outbox/items.ts'
import { settings } from '../provider/settings.ts'
import { documentsToCorrect } from '../reclamation/file.rule.ts'
import { fileQuery } from '../reclamation/file-query.ts'
import * as reclamationText from '../reclamation/text.ts'
import { documentsOf } from '../rules/documents.ts'
import { askFor } from '../shared-device/session/subject.ts'
import { type Dossier, listMine } from '../storage/dossiers.ts'
import { dossierFor } from './place.rule.ts'

const plan = wizards[settings.wizard]

/** Where a photo from another app can go, by what was begun on this device. */
export async function readPlace(client: QueryClient): Promise<Place> {
  const { mine } = await listMine()
  const draft = mine.find(({ kind, closed }) => kind === 'enrolment' && !closed)
  const step = draft && plan.steps[reachedStep(plan, await itemsOf(draft.id))]
  const dossier = dossierFor(mine, step)
  if (dossier?.kind === 'correction') return toCorrection(client, dossier)
  const { id = '', answers: { matricule = '' } = {} } = dossier ?? {}
  const next = (
    <Link to="/register" className="button">
      {incomingText.toEnrolment}
    </Link>
  )
  return {
    what: incomingText.enrolment,
    to: destinationOf(id, 'enrolment', matricule),
    documents: step?.kind === 'documents' ? documentsOf(settings.wizard) : [],
    why: incomingText.finished,
    items: dossier ? await itemsOf(id) : [],
    next,
  }
}

/** What is asked for is the provider's to say; where it can't be asked, the page of the correction says what it knows. */
async function toCorrection(client: QueryClient, { id, answers: { matricule = '' } }: Dossier): Promise<Place> {
  const file = await client.fetchQuery({ ...fileQuery({ matricule }), retry: false }).catch((): undefined => undefined)
  return {
    what: incomingText.correction,
    to: destinationOf(id, 'correction', matricule),
    documents: file ? documentsToCorrect(file.reply) : [],
    why: file ? reclamationText.nothing : incomingText.unknown,
    items: await itemsOf(id),
    next: (
      <Link to="/reclamation/$matricule" params={{ matricule: askFor(matricule) }} className="button">
        {reclamationText.title}
      </Link>
    ),
  }
}
