import type { Dossier } from '../../core/db/dossier.ts'
import type { Item } from '../../outbox/item.ts'
import { faultsOf } from './faults.rule.ts'
import {
  confirmation,
  type Entries,
  type IdentityStep,
  isAttested,
  isOpened,
  lookupKey,
  lookupRequest,
} from './wizard.ts'

/**
 * What the first step allows and still asks for, from its answers and the state of its save. Pure.
 */
export function standOfIdentity(
  step: IdentityStep,
  { answers, lookedUp }: Dossier,
  ended: boolean,
  saving: Item | undefined,
) {
  const waiting = saving?.state === 'waiting'
  const locked = ended || waiting
  const found = step.lookedUp.some(name => answers[name])
  // The draft stores whether the question is open: it survives a reload, and an answer in another
  // tab closes it.
  const asking = found && !locked && answers[confirmation] !== 'oui'
  const faults = locked ? [] : faultsOf(step, answers)
  return {
    waiting,
    locked,
    opened: isOpened(step, answers),
    found,
    asking,
    /** The lookup found another person, or none. */
    declined: step.lookedUp.length > 0 && !found && Boolean(lookedUp),
    attested: isAttested(step, answers),
    /** What « Continuer » names. The step is complete without them, so no press does nothing. */
    faults,
    complete: faults.length === 0 && !locked,
  }
}

export type IdentityStand = ReturnType<typeof standOfIdentity>

// One draft may be open in two tabs: each tab writes only the parts that it changed itself over the
// stored ones. Pure.

/**
 * Parts that change together when a person was looked up: a number must never stand beside another
 * person's name.
 */
const person = ['matricule', 'prenom', 'nom', 'lookedUp', confirmation]

const partsOf = ({ answers, lookedUp, closed }: Dossier): Record<string, string> => ({
  ...answers,
  ...(lookedUp && { lookedUp }),
  ...(closed && { closed: 'oui' }),
})

export function changedParts(before: Dossier, after: Dossier): string[] {
  const [old, now] = [partsOf(before), partsOf(after)]
  const changed = Object.keys({ ...old, ...now }).filter(part => old[part] !== now[part])
  const asOne = (old.lookedUp || now.lookedUp) && changed.some(part => person.includes(part))
  return asOne ? [...new Set([...changed, ...person])] : changed
}

/**
 * Lays the changed parts of `mine` over the stored draft. If the other tab changed one of the four
 * answers, the person found is removed and looked up anew.
 * @param changed the parts that are taken from `mine`
 */
export function laidOver(
  stored: Dossier,
  mine: Dossier,
  changed: Pick<ReadonlySet<string>, 'has'>,
): Dossier {
  const next = Object.fromEntries([
    ...Object.entries(partsOf(stored)).filter(([part]) => !changed.has(part)),
    ...Object.entries(partsOf(mine)).filter(([part]) => changed.has(part)),
  ])
  const request = lookupRequest(next)
  if (next.lookedUp && next.lookedUp !== (request && lookupKey(request)))
    for (const part of person) delete next[part]
  const { lookedUp, closed, ...answers } = next
  return withEntries(closed ? { ...stored, closed: true } : stored, { answers, lookedUp })
}

export function withEntries(
  { lookedUp: _, ...dossier }: Dossier,
  { answers, lookedUp }: Entries,
): Dossier {
  return { ...dossier, answers: { ...answers }, ...(lookedUp === undefined ? {} : { lookedUp }) }
}
