import { type Wrong, waitLeft } from '../../core/crypto/codes.rule.ts'
import { type Attempt, tryCode, waitOf } from '../../core/db/unlock.ts'
import { createState } from '../../core/platform/signals.ts'
import { type Item, isDocument, needsCode, withRequestKey } from '../../outbox/item.ts'

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
  const given = mine.filter(({ slot: requestKey, state }) => isDocument(requestKey) && state !== 'refused').length
  return {
    given: withRequestKey(mine, 'save') ? given : undefined,
    waiting: mine.filter(item => item.state === 'waiting' && !needsCode(item)).length,
  }
}

interface Unlocking {
  /** A code is being tried. */
  working: boolean
  /** The device could not try it. */
  failed: boolean
  wrong: Wrong | undefined
}

/** The codes that somebody tries at one dossier, and the pauses between them. */
export function createUnlocking(dossier: string, now: () => number) {
  const { get, set, subscribe } = createState<Unlocking>({ working: false, failed: false, wrong: undefined })
  const change = (part: Partial<Unlocking>) => set({ ...get(), ...part })
  /** Milliseconds that are still to be waited. */
  const left = () => {
    const { wrong } = get()
    return wrong ? waitLeft(wrong, now()) : 0
  }
  return {
    get,
    subscribe,
    left,
    look: async (): Promise<void> => change({ wrong: await waitOf(dossier, now()) }),
    /** @returns how it ended; undefined where it was not tried */
    async attempt(code: string): Promise<Attempt | undefined> {
      if (!code || get().working || left() > 0) return undefined
      change({ working: true, failed: false })
      const tried = await tryCode(dossier, code, now()).catch(error => {
        reportError(error)
        change({ failed: true })
      })
      change({ working: false, ...(tried && 'wrong' in tried ? { wrong: tried.wrong } : {}) })
      return tried ?? undefined
    },
  }
}
