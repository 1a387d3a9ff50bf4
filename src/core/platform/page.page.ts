/** This page is the installed portal's, and not a tab of the browser. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches ||
  (navigator as { standalone?: boolean }).standalone === true

/**
 * Calls `turn` when the page goes out of sight or comes back, and `leave` when it may be thrown away in its next task.
 * @returns what to call to hear no more
 */
export function watchPage(turn: () => void, leave: () => void): () => void {
  document.addEventListener('visibilitychange', turn)
  addEventListener('pagehide', leave)
  return () => {
    document.removeEventListener('visibilitychange', turn)
    removeEventListener('pagehide', leave)
  }
}
