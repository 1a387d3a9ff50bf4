import { beforeLock, isEncrypted, LockedError, onNotice } from '../../core/crypto/keyring.ts'
import { type StorageTrouble, storageTrouble } from '../../core/db/database.ts'
import { changeDossier, type Dossier, newDossier, openEnrolment, saveDossier } from '../../core/db/dossiers.ts'
import { currentMode } from '../../core/db/shared-mode.ts'
import { createState } from '../../core/platform/signals.ts'
import { erase } from '../../outbox/api.ts'
import { type Gone, goneMeanwhile } from '../../outbox/meanwhile.ts'
import { changedParts, laidOver } from './identity.rule.ts'

/**
 * In milliseconds: a letter is painted before it is written. No later, since a page may be left right after a choice, and
 * WebKit writes nothing any more of one that is left.
 */
const paintedMs = 30

interface Shown {
  /** The draft as the student sees it. */
  dossier?: Dossier
  /** Why the last write failed; undefined once one has not. */
  trouble?: StorageTrouble | undefined
}

/**
 * All but the answers and the times. Handed over, or taken back, in another tab, this one must not go on, or may; and
 * what another device has brought must not be lost when `leave` puts what is shown.
 */
const aside = ({ answers, lookedUp, closed, savedAt, ...rest }: Dossier): string => JSON.stringify(rest)

/** Brings to the disk what was changed in a draft, over what another tab has written there, and shows that here, too. */
export function createWriteBehind(
  shown: () => Shown,
  show: (news: Shown) => void,
  tellUnsaved: (hasUnsaved: boolean) => void,
) {
  /** What was changed here and is not on the disk yet, each part with the draft that its last change has made. */
  const unsaved = new Map<string, Dossier>()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** A screen is not drawn anew for what it says already. */
  function tell(trouble: StorageTrouble | undefined): void {
    if (trouble !== shown().trouble) show({ trouble })
  }

  function note(before: Dossier, after: Dossier): void {
    for (const part of changedParts(before, after)) unsaved.set(part, after)
    timer ??= setTimeout(flush, paintedMs)
    tellUnsaved(unsaved.size > 0)
  }

  /** Writes at once, and shows what lies there; a draft in which nothing was changed here is only read. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const draft = shown().dossier
    if (!draft) return
    const parts = new Map(unsaved)
    try {
      const saved = await changeDossier(draft.id, stored => {
        if (parts.size === 0) return stored
        return { ...(stored ? laidOver(stored, draft, parts) : draft), savedAt: Date.now() }
      })
      if (parts.size > 0) tell(undefined)
      // What was changed once more meanwhile is not there yet.
      for (const [part, made] of parts) if (unsaved.get(part) === made) unsaved.delete(part)
      tellUnsaved(unsaved.size > 0)
      const now = shown().dossier
      if (saved?.id !== now?.id || !saved || !now) return
      const next = laidOver(saved, now, unsaved)
      if (changedParts(now, next).length > 0 || aside(now) !== aside(next)) show({ dossier: next })
    } catch (error) {
      // All of it is kept for the next try. Whoever has changed nothing misses nothing.
      if (parts.size > 0) tell(storageTrouble(error))
    }
  }

  /** A page that is thrown away hears of no reading any more: what it shows, the other tab's changes among it, is put. */
  function leave(): void {
    const draft = shown().dossier
    if (draft && unsaved.size > 0) saveDossier({ ...draft, savedAt: Date.now() }).catch(() => undefined)
  }

  function drop(): void {
    unsaved.clear()
    tellUnsaved(false)
  }

  return { note, flush, leave, drop }
}

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
  const hasUnsaved = createState(false)
  const { note, drop, flush, leave } = createWriteBehind(get, say, hasUnsaved.set)

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
    if (id && isEncrypted(id)) {
      // The next student takes the tablet: nothing of this one stays, and the door asks for a new code.
      drop()
      return erase(id, true)
    }
    change(draft => ({ ...draft, closed: true }))
    await flush()
    drop()
    say({ dossier: begin(), found: undefined })
  }

  return { get, subscribe, keeping: hasUnsaved, open, change, answer, flush, startOver }
}

const begin = () => newDossier('enrolment', Date.now())

async function readDraft(): Promise<DraftState> {
  try {
    const [{ draft, aside, wiped }, gone] = await Promise.all([openEnrolment(), goneMeanwhile()])
    if (!draft && currentMode() === 'shared') throw new LockedError('No dossier is open here.')
    // A sealed dossier is there before its first answer.
    const started = draft && Object.keys(draft.answers).length > 0
    return { dossier: draft ?? begin(), found: { resumedAt: started ? draft.savedAt : undefined, aside, wiped, gone } }
  } catch (error) {
    const trouble = storageTrouble(error)
    // A shared device keeps nothing in the clear: only what its code has opened can be gone on with.
    return currentMode() === 'shared' ? { trouble } : { trouble, dossier: begin() }
  }
}
