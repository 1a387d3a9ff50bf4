import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Dossier } from '../../core/db/dossiers.ts'
import { markAsDrawn } from '../../core/db/marker.ts'
import { askToPersist } from '../../core/db/space.page.ts'
import { watchPage } from '../../core/platform/page.page.ts'
import type { Item } from '../../outbox/item.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import { focusOn } from '../../ui/panels.tsx'
import { drawnDossier, forgetDrawn } from './as-drawn.ts'
import { type Calls, createCalls, dropServedCode } from './calls.ts'
import { createDraft, type Draft } from './draft.ts'
import { fitsAsDrawn, type WizardPlan } from './wizard.ts'

/** What each step of the wizard reads and acts on. */
export interface Enrolment {
  dossier: Dossier
  items: readonly Item[]
  draft: Draft
  calls: Calls
}

/** The draft and its calls, while the wizard's screen is mounted. */
export function useEnrolment(plan: WizardPlan) {
  const client = useQueryClient()
  const [draft] = useState(() => createDraft(watchPage, drawnDossier(client)))
  const [calls] = useState(() => createCalls(plan, draft, askToPersist))
  const { dossier, found, trouble } = useSyncExternalStore(draft.subscribe, draft.get, draft.get)
  const fault = useSyncExternalStore(calls.subscribe, calls.get, calls.get)
  const items = useOutbox(dossier?.id)
  useEffect(() => draft.open(), [draft])
  useEffect(() => forgetDrawn(client), [client])
  useEffect(
    () => draft.keeping.subscribe(() => !draft.keeping.get() && void askToPersist()),
    [draft],
  )
  const fits = dossier && items && fitsAsDrawn(plan.steps, dossier, items)
  useEffect(() => {
    if (fits !== undefined) markAsDrawn(fits)
  }, [fits])
  const otp = dossier?.answers.otp
  useEffect(() => dropServedCode(draft, otp, items), [draft, otp, items])
  return { draft, calls, dossier, found, items, trouble: fault ?? trouble }
}

/**
 * Focuses a control when the step opens, and only then: the student may have moved the cursor
 * since.
 */
export function useFocusOnce(name: string | undefined): void {
  const first = useRef(name)
  useEffect(() => {
    // The screen may have been drawn anew under a student who types (src/ui/use-carried.ts).
    if (first.current && !document.activeElement?.matches('input, select')) focusOn(first.current)
  }, [])
}
