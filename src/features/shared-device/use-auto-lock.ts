import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { isPickerOpen } from '../../core/platform/pickers.ts'
import { createState } from '../../core/platform/signals.ts'

/**
 * Locks a page that has not been touched for a while, or was hidden for longer than a camera needs.
 * Timers sleep in a hidden page, so the check also runs when the page comes back. State: whether
 * the lock is imminent.
 */
export function createAutoLock(lock: () => void, now: () => number) {
  const { get, set, subscribe } = createState(false)
  let touchedAt = now()
  let hiddenAt: number | undefined
  let picking = isPickerOpen()

  const look = () => {
    const attention = { now: now(), touchedAt, hiddenAt, picking }
    if (openFor(attention) === 0) {
      touchedAt = now()
      lock()
    }
    set(isClosing({ ...attention, touchedAt }))
  }
  return {
    get,
    subscribe,
    touch() {
      touchedAt = now()
      set(false)
    },
    /** Runs each second. */
    tick() {
      // A student who closes a picker has just touched the phone. While hidden, `picking` keeps its
      // last value.
      if (hiddenAt === undefined) {
        if (picking && !isPickerOpen()) touchedAt = now()
        picking = isPickerOpen()
      }
      look()
    },
    hide() {
      hiddenAt = now()
      picking = isPickerOpen()
    },
    show() {
      look()
      hiddenAt = undefined
      touchedAt = now()
    },
  }
}

export type AutoLock = ReturnType<typeof createAutoLock>

const lookEveryMs = 1_000
const touches = ['pointerdown', 'keydown', 'input', 'wheel'] as const

/**
 * Reports touches, ticks and visibility to an auto-lock, and hides the page while it is out of
 * sight, so that the list of open apps does not show it either.
 * @returns what ends it
 */
export function watchAttention(
  { touch, tick, hide, show }: AutoLock,
  hiddenClass: string,
): () => void {
  const cover = (on: boolean) => document.documentElement.classList.toggle(hiddenClass, on)
  const turn = () => {
    const hidden = document.visibilityState === 'hidden'
    if (hidden) hide()
    else show()
    cover(hidden)
  }
  const timer = setInterval(tick, lookEveryMs)
  for (const type of touches) addEventListener(type, touch, { capture: true, passive: true })
  document.addEventListener('visibilitychange', turn)
  return () => {
    clearInterval(timer)
    for (const type of touches) removeEventListener(type, touch, { capture: true })
    document.removeEventListener('visibilitychange', turn)
    cover(false)
  }
}

/**
 * @param hiddenClass the class of a page hidden while out of sight
 * @returns whether the lock is imminent
 */
export function useAutoLock(lock: () => void, hiddenClass: string): boolean {
  const autoLock = useMemo(() => createAutoLock(lock, () => Date.now()), [lock])
  useEffect(() => watchAttention(autoLock, hiddenClass), [autoLock, hiddenClass])
  return useSyncExternalStore(autoLock.subscribe, autoLock.get)
}

/** When an open dossier is locked automatically. Pure. Times in milliseconds. */

export const idleLimitMs = 2 * 60_000
export const hiddenLimitMs = 30_000
/** Enough time to lay out a document, photograph it, look at the picture and take it again. */
export const cameraLimitMs = 10 * 60_000
export const warnBeforeMs = 20_000

export interface Attention {
  now: number
  /** The last touch or key. */
  touchedAt: number
  /** Since when the page is out of sight. */
  hiddenAt: number | undefined
  /** A camera or the gallery is open, or was when the page went out of sight. */
  picking: boolean
}

/**
 * How long the dossier may stay open; 0 locks. A clock that was set back proves nothing, so it
 * locks as well.
 */
export function openFor({ now, touchedAt, hiddenAt, picking }: Attention): number {
  if (now < touchedAt || (hiddenAt !== undefined && now < hiddenAt)) return 0
  const idleLeft = touchedAt + (picking ? cameraLimitMs : idleLimitMs) - now
  const hiddenLeft =
    hiddenAt === undefined ? idleLeft : hiddenAt + (picking ? cameraLimitMs : hiddenLimitMs) - now
  return Math.max(0, Math.min(idleLeft, hiddenLeft))
}

/**
 * Whether to warn the student, who may still be reading, that it locks soon: one touch keeps it
 * open.
 */
export function isClosing(attention: Attention): boolean {
  const left = openFor(attention)
  return attention.hiddenAt === undefined && left > 0 && left <= warnBeforeMs
}
