import { useEffect, useState } from 'react'
import { isClosing, openFor } from '../vault/lock.rule.ts'
import { isPicking } from '../vault/picking.ts'

const lookEveryMs = 1_000
const touches = ['pointerdown', 'keydown', 'input', 'wheel'] as const

/**
 * Locks what nobody touches, and what is out of sight for longer than a camera needs. Timers sleep in a hidden page, so
 * it is looked at once more in the moment it comes back; until then it is drawn over, also in the list of open apps.
 * @param veiled the class of a page that is drawn over
 * @returns whether it is about to lock
 */
export function useAutoLock(onLock: () => void, veiled: string): boolean {
  const [closing, setClosing] = useState(false)
  useEffect(() => {
    let touchedAt = Date.now()
    let hiddenAt: number | undefined
    let picking = isPicking()
    const veil = (on: boolean) => document.documentElement.classList.toggle(veiled, on)

    const look = () => {
      const attention = { now: Date.now(), touchedAt, hiddenAt, picking }
      if (openFor(attention) === 0) {
        touchedAt = Date.now()
        onLock()
      }
      setClosing(isClosing({ ...attention, touchedAt }))
    }
    const touch = () => {
      touchedAt = Date.now()
      setClosing(false)
    }
    const tick = () => {
      // Whoever closes a picker has just touched the phone. Out of sight, it is as it was when the page left.
      if (hiddenAt === undefined) {
        if (picking && !isPicking()) touchedAt = Date.now()
        picking = isPicking()
      }
      look()
    }
    const turn = () => {
      if (document.visibilityState === 'hidden') {
        hiddenAt = Date.now()
        picking = isPicking()
        return veil(true)
      }
      look()
      hiddenAt = undefined
      touchedAt = Date.now()
      veil(false)
    }
    const timer = setInterval(tick, lookEveryMs)
    for (const type of touches) addEventListener(type, touch, { capture: true, passive: true })
    document.addEventListener('visibilitychange', turn)
    return () => {
      clearInterval(timer)
      for (const type of touches) removeEventListener(type, touch, { capture: true })
      document.removeEventListener('visibilitychange', turn)
      veil(false)
    }
  }, [onLock, veiled])
  return closing
}
