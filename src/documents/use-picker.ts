import { useCallback, useEffect, useState } from 'react'
import { type DocumentType, documents } from '../rules/documents.ts'
import { type Awaiting, awaitPhoto, findInterruption, forgetAwaiting } from '../storage/awaiting.ts'
import { pickerOpened } from '../vault/picking.ts'

/** A disk that does not answer must not keep the camera shut; a tap counts for the browser only so long, too. */
const diskPatienceMs = 900

/** A photo may come a moment after the page is seen again. Milliseconds. */
const comingMs = 3_000

/** Opens the phone's camera or gallery, and knows what became of the last one. */
export function usePicker(dossier: string | undefined, beforePick?: () => Promise<void>) {
  // Which opening it is, so that what was left does not close what came after it.
  const [opening, setOpening] = useState(0)
  const open = opening > 0
  const [interrupted, setInterrupted] = useState<Awaiting>()
  const [kills, setKills] = useState(0)

  useEffect(() => {
    if (!dossier) return
    let left = false
    findInterruption(Date.now())
      .then(({ awaiting, kills }) => {
        if (left) return
        setKills(kills)
        if (awaiting?.dossier === dossier) setInterrupted(awaiting)
      })
      .catch(reportError)
    return () => {
      left = true
    }
  }, [dossier])

  const closed = useCallback(() => {
    setOpening(0)
    setInterrupted(undefined)
  }, [])

  const cancelled = useCallback(() => {
    setOpening(0)
    forgetAwaiting().catch(reportError)
  }, [])

  // Whoever lays out a document and photographs it does not touch the portal meanwhile: no reason to lock it.
  useEffect(() => (open ? pickerOpened() : undefined), [open])

  // Browsers without a cancel event: whoever sees the page again, and nothing comes, has left the picker.
  useEffect(() => {
    if (!opening) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const seen = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(setOpening, comingMs, 0)
    }
    document.addEventListener('visibilitychange', seen)
    addEventListener('focus', seen)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
      removeEventListener('focus', seen)
    }
  }, [opening])

  const pick = useCallback(
    async (input: HTMLInputElement, document: DocumentType, by: Awaiting['by']) => {
      if (!dossier) return
      setInterrupted(undefined)
      // The previews give their memory back before the camera asks for it.
      setOpening(Date.now())
      if (by === 'camera')
        input.setAttribute('capture', documents[document].shape === 'portrait' ? 'user' : 'environment')
      else input.removeAttribute('capture')
      const written = Promise.allSettled([beforePick?.(), awaitPhoto({ dossier, document, by, at: Date.now() })])
      await Promise.race([written, new Promise(resolve => setTimeout(resolve, diskPatienceMs))])
      input.click()
    },
    [dossier, beforePick],
  )

  return { open, kills, interrupted, pick, closed, cancelled }
}
