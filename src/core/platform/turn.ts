/** Browsers that have it go on sooner than after a timer, and still answer touches first. */
const { scheduler } = globalThis as { scheduler?: { yield?(): Promise<void> } }

/**
 * Yields to the event loop, so that the browser handles pending touches before the next piece of
 * work.
 */
export const nextTurn = (): Promise<void> =>
  scheduler?.yield?.() ?? new Promise<void>(resolve => setTimeout(resolve))
