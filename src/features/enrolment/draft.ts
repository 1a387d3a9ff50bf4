import { beforeLock, isEncrypted, LockedError, onNotice } from '../../core/crypto/keyring.ts'
import { type StorageTrouble, storageTrouble } from '../../core/db/database.ts'
import {
  changeDossier,
  type Dossier,
  newDossier,
  openEnrolment,
  saveDossier,
} from '../../core/db/dossiers.ts'
import { currentMode } from '../../core/db/shared-mode.ts'
import { createState } from '../../core/platform/signals.ts'
import { erase } from '../../outbox/api.ts'
import { type Gone, goneMeanwhile } from '../../outbox/meanwhile.ts'
import { pack } from '../../ui/carried.page.ts'
import { takePacked } from '../../ui/packed.page.ts'
import { changedParts, laidOver } from './identity.rule.ts'

/**
 * Milliseconds between a change and its write, so that the browser paints the letter first. No
 * longer: the student may leave the page right after a choice, and WebKit writes nothing more for a
 * page that is being left.
 */
const paintedMs = 30
/**
 * Milliseconds between a write that has failed and the next one, where the student changes nothing
 * meanwhile.
 */
const againMs = 5_000

interface Shown {
  /** The draft as the student sees it. */
  dossier?: Dossier
  /** Why the last write failed; undefined once one has succeeded. */
  trouble?: StorageTrouble | undefined
}

/**
 * All of a dossier but its answers and when they were written, for comparison: a transfer that
 * another tab made or cancelled must stop or free this tab, and `leave` must not overwrite what
 * another device has brought.
 */
const aside = ({ answers, lookedUp, closed, savedAt, revision, ...rest }: Dossier): string =>
  JSON.stringify(rest)

/**
 * Writes the changed parts of a draft over what another tab has stored, and shows the result here.
 */
export function createWriteBehind(
  shown: () => Shown,
  show: (news: Shown) => void,
  tellUnsaved: (hasUnsaved: boolean) => void,
  disk: { isRead(): boolean; read(): Promise<void> } = alwaysRead,
) {
  /** Parts changed here and not stored yet, each with the draft that its last change made. */
  const unsaved = new Map<string, Dossier>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined

  /** Skips a state update that would render the same trouble again. */
  function tell(trouble: StorageTrouble | undefined): void {
    if (trouble !== shown().trouble) show({ trouble })
  }

  function note(before: Dossier, after: Dossier): void {
    for (const part of changedParts(before, after)) unsaved.set(part, after)
    timer ??= setTimeout(flush, paintedMs)
    tellUnsaved(unsaved.size > 0)
  }

  /** Writes at once, and shows what is stored; a draft without changes of this tab is only read. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    clearTimeout(again)
    timer = undefined
    if (!shown().dossier) return
    let parts = new Map(unsaved)
    try {
      if (!disk.isRead()) await disk.read()
      parts = new Map(unsaved)
      const draft = shown().dossier
      if (!draft) return
      const saved = await changeDossier(draft.id, stored => {
        if (parts.size === 0) return stored
        return { ...(stored ? laidOver(stored, draft, parts) : draft), savedAt: Date.now() }
      })
      if (parts.size > 0) tell(undefined)
      // A part that changed again during the write is not stored yet.
      for (const [part, made] of parts) if (unsaved.get(part) === made) unsaved.delete(part)
      tellUnsaved(unsaved.size > 0)
      const now = shown().dossier
      if (saved?.id !== now?.id || !saved || !now) return
      const next = laidOver(saved, now, unsaved)
      if (changedParts(now, next).length > 0 || aside(now) !== aside(next)) show({ dossier: next })
    } catch (error) {
      // Unsaved parts are kept for the next try. A student who has changed nothing loses nothing:
      // show no trouble.
      if (parts.size === 0) return
      const trouble = storageTrouble(error)
      tell(trouble)
      if (trouble !== 'locked') again = setTimeout(flush, againMs)
    }
  }

  /**
   * On pagehide no read completes: write what is displayed, which includes the other tab's changes.
   */
  function leave(): void {
    const draft = shown().dossier
    if (!draft || unsaved.size === 0) return
    // Nobody knows yet what it would be written over: the page that is loaded next will.
    if (!disk.isRead()) pack()
    // It writes without a look at what lies there, which a newer build may have written.
    else if (shown().trouble !== 'outdated')
      saveDossier({ ...draft, savedAt: Date.now() }).catch(() => undefined)
  }

  function drop(): void {
    unsaved.clear()
    tellUnsaved(false)
  }

  /** What was answered over what is stored; what is stored already needs no write. */
  function laid(stored: Dossier, answered: Dossier): Dossier {
    const changed = changedParts(stored, laidOver(stored, answered, unsaved))
    for (const part of unsaved.keys()) if (!changed.includes(part)) unsaved.delete(part)
    tellUnsaved(unsaved.size > 0)
    return laidOver(stored, answered, unsaved)
  }

  return { note, flush, leave, drop, laid }
}

const alwaysRead = { isRead: () => true, read: () => Promise.resolve() }

/** What the device still has of an earlier visit, what it has lost, and what happened since. */
export interface Found {
  resumedAt: number | undefined
  wiped: boolean
  gone: Gone | undefined
}

export interface DraftState {
  /** Undefined until the disk has been read. */
  dossier?: Dossier
  found?: Found | undefined
  trouble?: StorageTrouble | undefined
}

/**
 * Calls `turn` when the page is hidden or comes back, and `leave` when it may be discarded in its
 * next task.
 */
export type WatchPage = (turn: () => void, leave: () => void) => () => void

export type Draft = ReturnType<typeof createDraft>

/**
 * The student's draft: read once, then written shortly after each change, and at once when the page
 * may be about to end. Changes that another tab has written are kept, and shown here. A controller
 * and no `useStored`: what is shown is not stored yet, and outlives the component until it is.
 * @param drawn is shown, and may be answered, before the disk has been read
 */
export function createDraft(watchPage: WatchPage, drawn?: Dossier) {
  const { get, set, subscribe } = createState<DraftState>(drawn ? { dossier: drawn } : {})
  const say = (news: DraftState) => set({ ...get(), ...news })
  /** Whether a change made here is not stored yet. */
  const hasUnsaved = createState(false)
  let reading: Promise<void> | undefined
  let isRead = false
  const disk = { isRead: () => isRead, read: () => (reading ??= read()) }
  const { note, drop, flush, leave, laid } = createWriteBehind(get, say, hasUnsaved.set, disk)

  /** Lays what was answered meanwhile over the stored draft, if there is one. */
  async function read(): Promise<void> {
    try {
      const { stored, found } = await readDraft()
      const shown = get().dossier
      const dossier = stored && shown ? laid(stored, shown) : (stored ?? shown ?? begin())
      isRead = true
      // Of a page that was out of sight, and came back as it was.
      takePacked()
      say({ dossier, found, trouble: undefined })
    } finally {
      reading = undefined
    }
  }

  /** Reads the draft, and follows its changes until the returned function is called. */
  function open(): () => void {
    // No empty form beside a draft that was not read: it would take that draft's place.
    disk.read().catch(error => say({ trouble: storageTrouble(error) }))
    const ends = [
      // A hidden page is written before it may end; a page that comes back reads again, in case it
      // missed a notice.
      watchPage(flush, leave),
      onNotice(({ kind }) => kind === 'draft' && flush()),
      // Write the latest answer before the lock drops the key.
      beforeLock(flush),
    ]
    return () => {
      for (const end of ends) end()
      void flush()
    }
  }

  /**
   * Changes the newest draft, not the one rendered last: an answer and a lookup may arrive between
   * two renders.
   */
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

  /** Ends the dossier on this device; the next one starts empty. */
  async function startOver(): Promise<void> {
    const id = get().dossier?.id
    if (id && isEncrypted(id)) {
      // The next student takes the tablet: nothing of this student stays, and the unlock screen
      // asks for a new code.
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

/** @throws where the disk can't be read, or a shared device has no dossier open */
async function readDraft(): Promise<{ stored: Dossier | undefined; found: Found }> {
  const [{ draft, wiped }, gone] = await Promise.all([openEnrolment(), goneMeanwhile()])
  if (!draft && currentMode() === 'shared') throw new LockedError('No dossier is open here.')
  // An encrypted dossier is stored before its first answer: only answers show that it was started.
  const started = draft && Object.keys(draft.answers).length > 0
  return { stored: draft, found: { resumedAt: started ? draft.savedAt : undefined, wiped, gone } }
}
