/** Whether this page runs as the installed portal, not in a tab of the browser. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches ||
  (navigator as { standalone?: boolean }).standalone === true

/**
 * Calls `turn` when the page becomes hidden or visible, and `leave` on pagehide: the browser may
 * discard the page in its next task.
 * @returns the function that removes both listeners
 */
export function watchPage(turn: () => void, leave: () => void): () => void {
  document.addEventListener('visibilitychange', turn)
  addEventListener('pagehide', leave)
  return () => {
    document.removeEventListener('visibilitychange', turn)
    removeEventListener('pagehide', leave)
  }
}
