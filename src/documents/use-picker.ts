import { useCallback, useEffect, useState } from 'react'
import type { DocumentType } from '../rules/documents.ts'
import { type Awaiting, awaitPhoto, findInterruption, forgetAwaiting } from '../storage/awaiting.ts'
import { pickerOpened } from '../vault/picking.ts'

/** A disk that does not answer must not keep the camera shut; a tap counts for the browser only so long, too. */
const diskPatienceMs = 900

/** Opens the phone's camera or gallery, and knows what became of the last one. */
export function usePicker(dossier: string | undefined, beforePick?: () => Promise<void>) {
  const [open, setOpen] = useState(false)
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
    setOpen(false)
    setInterrupted(undefined)
  }, [])

  const cancelled = useCallback(() => {
    setOpen(false)
    forgetAwaiting().catch(reportError)
  }, [])

  // Whoever lays out a document and photographs it does not touch the portal meanwhile: no reason to lock it.
  useEffect(() => (open ? pickerOpened() : undefined), [open])

  // Browsers without a cancel event: whoever sees the page again has left the picker.
  useEffect(() => {
    if (!open) return
    const seen = () => document.visibilityState === 'visible' && setOpen(false)
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [open])

  const pick = useCallback(
    async (input: HTMLInputElement, document: DocumentType, by: Awaiting['by']) => {
      if (!dossier) return
      setInterrupted(undefined)
      // The previews give their memory back before the camera asks for it.
      setOpen(true)
      if (by === 'camera') input.setAttribute('capture', document === 'photobuste' ? 'user' : 'environment')
      else input.removeAttribute('capture')
      const written = Promise.allSettled([beforePick?.(), awaitPhoto({ dossier, document, by, at: Date.now() })])
      await Promise.race([written, new Promise(resolve => setTimeout(resolve, diskPatienceMs))])
      input.click()
    },
    [dossier, beforePick],
  )

  return { open, kills, interrupted, pick, closed, cancelled }
}
