import { onNotice } from '../../core/crypto/channel.ts'
import { beforeLock, LockedError } from '../../core/crypto/keyring.ts'
import { isSealed } from '../../core/crypto/sealed-id.ts'
import { type Dossier, newDossier, openEnrolment } from '../../core/db/dossiers.ts'
import { currentMode } from '../../core/db/shared-mode.ts'
import { type StorageTrouble, storageTrouble } from '../../core/db/storage-trouble.ts'
import { createState } from '../../core/platform/state.ts'
import { erase } from '../../outbox/door.ts'
import type { Gone } from '../../outbox/gone.rule.ts'
import { goneMeanwhile } from '../../outbox/meanwhile.ts'
import { createWriteBehind } from './write-behind.ts'

/** What the device still had of an earlier visit, what it no longer has, and what happened since. */
export interface Found {
  resumedAt: number | undefined
  aside: number
  wiped: boolean
  gone: Gone | undefined
}

export interface DraftState {
  /** Undefined until the disk has been read. */
  dossier?: Dossier
  found?: Found | undefined
  trouble?: StorageTrouble | undefined
}

/** Calls `turn` when the page goes out of sight or comes back, and `leave` when it may be thrown away in its next task. */
export type WatchPage = (turn: () => void, leave: () => void) => () => void

export type Draft = ReturnType<typeof createDraft>

/**
 * The student's draft: read once, then written behind every change, and at once when the page may be about to end. What
 * another tab has written meanwhile stays, and is shown here.
 */
export function createDraft(watchPage: WatchPage) {
  const { get, set, subscribe } = createState<DraftState>({})
  const say = (news: DraftState) => set({ ...get(), ...news })
  /** Whether something that was changed here is not on the disk yet. */
  const keeping = createState(false)
  const { note, drop, flush, leave } = createWriteBehind(get, say, keeping.set)

  /** Reads the draft, and stays with it until what is given back is called. */
  function open(): () => void {
    void readDraft().then(say)
    const ends = [
      // Out of sight it is written, before the page may end; back in sight it is read, should a notice have been missed.
      watchPage(flush, leave),
      onNotice(({ kind }) => kind === 'draft' && flush()),
      // The answer of this very moment is written before the key is gone.
      beforeLock(flush),
    ]
    return () => {
      for (const end of ends) end()
      void flush()
    }
  }

  /** On the newest draft, not on the one last drawn: an answer and a lookup may come between two pictures. */
  function change(update: (draft: Dossier) => Dossier): void {
    const before = get().dossier
    if (!before) return
    const dossier = update(before)
    note(before, dossier)
    say({ dossier })
  }

  function answer(name: string, value: string): void {
    change(old => ({ ...old, answers: { ...old.answers, [name]: value } }))
  }

  /** The dossier has ended on this device; the next one begins empty. */
  async function startOver(): Promise<void> {
    const id = get().dossier?.id
    if (id && isSealed(id)) {
      // The next student takes the tablet: nothing of this one stays, and the door asks for a new code.
      drop()
      return erase(id, true)
    }
    change(draft => ({ ...draft, closed: true }))
    await flush()
    drop()
    say({ dossier: begin(), found: undefined })
  }

  return { get, subscribe, keeping, open, change, answer, flush, startOver }
}

const begin = () => newDossier('enrolment', Date.now())

async function readDraft(): Promise<DraftState> {
  try {
    const [{ draft, aside, wiped }, gone] = await Promise.all([openEnrolment(), goneMeanwhile()])
    if (!draft && currentMode() === 'shared') throw new LockedError('No dossier is open here.')
    // A sealed dossier is there before its first answer.
    const begun = draft && Object.keys(draft.answers).length > 0
    return { dossier: draft ?? begin(), found: { resumedAt: begun ? draft.savedAt : undefined, aside, wiped, gone } }
  } catch (error) {
    const trouble = storageTrouble(error)
    // A shared device keeps nothing in the clear: only what its code has opened can be gone on with.
    return currentMode() === 'shared' ? { trouble } : { trouble, dossier: begin() }
  }
}
