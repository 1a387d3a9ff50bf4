import type { Dossier } from '../../core/db/dossier.ts'
import type { Item } from '../../outbox/item.ts'
import { confirmation, type IdentityStep, isAttested, missingFields } from './wizard.ts'

/** What the first step allows and still asks for, by its answers and by what has become of them. Pure. */
export function standOfIdentity(
  step: IdentityStep,
  { answers, lookedUp }: Dossier,
  ended: boolean,
  saving: Item | undefined,
) {
  const waiting = saving?.state === 'waiting'
  const locked = ended || waiting
  const found = step.lookedUp.some(name => answers[name])
  // The draft says whether the question is still open: it outlives a reload, and another tab's answer ends it here.
  const asking = found && !locked && answers[confirmation] !== 'oui'
  const missing = missingFields(step, answers)
  const attested = isAttested(step, answers)
  return {
    waiting,
    locked,
    /** The field that opens the others has been chosen. */
    opened: !step.opensWith || Boolean(answers[step.opensWith]),
    found,
    asking,
    /** Somebody was found and is not the student, or nobody was. */
    declined: step.lookedUp.length > 0 && !found && Boolean(lookedUp),
    missing,
    attested,
    complete: missing.length === 0 && attested && !locked,
  }
}

export type IdentityStand = ReturnType<typeof standOfIdentity>
