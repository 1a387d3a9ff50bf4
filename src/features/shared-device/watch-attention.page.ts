import type { AutoLock } from './auto-lock.ts'

const lookEveryMs = 1_000
const touches = ['pointerdown', 'keydown', 'input', 'wheel'] as const

/**
 * Tells an automatic lock what happens to the page, which is drawn over while it is hidden: also in the list of open apps.
 * @returns what ends it
 */
export function watchAttention({ touch, tick, hide, show }: AutoLock, veiled: string): () => void {
  const veil = (on: boolean) => document.documentElement.classList.toggle(veiled, on)
  const turn = () => {
    const hidden = document.visibilityState === 'hidden'
    if (hidden) hide()
    else show()
    veil(hidden)
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
}
