import { type Wrong, waitLeft } from '../../core/crypto/codes.rule.ts'
import { type Attempt, tryCode, waitOf } from '../../core/db/unlock.ts'
import { createState } from '../../core/platform/signals.ts'
import { type Item, isDocument, needsCode, withRequestKey } from '../../outbox/item.ts'

/** How far a dossier has come, by what is stored unencrypted about it: no content is read. Pure. */
export interface Progress {
  /**
   * Photos stored here or accepted by the provider; undefined where the number asked for is not
   * known.
   */
  given: number | undefined
  /** Items that go out as soon as there is a network. */
  waiting: number
}

/**
 * A correction asks for as many documents as were rejected, which only its student may know; only
 * an enrolment has a `save` request, so its presence tells them apart.
 */
export function progressOf(items: readonly Item[], dossier: string): Progress {
  const mine = items.filter(item => item.dossier === dossier)
  const given = mine.filter(
    ({ requestKey, state }) => isDocument(requestKey) && state !== 'refused',
  ).length
  return {
    given: withRequestKey(mine, 'save') ? given : undefined,
    waiting: mine.filter(item => item.state === 'waiting' && !needsCode(item)).length,
  }
}

interface Unlocking {
  /** A code is being tried. */
  working: boolean
  /** The device could not try the code. */
  failed: boolean
  wrong: Wrong | undefined
}

/** Tries codes for one dossier, with pauses between them. */
export function createUnlocking(dossier: string, now: () => number) {
  const { get, set, subscribe } = createState<Unlocking>({
    working: false,
    failed: false,
    wrong: undefined,
  })
  const change = (part: Partial<Unlocking>) => set({ ...get(), ...part })
  /** Milliseconds until the next code may be tried. */
  const left = () => {
    const { wrong } = get()
    return wrong ? waitLeft(wrong, now()) : 0
  }
  return {
    get,
    subscribe,
    left,
    look: async (): Promise<void> => change({ wrong: await waitOf(dossier, now()) }),
    /** @returns the result; undefined where the code was not tried */
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
