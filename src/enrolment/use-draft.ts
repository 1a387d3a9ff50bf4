import { useCallback, useEffect, useRef, useState } from 'react'
import { forgetItems } from '../outbox/queue.ts'
import { type Dossier, newDossier, openEnrolment, saveDossier } from '../storage/dossiers.ts'
import { eraseDossier } from '../storage/erase.ts'
import { currentMode } from '../storage/shared-mode.ts'
import { type StorageTrouble, storageTrouble } from '../storage/trouble.ts'
import { beforeLock, LockedError } from '../vault/keyring.ts'
import { isSealed } from '../vault/sealed-id.ts'

/** Every answer is on the disk this soon after it was given, in milliseconds. */
const saveWithinMs = 200

/** The student's draft: read once, then written behind every change, and at once when the page may be about to end. */
export function useDraft() {
  const [dossier, setDossier] = useState<Dossier>()
  const [found, setFound] = useState<{ resumedAt: number | undefined; aside: number; wiped: boolean }>()
  const [trouble, setTrouble] = useState<StorageTrouble>()
  const latest = useRef<Dossier>(undefined)
  const unsaved = useRef<Dossier>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const begin = useCallback((draft: Dossier) => {
    latest.current = draft
    setDossier(draft)
  }, [])

  const flush = useCallback(async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    const draft = unsaved.current
    if (!draft) return
    unsaved.current = undefined
    try {
      await saveDossier({ ...draft, savedAt: Date.now() })
      setTrouble(undefined)
    } catch (error) {
      setTrouble(storageTrouble(error))
      // Kept for the next try, unless something newer has been typed meanwhile.
      unsaved.current ??= draft
    }
  }, [])

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
    const leave = () => {
      if (document.visibilityState === 'hidden') flush()
    }
    document.addEventListener('visibilitychange', leave)
    addEventListener('pagehide', flush)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])

  // The answer of this very moment is written before the key is gone.
  useEffect(() => beforeLock(flush), [flush])

  /** On the newest draft, not on the one last drawn: an answer and a lookup may come between two pictures. */
  const change = useCallback(
    (update: (draft: Dossier) => Dossier) => {
      if (!latest.current) return
      latest.current = update(latest.current)
      unsaved.current = latest.current
      setDossier(latest.current)
      timer.current ??= setTimeout(flush, saveWithinMs)
    },
    [flush],
  )

  /** The dossier has ended on this device; the next one begins empty. */
  const startOver = useCallback(async () => {
    const id = latest.current?.id
    if (id && isSealed(id)) {
      // The next student takes the tablet: nothing of this one stays, and the door asks for a new code.
      unsaved.current = undefined
      await forgetItems(id)
      return eraseDossier(id)
    }
    change(draft => ({ ...draft, closed: true }))
    await flush()
    begin(newDossier('enrolment', Date.now()))
    setFound(undefined)
  }, [change, flush, begin])

  return { dossier, found, trouble, change, flush, startOver }
}

export type Draft = ReturnType<typeof useDraft>
