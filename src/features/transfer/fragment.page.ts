import { arrived } from './arrivals.ts'

/** A page's own anchors are shorter. */
const leastLength = 60

/** Takes a dossier out of the address, which browsers write down: nothing of it may stay in the history. */
function takeFragment(): void {
  const text = location.hash.slice(1)
  if (text.length < leastLength) return
  history.replaceState(history.state, '', location.pathname)
  arrived.set(text)
}

/** @returns what ends it */
export function watchFragment(): () => void {
  takeFragment()
  addEventListener('hashchange', takeFragment)
  return () => {
    removeEventListener('hashchange', takeFragment)
    // Whoever has left the page comes back to its beginning.
    arrived.set(undefined)
  }
}
