import { createSignal } from './signals.ts'

/** The page is left or frozen: it lets go of what others wait for. */
export const { tell: leave, listen: onLeave } = createSignal()

type Work<T> = (over: AbortSignal, held: boolean) => Promise<T>

/**
 * Runs `work` under a Web Lock, which ends with it, or as soon as the page is left, or once another
 * one has taken it: a browser lets a frozen page keep its locks.
 * @param work is told by `over` that it goes on without the lock; `held` is false where there was
 * none to get
 */
export async function runUnderLock<T>(
  name: string,
  options: LockOptions,
  work: Work<T>,
): Promise<T> {
  const over = new AbortController()
  const stop = onLeave(() => over.abort())
  const left = new Promise<void>(letGo => over.signal.addEventListener('abort', () => letGo()))
  let result: Promise<T> | undefined
  try {
    await navigator.locks.request(name, options, lock => {
      result = work(over.signal, lock !== null)
      return Promise.race([result, left])
    })
    return await (result as unknown as Promise<T>)
  } finally {
    stop()
    over.abort()
  }
}
