import { pickerOpened } from '../core/crypto/keyring.ts'
import { awaitPhoto, findInterruption, forgetAwaiting } from '../core/db/awaiting.ts'
import type { Awaiting } from '../core/db/device-store.ts'
import { createState } from '../core/platform/signals.ts'
import { type DocumentType, documents } from '../spec/documents.ts'

/** Time, as far as a controller needs it; a test turns its own. Milliseconds. */
export interface Clock {
  now(): number
  /** @returns what to call when it is not wanted any more */
  after(ms: number, work: () => void): () => void
}

export const clock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/** A disk that does not answer must not keep the camera shut; a tap counts for the browser only so long, too. */
const diskPatienceMs = 900

/** A photo may come a moment after the page is seen again. */
const comingMs = 3_000

export interface Picking {
  open: boolean
  /** How many pages the phone's camera has cost. */
  kills: number
  /** The picker of this dossier that the last page did not live to see closed. */
  interrupted: Awaiting | undefined
}

type FileInput = Pick<HTMLInputElement, 'setAttribute' | 'removeAttribute' | 'click'>

/** Opens the phone's camera or gallery for one dossier, and knows what became of the last one. */
export function createPicker(dossier: string, { now, after }: Clock, prepares = false) {
  const { get, set, subscribe } = createState<Picking>({ open: false, kills: 0, interrupted: undefined })
  const change = (part: Partial<Picking>) => set({ ...get(), ...part })
  let leave: (() => void) | undefined
  let stopWaiting: (() => void) | undefined

  function settle(): void {
    stopWaiting?.()
    leave?.()
    leave = undefined
  }
  function shut(): void {
    settle()
    change({ open: false })
  }
  return {
    get,
    subscribe,
    shut,
    async look(): Promise<void> {
      const { awaiting, kills } = await findInterruption(now())
      change({ kills, ...(awaiting?.dossier === dossier ? { interrupted: awaiting } : {}) })
    },
    /** @param before what else must be on the disk before the phone's camera may cost the page */
    async pick(input: FileInput, document: DocumentType, by: Awaiting['by'], before?: () => Promise<void>) {
      settle()
      // Whoever lays out a document and photographs it does not touch the portal meanwhile: no reason to lock it.
      leave = pickerOpened()
      // The previews give their memory back before the camera asks for it.
      change({ open: true, interrupted: undefined })
      if (by === 'camera')
        input.setAttribute('capture', documents[document].shape === 'portrait' ? 'user' : 'environment')
      else input.removeAttribute('capture')
      const awaiting = { dossier, document, by, ...(prepares && { prepares }), at: now() }
      const written = Promise.allSettled([before?.(), awaitPhoto(awaiting)])
      await Promise.race([written, new Promise<void>(resolve => after(diskPatienceMs, resolve))])
      input.click()
    },
    /** Browsers without a cancel event: whoever sees the page again, and nothing comes, has left the picker. */
    seen(visible: boolean): void {
      stopWaiting?.()
      if (get().open && visible) stopWaiting = after(comingMs, shut)
    },
    /** A photo has come. */
    closed(): void {
      settle()
      change({ open: false, interrupted: undefined })
    },
    cancelled(): void {
      shut()
      forgetAwaiting().catch(reportError)
    },
  }
}
