import { type Item, inSlot, isDocument, needsCode } from '../../outbox/item.ts'

/** How far a dossier has come, by what lies in the open for it: nothing of it is read. Pure. */
export interface Progress {
  /** Photographs that are here or at the provider already; undefined where it is not known how many are asked for. */
  given: number | undefined
  /** What goes out as soon as there is a network. */
  waiting: number
}

/** A correction asks for as many as were rejected, which only its student may know; an enrolment has once been saved. */
export function progressOf(items: readonly Item[], dossier: string): Progress {
  const mine = items.filter(item => item.dossier === dossier)
  const given = mine.filter(({ slot, state }) => isDocument(slot) && state !== 'refused').length
  return {
    given: inSlot(mine, 'save') ? given : undefined,
    waiting: mine.filter(item => item.state === 'waiting' && !needsCode(item)).length,
  }
}
