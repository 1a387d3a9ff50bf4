import { useState } from 'react'
import { inSlot } from '../../outbox/item.ts'
import { useLeft } from '../../ui/use-left.ts'
import { faultsOf } from './faults.rule.ts'
import { standOfIdentity } from './identity.rule.ts'
import * as wizardText from './text.ts'
import type { Enrolment } from './use-enrolment.ts'
import { useIdentity } from './use-identity.ts'
import type { IdentityStep } from './wizard.ts'

/** How the first step stands, and what its controls do. */
export function useIdentityForm(step: IdentityStep, { dossier, items, draft }: Enrolment, ended: boolean) {
  /** How often the form was sent in vain. */
  const [tries, setTries] = useState(0)
  const [paying, setPaying] = useState(false)
  const stand = standOfIdentity(step, dossier, ended, inSlot(items, 'save'))
  const search = useIdentity(step, draft, stand.locked)
  const { identity } = search
  const { left, edit, leave, note } = useLeft<string>()
  const faults = stand.locked ? [] : faultsOf(step, dossier.answers, stand)
  return {
    stand,
    search,
    faults,
    tries,
    left,
    /** The number is asked for once more, before it is saved. */
    paying,
    setPaying,
    /** @param stepped it may change again at once, as while one is typing */
    change(name: string, value: string, stepped = true): void {
      edit(name)
      identity.answer(name, value)
      if (!stepped) identity.settleSoon()
    },
    leave(name: string): void {
      leave(name)
      identity.settleSoon()
    },
    send(): void {
      identity.settle()
      if (stand.locked || stand.asking) return
      if (stand.complete) {
        setPaying(true)
        return
      }
      // Who is still being looked for is not missing.
      if (!stand.declined && faults.every(({ message }) => message === wizardText.toFind)) return
      note(faults.filter(({ empty }) => !empty).map(({ name }) => name))
      setTries(tries + 1)
    },
  }
}
