import { useEffect, useState, useSyncExternalStore } from 'react'
import { watchPage } from '../browser/watch-page.page.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import { askToPersist } from '../storage/space.page.ts'
import { createCalls, dropServedCode } from './calls.ts'
import { createDraft } from './draft.ts'
import type { WizardPlan } from './wizard.ts'

export type Enrolment = ReturnType<typeof useEnrolment>

/** The draft and its calls, for as long as the wizard's screen is there. */
export function useEnrolment(plan: WizardPlan) {
  const [draft] = useState(() => createDraft(watchPage))
  const [calls] = useState(() => createCalls(plan, draft, askToPersist))
  const { dossier, found, trouble } = useSyncExternalStore(draft.subscribe, draft.get, draft.get)
  const fault = useSyncExternalStore(calls.subscribe, calls.get, calls.get)
  const items = useOutbox(dossier?.id)
  useEffect(() => draft.open(), [draft])
  const otp = dossier?.answers.otp
  useEffect(() => dropServedCode(draft, otp, items), [draft, otp, items])
  return { draft, calls, dossier, found, items, trouble: fault ?? trouble }
}
