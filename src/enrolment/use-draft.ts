import { useCallback, useEffect, useRef, useState } from 'react'
import { erase } from '../outbox/door.ts'
import { changeDossier, type Dossier, newDossier, openEnrolment, saveDossier } from '../storage/dossiers.ts'
import { currentMode } from '../storage/shared-mode.ts'
import { type StorageTrouble, storageTrouble } from '../storage/trouble.ts'
import { onNotice } from '../vault/channel.ts'
import { beforeLock, LockedError } from '../vault/keyring.ts'
import { isSealed } from '../vault/sealed-id.ts'
import { changedParts, laidOver } from './parts.rule.ts'

/** Every answer is on the disk this soon after it was given, in milliseconds. */
const saveWithinMs = 200

/**
 * The student's draft: read once, then written behind every change, and at once when the page may be about to end. What
 * another tab has written meanwhile stays, and is shown here.
 */
export function useDraft() {
  const [dossier, setDossier] = useState<Dossier>()
  const [found, setFound] = useState<{ resumedAt: number | undefined; aside: number; wiped: boolean }>()
  const [trouble, setTrouble] = useState<StorageTrouble>()
  const latest = useRef<Dossier>(undefined)
  /** What was changed here and is not on the disk yet, each part with the draft that its last change has made. */
  const unsaved = useRef(new Map<string, Dossier>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const begin = useCallback((draft: Dossier) => {
    latest.current = draft
    setDossier(draft)
  }, [])

  const flush = useCallback(async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    const draft = latest.current
    if (!draft) return
    const parts = new Map(unsaved.current)
    try {
      const saved = await changeDossier(draft.id, stored => {
        if (parts.size === 0) return stored
        return { ...(stored ? laidOver(stored, draft, parts) : draft), savedAt: Date.now() }
      })
      if (parts.size > 0) setTrouble(undefined)
      // What was changed once more meanwhile is not there yet.
      for (const [part, made] of parts) if (unsaved.current.get(part) === made) unsaved.current.delete(part)
      const shown = latest.current
      if (saved?.id !== shown?.id || !saved || !shown) return
      const next = laidOver(saved, shown, unsaved.current)
      if (changedParts(shown, next).length > 0) begin(next)
    } catch (error) {
      // All of it is kept for the next try. Whoever has changed nothing misses nothing.
      if (parts.size > 0) setTrouble(storageTrouble(error))
    }
  }, [begin])

  useEffect(() => {
    openEnrolment()
      .then(({ draft, aside, wiped }) => {
        if (!draft && currentMode() === 'shared') throw new LockedError('No dossier is open here.')
        begin(draft ?? newDossier('enrolment', Date.now()))
        // A sealed dossier is there before its first answer.
        const begun = draft && Object.keys(draft.answers).length > 0
        setFound({ resumedAt: begun ? draft.savedAt : undefined, aside, wiped })
      })
      .catch(error => {
        setTrouble(storageTrouble(error))
        // A shared device keeps nothing in the clear: only what its code has opened can be gone on with.
        if (currentMode() !== 'shared') begin(newDossier('enrolment', Date.now()))
      })
  }, [begin])

  useEffect(() => {
    // A page that is thrown away hears of no reading any more: what it shows, the other tab's changes among it, is put.
    const leave = () => {
      const draft = latest.current
      if (draft && unsaved.current.size > 0) saveDossier({ ...draft, savedAt: Date.now() }).catch(() => undefined)
    }
    // Out of sight it is written, before the page may end; back in sight it is read, should a notice have been missed.
    document.addEventListener('visibilitychange', flush)
    addEventListener('pagehide', leave)
    const unlisten = onNotice(({ kind }) => kind === 'draft' && flush())
    return () => {
      document.removeEventListener('visibilitychange', flush)
      removeEventListener('pagehide', leave)
      unlisten()
      flush()
    }
  }, [flush])

  // The answer of this very moment is written before the key is gone.
  useEffect(() => beforeLock(flush), [flush])

  /** On the newest draft, not on the one last drawn: an answer and a lookup may come between two pictures. */
  const change = useCallback(
    (update: (draft: Dossier) => Dossier) => {
      const before = latest.current
      if (!before) return
      const after = update(before)
      for (const part of changedParts(before, after)) unsaved.current.set(part, after)
      begin(after)
      timer.current ??= setTimeout(flush, saveWithinMs)
    },
    [flush, begin],
  )

  /** The dossier has ended on this device; the next one begins empty. */
  const startOver = useCallback(async () => {
    const id = latest.current?.id
    if (id && isSealed(id)) {
      // The next student takes the tablet: nothing of this one stays, and the door asks for a new code.
      unsaved.current.clear()
      return erase(id, true)
    }
    change(draft => ({ ...draft, closed: true }))
    await flush()
    unsaved.current.clear()
    begin(newDossier('enrolment', Date.now()))
    setFound(undefined)
  }, [change, flush, begin])

  return { dossier, found, trouble, change, flush, startOver }
}

export type Draft = ReturnType<typeof useDraft>
