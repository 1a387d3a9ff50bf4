import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { problemText } from '../../core/api/text.ts'
import { useTrouble } from '../../core/api/use-queries.ts'
import { withRequestKey } from '../../outbox/item.ts'
import { scrollToTop } from '../../ui/panels.tsx'
import { useLeft } from '../../ui/use-left.ts'
import type { Draft } from './draft.ts'
import { standOfIdentity } from './identity.rule.ts'
import { createIdentity } from './identity.ts'
import * as wizardText from './text.ts'
import type { Enrolment } from './use-enrolment.ts'
import type { IdentityStep } from './wizard.ts'

/** The first step while its form is mounted; a step that can't change any more starts no lookup. */
export function useIdentity(step: IdentityStep, draft: Draft, locked: boolean) {
  const client = useQueryClient()
  const [identity] = useState(() => createIdentity(step, draft, client))
  const { lookup, notice } = useSyncExternalStore(identity.subscribe, identity.get, identity.get)
  useEffect(() => (locked ? undefined : identity.seek()), [identity, locked])

  const trouble = useTrouble(lookup)
  const words = trouble && problemText(trouble.problem)
  // The message stands above the form and gets the focus, while the last changed field is further
  // down.
  useEffect(() => {
    if (words || notice?.tone === 'danger') scrollToTop()
  }, [words, notice])
  return {
    identity,
    notice,
    trouble,
    looking: lookup?.isFetching === true,
    retry: () => lookup?.refetch(),
  }
}

export function useIdentityForm(
  step: IdentityStep,
  { dossier, items, draft }: Enrolment,
  ended: boolean,
) {
  /** How often the student sent the form with faults in it. */
  const [tries, setTries] = useState(0)
  const [paying, setPaying] = useState(false)
  /** The lookup whose person was waiting to be confirmed at a press of « Continuer ». */
  const [pressedAt, setPressedAt] = useState<string>()
  const stand = standOfIdentity(step, dossier, ended, withRequestKey(items, 'save'))
  const search = useIdentity(step, draft, stand.locked)
  const { identity, trouble } = search
  const { left, edit, leave, note } = useLeft<string>()
  const { faults } = stand
  return {
    stand,
    search,
    tries,
    left,
    /** The dialog that shows the phone number once more before it is saved. */
    paying,
    setPaying,
    /** The question who was found is not put by itself: the press waits for it. */
    wantsQuestion: pressedAt === dossier.lookedUp,
    /** @param stepped by a key that steps through a list; undefined for what is typed */
    change(name: string, value: string, stepped?: boolean): void {
      edit(name)
      identity.answer(name, value, stepped)
      if (stepped === false) identity.settleSoon()
    },
    leave(name: string): void {
      leave(name)
      identity.settleSoon()
    },
    send(): void {
      identity.settle()
      if (stand.asking) setPressedAt(dossier.lookedUp)
      if (stand.locked || stand.asking) return
      if (stand.complete) {
        setPaying(true)
        return
      }
      // While the lookup runs, its person is not missing: the line before the button says that it
      // runs.
      const looking = identity.get().lookup?.isFetching && !trouble
      if (looking && faults.every(({ message }) => message === wizardText.toFind)) return
      note(faults.filter(({ empty }) => !empty).map(({ name }) => name))
      setTries(tries + 1)
    },
  }
}
