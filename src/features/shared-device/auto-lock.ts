import { isClosing, openFor } from '../../core/crypto/lock.rule.ts'
import { isPicking } from '../../core/crypto/picking.ts'
import { createState } from '../../core/platform/state.ts'

/**
 * Locks what nobody touches, and what is out of sight for longer than a camera needs. Timers sleep in a hidden page, so
 * it is looked at once more in the moment it comes back. Its state: whether it is about to lock.
 */
export function createAutoLock(lock: () => void, now: () => number) {
  const { get, set, subscribe } = createState(false)
  let touchedAt = now()
  let hiddenAt: number | undefined
  let picking = isPicking()

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
    /** Each second. */
    tick() {
      // Whoever closes a picker has just touched the phone. Out of sight, it is as it was when the page left.
      if (hiddenAt === undefined) {
        if (picking && !isPicking()) touchedAt = now()
        picking = isPicking()
      }
      look()
    },
    hide() {
      hiddenAt = now()
      picking = isPicking()
    },
    show() {
      look()
      hiddenAt = undefined
      touchedAt = now()
    },
  }
}

export type AutoLock = ReturnType<typeof createAutoLock>
