import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { settings } from '../core/api/settings.ts'
import { type Dossier, listMine, newDossier } from '../core/db/dossiers.ts'
import { anyPurpose } from '../core/db/encrypted-dossiers.ts'
import { currentMode } from '../core/db/shared-mode.ts'
import { useStored } from '../core/db/use-stored.ts'
import { givenIn } from '../documents/given.ts'
import { takesDocuments } from '../documents/pick.ts'
import type { Step } from '../features/enrolment/wizard.ts'
import { reachedStep } from '../features/enrolment/wizard.ts'
import { wizards } from '../features/enrolment/wizards.ts'
import { documentsToCorrect } from '../features/reclamation/file.rule.ts'
import { fileQuery } from '../features/reclamation/file-query.ts'
import * as reclamationText from '../features/reclamation/text.ts'
import { IncomingScreen, type Place } from '../features/share-target/screen.tsx'
import * as incomingText from '../features/share-target/text.ts'
import { useInbox } from '../features/share-target/use-inbox.ts'
import { UnlockGate } from '../features/shared-device/gate.tsx'
import { askFor } from '../features/shared-device/subject.ts'
import { itemsOf, onItemsChanged } from '../outbox/items.ts'
import { documentsOf } from '../spec/documents.ts'
import * as commonText from '../spec/text.ts'
import { correctionOf, Link } from '../ui/static-parts.tsx'

/**
 * Fetches the photos outside the unlock gate: the worker that holds them may end before the student
 * types a code.
 */
export function IncomingRoute() {
  const inbox = useInbox()
  const place = usePlace(inbox.placed)
  const navigate = useNavigate()
  const { placed, passed, first } = inbox
  // A reload would lose no photo any more: drop the query, so that it does not ask the worker for
  // them again.
  const isKept = placed + passed > 0 && !(first && first.key === undefined)
  useEffect(() => {
    if (isKept && location.search)
      void navigate({ to: '/partage', replace: true, resetScroll: false })
  }, [isKept, navigate])
  return (
    <UnlockGate purpose={anyPurpose}>
      <IncomingScreen inbox={inbox} place={place} expected={location.search !== ''} />
    </UnlockGate>
  )
}

/**
 * @param placed how many photos were just assigned: a photo that is only prepared does not change
 * the queue
 */
function usePlace(placed: number): Place | undefined {
  const client = useQueryClient()
  // Not stored before it has a photo.
  const [enrolment] = useState(() => newDossier('enrolment', Date.now()))
  const { value, again } = useStored(
    ['place', enrolment.id],
    () => readPlace(client, enrolment),
    onItemsChanged,
  )
  useEffect(() => {
    if (placed > 0) void again()
  }, [placed, again])
  return value
}

const plan = wizards[settings.wizard]

/**
 * Where a photo from another app can go: a dossier on this device that wants it, else a new
 * preparation.
 */
export async function readPlace(client: QueryClient, enrolment: Dossier): Promise<Place> {
  const { mine } = await listMine()
  const draft = mine.find(({ kind, closed }) => kind === 'enrolment' && !closed)
  const step = draft && plan.steps[reachedStep(plan, await itemsOf(draft.id))]
  let shut: Place | undefined
  for (const dossier of dossiersFor(mine, step)) {
    const place = await placeIn(client, dossier, step?.kind === 'done')
    // No preparation begins beside an enrolment that was transferred to another device.
    if (place.documents.length > 0 || dossier.transferred)
      return { ...place, why: place.why ?? shut?.why }
    shut ??= place
  }
  // On a shared device no dossier begins without a code.
  if (shut && currentMode() === 'shared') return shut
  return {
    ...(await placeIn(client, enrolment, false)),
    what: incomingText.preparation,
    why: shut?.why,
  }
}

async function placeIn(client: QueryClient, dossier: Dossier, isDone: boolean): Promise<Place> {
  const given = await givenIn(dossier.id)
  if (dossier.kind === 'correction') return { dossier, given, ...(await asked(client, dossier)) }
  const takes = takesDocuments(dossier.kind, await itemsOf(dossier.id))
  const over = dossier.transferred
    ? incomingText.received
    : isDone
      ? incomingText.finished
      : undefined
  return {
    what: incomingText.enrolment(dossier.answers.prenom || dossier.answers.nom || ''),
    dossier,
    given,
    documents: over ? [] : documentsOf(settings.wizard),
    why: over,
    next: (
      <Link to={takes ? '/register' : '/preparer'} className="button">
        {takes ? incomingText.toEnrolment : commonText.prepare}
      </Link>
    ),
  }
}

/** The provider is asked once for a visit, not with each photo. Milliseconds. */
const knownMs = 300_000
/** How many last characters of a matricule are shown: enough to tell one's own from a friend's. */
const shownOfNumber = 4

/**
 * Asks the provider which documents to correct; if it can't be reached, the link leads to the
 * correction's page.
 */
async function asked(client: QueryClient, { answers: { matricule = '' } }: Dossier) {
  const query = { ...fileQuery({ matricule }), retry: false, staleTime: knownMs, gcTime: knownMs }
  const file = await client.fetchQuery(query).catch((): undefined => undefined)
  const documents = file ? documentsToCorrect(file.reply) : []
  return {
    what: incomingText.correction(matricule.slice(-shownOfNumber)),
    documents,
    why: !file
      ? incomingText.unknown
      : documents.length === 0
        ? reclamationText.nothing
        : undefined,
    next: (
      <Link to={correctionOf(askFor(matricule))} className="button">
        {reclamationText.title}
      </Link>
    ),
  }
}

/**
 * The dossiers that a photo from another app may be for: an enrolment at its documents step; else,
 * by their last touch, a correction and an enrolment whose documents are prepared in advance. Pure.
 * @param mine the newest first
 * @param step the current step of the enrolment that is not closed
 * @returns the first dossier that wants a photo gets it; empty if none was begun
 */
export function dossiersFor(mine: readonly Dossier[], step: Step | undefined): Dossier[] {
  const draft = mine.find(({ kind, closed }) => kind === 'enrolment' && !closed)
  if (draft && step?.kind === 'documents') return [draft]
  const correction = mine.find(({ kind }) => kind === 'correction')
  const open = mine.filter(one => one === correction || (one === draft && step?.kind !== 'done'))
  return draft && step?.kind === 'done' ? [...open, draft] : open
}
