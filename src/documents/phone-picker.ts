import { awaitPhoto, findInterruption, forgetAwaiting } from '../core/db/awaiting.ts'
import type { Awaiting } from '../core/db/device-store.ts'
import { countOpenPicker } from '../core/platform/pickers.ts'
import { createState } from '../core/platform/signals.ts'
import { type DocumentType, documents } from '../spec/documents.ts'

/** The clock of a controller, in milliseconds; a test passes its own. */
export interface Clock {
  now(): number
  /** @returns cancels the timer */
  after(ms: number, work: () => void): () => void
}

export const clock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * A disk that does not answer must not block the camera; the browser also lets a tap open a picker
 * only for so long.
 */
const diskPatienceMs = 900

/** A photo may arrive this long after the page is visible again. */
const comingMs = 3_000

/** A second press as soon as this, with nothing heard of the first one, is a trembling thumb. */
const onePressMs = 500

/**
 * So many presses in a row that bring no photo: the phone's picker may not open at all, or show
 * none of its photos. Or so many pages that have died behind the phone's camera.
 */
const vainTries = 2

export interface Picking {
  open: boolean
  /** Other ways to a photo are to be offered. */
  inVain: boolean
  /** The picker of this dossier that was still open when the last page ended. */
  interrupted: Awaiting | undefined
}

type FileInput = Pick<HTMLInputElement, 'setAttribute' | 'removeAttribute' | 'click'>

/**
 * Opens the phone's camera or gallery for one dossier, and knows whether the last picker was
 * interrupted.
 */
export function createPicker(dossier: string, { now, after }: Clock, prepares = false) {
  const { get, set, subscribe } = createState<Picking>({
    open: false,
    inVain: false,
    interrupted: undefined,
  })
  const change = (part: Partial<Picking>) => set({ ...get(), ...part })
  let leave: (() => void) | undefined
  let stopWaiting: (() => void) | undefined
  let presses = 0
  let pressedAt = 0

  function settle(): void {
    stopWaiting?.()
    leave?.()
    leave = undefined
  }
  function shut(): void {
    settle()
    change({ open: false })
  }
  function missed(times = presses): void {
    if (times >= vainTries) change({ inVain: true })
  }
  return {
    get,
    subscribe,
    shut,
    async look(): Promise<void> {
      const { awaiting, kills } = await findInterruption(now())
      missed(kills)
      if (awaiting?.dossier === dossier) change({ interrupted: awaiting })
    },
    /** @param before what else must be on the disk before the phone's camera may end the page */
    async pick(
      input: FileInput,
      document: DocumentType,
      by: Awaiting['by'],
      before?: () => Promise<void>,
    ) {
      settle()
      if (!get().open || now() - pressedAt > onePressMs) {
        presses += 1
        // Nothing was heard of the press before: who presses again sees no picker.
        if (get().open) missed()
      }
      pressedAt = now()
      // A student who photographs a document does not touch the portal meanwhile: that is no reason
      // to lock the dossier.
      leave = countOpenPicker()
      // The previews release their memory before the camera asks for it.
      change({ open: true, interrupted: undefined })
      if (by === 'camera')
        input.setAttribute(
          'capture',
          documents[document].shape === 'portrait' ? 'user' : 'environment',
        )
      else input.removeAttribute('capture')
      const awaiting = { dossier, document, by, ...(prepares && { prepares }), at: now() }
      const written = Promise.allSettled([before?.(), awaitPhoto(awaiting)])
      await Promise.race([written, new Promise<void>(resolve => after(diskPatienceMs, resolve))])
      input.click()
    },
    /**
     * Browsers without a cancel event: when the page is visible again and no file comes, the
     * student has left the picker.
     */
    seen(visible: boolean): void {
      stopWaiting?.()
      if (get().open && visible)
        stopWaiting = after(comingMs, () => {
          missed()
          shut()
        })
    },
    /** A photo has come. */
    closed(): void {
      settle()
      presses = 0
      change({ open: false, interrupted: undefined })
    },
    cancelled(): void {
      missed()
      shut()
      forgetAwaiting().catch(reportError)
    },
  }
}
