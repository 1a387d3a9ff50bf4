import { createSignal } from './signal.ts'

/** A value that tells when it becomes another one; `get` and `subscribe` are what React's useSyncExternalStore takes. */
export interface State<T> {
  get(): T
  set(next: T): void
  subscribe(listener: () => void): () => void
}

export function createState<T>(initial: T): State<T> {
  let current = initial
  const { tell, listen } = createSignal()
  return {
    get: () => current,
    set(next) {
      if (Object.is(next, current)) return
      current = next
      tell()
    },
    subscribe: listen,
  }
}
