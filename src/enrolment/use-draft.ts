import { useCallback, useEffect, useRef, useState } from 'react'
import { type Dossier, newDossier, openEnrolment, saveDossier } from '../storage/dossiers.ts'
import { type StorageTrouble, storageTrouble } from '../storage/trouble.ts'

/** Every answer is on the disk this soon after it was given, in milliseconds. */
const saveWithinMs = 200

/** The student's draft: read once, then written behind every change, and at once when the page may be about to end. */
export function useDraft() {
  const [dossier, setDossier] = useState<Dossier>()
  const [found, setFound] = useState<{ resumedAt: number | undefined; aside: number; wiped: boolean }>()
  const [trouble, setTrouble] = useState<StorageTrouble>()
  const unsaved = useRef<Dossier>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

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
        setDossier(draft ?? newDossier('enrolment', Date.now()))
        setFound({ resumedAt: draft?.savedAt, aside, wiped })
      })
      .catch(error => {
        setTrouble(storageTrouble(error))
        setDossier(newDossier('enrolment', Date.now()))
      })
  }, [])

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

  const change = useCallback(
    (update: (draft: Dossier) => Dossier) => {
      setDossier(old => {
        if (!old) return old
        const draft = update(old)
        unsaved.current = draft
        return draft
      })
      timer.current ??= setTimeout(flush, saveWithinMs)
    },
    [flush],
  )

  /** The dossier has ended on this device; the next one begins empty. */
  const startOver = useCallback(async () => {
    change(draft => ({ ...draft, closed: true }))
    setDossier(newDossier('enrolment', Date.now()))
    setFound(undefined)
    await flush()
  }, [change, flush])

  return { dossier, found, trouble, change, flush, startOver }
}

export type Draft = ReturnType<typeof useDraft>
